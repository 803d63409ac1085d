"""Balances that are kept now and then: whoever reads them sees what is true now."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from houserules.store import StoreUnavailable, Unbalanced, UnusableStore, open_store
from houserules.store.base import BaseStore
from houserules.store.schema import MOST_TRANSFERS
from tests.support.stores import append, audited, commit, event, move
from tests.support.vandal import Vandal

ACCOUNTS = ("house", "purse:ann", "purse:bob", "table:1/felt")


def move_some(store: BaseStore, name: str, expected: dict[str, int]) -> None:
    chance = Random(name)
    for number in range(20):
        moves = []
        for _ in range(chance.randrange(4)):
            (source, target), amount = chance.sample(ACCOUNTS, 2), chance.randrange(1, 100)
            moves.append(move(source, target, amount))
            expected[source] = expected.get(source, 0) - amount
            expected[target] = expected.get(target, 0) + amount
        store.commit(commit(f"{name} {number}", append("s", -1, event("x", *moves))))


def test_after_every_restart_they_are_what_moved(store: BaseStore, reopen: Callable[[], BaseStore]) -> None:
    expected: dict[str, int] = {}
    move_some(store, "first", expected)
    store.close()
    for number in range(4):
        with reopen() as opened:
            assert dict(opened.balances()) == expected
            assert [opened.balance(account) for account in expected] == list(expected.values())
            move_some(opened, f"again {number}", expected)
            assert dict(opened.balances()) == expected
            purses = tuple(sorted((name, held) for name, held in expected.items() if name.startswith("purse:")))
            assert opened.balances("purse:") == purses
            assert audited(opened).sound


def test_a_commit_is_held_to_what_is_true_after_a_restart(store: BaseStore, reopen: Callable[[], BaseStore]) -> None:
    store.commit(commit("c1", append("s", 0, event("x", move("cage", "purse:ann", 50)))))
    store.close()
    with reopen() as opened:
        spends = append("s", 1, event("x", move("purse:ann", "house", 51)))
        with pytest.raises(Unbalanced):
            opened.commit(commit("c2", spends, not_negative=("purse:ann",)))
        assert opened.balances() == (("cage", -50), ("purse:ann", 50))
        exactly = append("s", 1, event("x", move("purse:ann", "house", 50)))
        opened.commit(commit("c3", exactly, empty=("purse:ann", "felt")))
        assert opened.balances() == (("cage", -50), ("felt", 0), ("house", 50), ("purse:ann", 0))


def test_whoever_says_that_they_are_kept_where_they_are_not_is_found(store: BaseStore, url: str) -> None:
    store.commit(commit("c1", append("s", 0, event("x", move("a", "b", 5)))))
    Vandal(url).do("UPDATE log SET balances_at = size")
    found = [(finding.kind, finding.what) for finding in audited(store).findings]
    if url.startswith("postgresql:"):
        assert found == [], "there they are kept with every batch"
    else:
        assert found == [
            ("money", "a is kept at 0, its transfers come to -5"),
            ("money", "b is kept at 0, its transfers come to 5"),
        ]


@pytest.mark.parametrize("edit", ["balances_at = -1", "balances_at = size + 1"])
def test_nothing_is_written_on_top_of_an_edit(
    store: BaseStore, url: str, reopen: Callable[[], BaseStore], edit: str
) -> None:
    store.commit(commit("c1"))
    store.close()
    Vandal(url).do(f"UPDATE log SET {edit}")
    with pytest.raises(UnusableStore):
        reopen()
    with open_store(url, read_only=True) as opened:
        assert isinstance(opened, BaseStore)
        assert [finding.kind for finding in audited(opened).findings] == ["money"]


def test_a_stream_whose_events_cannot_be_found_holds_up_nobody_else(
    store: BaseStore, url: str, reopen: Callable[[], BaseStore]
) -> None:
    store.commit(commit("c1", append("lost"), append("other")))
    store.close()
    Vandal(url).do("DELETE FROM stream_spans WHERE stream = (SELECT id FROM streams WHERE name = 'lost')")
    with reopen() as opened:
        answers = [opened.submit(commit(f"{name} {n}", append(name))) for n in (1, 2) for name in ("lost", "other")]
        for answer in answers[::2]:
            with pytest.raises(StoreUnavailable, match="no event of lost can be found"):
                answer.result()
        assert [answer.result().versions for answer in answers[1::2]] == [(("other", 2),), (("other", 3),)]
        assert not audited(opened).sound


def test_an_event_has_so_many_transfers_and_no_more(store: BaseStore) -> None:
    moves = [move("a", "b", 1)] * MOST_TRANSFERS
    store.commit(commit("c1", append("s", 0, event("x", *moves))))
    store.commit(commit("c2", append("s", 1, event("x", move("b", "a", 2)))))
    assert store.balance("b") == MOST_TRANSFERS - 2
    last = list(store.transfers(after=0))[-2:]
    assert [(kept.position, kept.index) for kept in last] == [(1, MOST_TRANSFERS - 1), (2, 0)]
    with pytest.raises(ValueError, match="more than 65536 transfers"):
        store.commit(commit("c3", append("s", 2, event("x", *moves, move("a", "b", 1)))))
