"""Balances are what moved, at every moment and after every restart."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from houserules.log import Log, Unbalanced
from houserules.records import audit
from tests.support.databases import append, commit, event, move

ACCOUNTS = ("house", "purse:ann", "purse:bob", "table:1/felt")


def move_some(log: Log, name: str, expected: dict[str, int]) -> None:
    chance = Random(name)
    for number in range(20):
        moves = []
        for _ in range(chance.randrange(4)):
            (source, target), amount = chance.sample(ACCOUNTS, 2), chance.randrange(1, 100)
            moves.append(move(source, target, amount))
            expected[source] = expected.get(source, 0) - amount
            expected[target] = expected.get(target, 0) + amount
        log.commit(commit(f"{name} {number}", append("s", -1, event("x", *moves))))


def test_after_every_restart_they_are_what_moved(log: Log, reopen: Callable[[], Log]) -> None:
    expected: dict[str, int] = {}
    move_some(log, "first", expected)
    log.close()
    for number in range(4):
        with reopen() as opened:
            assert dict(opened.balances()) == expected
            assert [opened.balance(account) for account in expected] == list(expected.values())
            move_some(opened, f"again {number}", expected)
            assert dict(opened.balances()) == expected
            purses = tuple(sorted((name, held) for name, held in expected.items() if name.startswith("purse:")))
            assert opened.balances("purse:") == purses
            with opened.frozen() as frozen:
                assert audit(frozen).sound


def test_a_commit_is_held_to_what_is_true_after_a_restart(log: Log, reopen: Callable[[], Log]) -> None:
    log.commit(commit("c1", append("s", 0, event("x", move("cage", "purse:ann", 50)))))
    log.close()
    with reopen() as opened:
        spends = append("s", 1, event("x", move("purse:ann", "house", 51)))
        with pytest.raises(Unbalanced):
            opened.commit(commit("c2", spends, not_negative=("purse:ann",)))
        assert opened.balances() == (("cage", -50), ("purse:ann", 50))
        exactly = append("s", 1, event("x", move("purse:ann", "house", 50)))
        opened.commit(commit("c3", exactly, empty=("purse:ann", "felt")))
        assert opened.balances() == (("cage", -50), ("house", 50), ("purse:ann", 0))


def test_an_event_may_have_many_transfers(log: Log) -> None:
    moves = [move("a", "b", 1)] * 2_500
    log.commit(commit("c1", append("s", 0, event("x", *moves))))
    log.commit(commit("c2", append("s", 1, event("x", move("b", "a", 2)))))
    assert log.balance("b") == 2_498
    last = list(log.transfers(after=0))[-2:]
    assert [(kept.position, kept.index) for kept in last] == [(1, 2_499), (2, 0)]
