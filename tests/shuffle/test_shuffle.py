"""The shuffle is uniform, unpredictable and fails closed; and bad shufflers are found by the same limits."""

from __future__ import annotations

import hmac
import os
import random
from collections import Counter
from contextlib import suppress
from itertools import product
from math import factorial

import pytest

from houserules.shuffle import (
    Automatic,
    Entered,
    Generator,
    ShufflerLocked,
    ShuffleSource,
    deck_of_seed,
    draw_below,
    is_promised,
    permutation,
    seal,
)
from houserules.shuffle import generator as generator_module
from houserules.shuffle.generator import known_answer_test, sanity_test
from tests.trials.shuffle import FEWEST, SHUFFLERS, Result, main, trial


@pytest.mark.parametrize("count", range(1, 9))
def test_every_stream_of_draws_leads_to_another_order(count: int) -> None:
    """All n! streams of exact draws, and each of the n! orders exactly once."""
    orders: Counter[tuple[int, ...]] = Counter()
    for draws in product(*(range(size) for size in range(count, 1, -1))):
        stream = iter(draws)
        orders[permutation(count, lambda _size, stream=stream: next(stream))] += 1  # type: ignore[misc]
    assert len(orders) == factorial(count)
    assert set(orders.values()) == {1}


@pytest.mark.parametrize("count", range(1, 257))
def test_every_byte_is_drawn_evenly_or_thrown_away(count: int) -> None:
    """A generator whose stream is each byte once gives every number equally often."""

    class EveryByte(Generator):
        def generate(self, count: int) -> bytes:
            if self.used:
                raise StopIteration
            self.used = True
            return bytes(range(256))

        used = False

    generator = EveryByte(b"")
    drawn: Counter[int] = Counter()
    try:
        while True:
            drawn[generator.below(count)] += 1
    except StopIteration:
        pass
    assert set(drawn) == set(range(count))
    assert set(drawn.values()) == {256 // count}


def verdicts(results: tuple[Result, ...]) -> dict[str, bool]:
    return {result.statistic: result.within for result in results}


def test_the_shuffle_is_within_the_limits() -> None:
    """The short run of ``python -m tests.trials.shuffle``."""
    assert verdicts(trial(SHUFFLERS["fair"], 60_000)) == {"places": True, "pairs": True, "repeats": True}


@pytest.mark.parametrize(
    ("shuffler", "shuffles", "found_by"),
    [
        ("naive", 20_000, "places"),
        ("modulo", 20_000, "places"),
        ("never_left", 10_000, "places"),
        ("riffle", 20_000, "pairs"),
    ],
)
def test_bad_shuffles_are_rejected_by_the_same_limits(shuffler: str, shuffles: int, found_by: str) -> None:
    assert not verdicts(trial(SHUFFLERS[shuffler], shuffles))[found_by]


def test_a_seed_of_32_bits_is_rejected_by_the_same_limits() -> None:
    """Among 200,000 decks of 2^32 four or five come twice. The seeds are the same in every run, so that a test that
    would miss one time in a hundred does not."""
    seeds = random.Random(1)

    def short_seed() -> tuple[int, ...]:
        return permutation(52, Generator(seeds.getrandbits(32).to_bytes(4, "big")).below)

    assert verdicts(trial(short_seed, 200_000)) == {"places": True, "pairs": True, "repeats": False}


def test_the_known_answer_of_the_standard() -> None:
    known_answer_test()


def test_the_same_seed_gives_the_same_deck_and_any_change_another() -> None:
    seed = bytes(range(32))
    deck = deck_of_seed("deal 1", seed)
    assert deck_of_seed("deal 1", seed) == deck
    assert sorted(deck) == list(range(52))
    changed = [
        deck_of_seed("deal 2", seed),
        deck_of_seed("deal 1", bytes(32)),
        deck_of_seed("deal 1", seed, (b"a",)),
        deck_of_seed("deal 1", seed, (b"a", b"b")),
        deck_of_seed("deal 1", seed, (b"ab",)),
        deck_of_seed("deal 1", seed, (b"b", b"a")),
    ]
    assert len({deck, *changed}) == 7


def test_a_promise_is_kept_or_found_broken() -> None:
    source = Automatic()
    promise = source.promise("deal 1")
    shuffled = source.shuffle(promise, (b"ann's share", b"bob's"))
    assert promise.commitment is not None
    seed, shares = bytes.fromhex(promise.seed), (b"ann's share", b"bob's")
    assert is_promised(promise.commitment, seed, shares, shuffled.cards)
    assert not is_promised(promise.commitment, bytes(32), shares, shuffled.cards)
    assert not is_promised(promise.commitment, seed, shares[:1], shuffled.cards)
    assert not is_promised(promise.commitment, seed, shares, shuffled.cards[::-1])


def test_two_deals_differ() -> None:
    source = Automatic()
    decks = {source.shuffle(source.promise(f"deal {n}")).cards for n in range(100)}
    assert len(decks) == 100


def no_bytes(_count: int) -> bytes:
    raise OSError("no entropy")


def short(count: int) -> bytes:
    return os.urandom(count - 1)


def constant(count: int) -> bytes:
    return b"\x07" * count


def repeating(count: int) -> bytes:
    return bytes(byte % 251 for byte in range(count))


def uneven(count: int) -> bytes:
    return bytes(byte & 0x7F for byte in os.urandom(count))


@pytest.mark.parametrize("entropy", [no_bytes, short, constant, repeating, uneven])
def test_bad_entropy_locks_the_shuffler_before_its_first_card(entropy: generator_module.Entropy) -> None:
    with pytest.raises(ShufflerLocked):
        Automatic(entropy)


@pytest.mark.parametrize("fault", [no_bytes, short, constant])
def test_entropy_that_fails_later_locks_it_for_good(fault: generator_module.Entropy) -> None:
    state = {"fault": False}

    def entropy(count: int) -> bytes:
        return fault(count) if state["fault"] else os.urandom(count)

    source = Automatic(entropy)
    promise = source.promise("deal 1")
    state["fault"] = True
    with pytest.raises(ShufflerLocked):
        source.promise("deal 2")
    state["fault"] = False
    assert source.locked
    for attempt in (lambda: source.promise("deal 3"), lambda: source.shuffle(promise)):
        with pytest.raises(ShufflerLocked):
            attempt()


def test_a_repeated_read_locks() -> None:
    same = os.urandom(32)
    reads = iter(range(10**6))

    def entropy(count: int) -> bytes:
        return same if count == 32 and next(reads) > 0 else os.urandom(count)

    source = Automatic(entropy)
    source.promise("deal 1")
    with pytest.raises(ShufflerLocked, match="repeats"):
        source.promise("deal 2")


@pytest.mark.parametrize("fault", [no_bytes, short, bytes, constant, repeating])
def test_salts_come_under_the_same_watch_as_seeds(fault: generator_module.Entropy) -> None:
    state = {"fault": False}

    def entropy(count: int) -> bytes:
        return fault(count) if state["fault"] else os.urandom(count)

    source = Automatic(entropy)
    shuffled = source.shuffle(source.promise("deal 1"))
    state["fault"] = True
    with suppress(ShufflerLocked):  # A repetition is found at its second read.
        seal(shuffled, source.salts)
    with pytest.raises(ShufflerLocked):
        seal(shuffled, source.salts)
    state["fault"] = False
    assert source.locked
    for attempt in (lambda: source.promise("deal 2"), lambda: seal(shuffled, source.salts)):
        with pytest.raises(ShufflerLocked):
            attempt()


def test_a_seed_that_comes_again_among_the_salts_locks() -> None:
    """A source that begins anew with every read would publish the seed as the salts of the first places."""
    stream = os.urandom(1 << 16)
    reads = iter(range(10**6))
    source = Automatic(lambda count: stream[:count] if next(reads) > 1 else os.urandom(count))
    shuffled = source.shuffle(source.promise("deal 1"))
    with pytest.raises(ShufflerLocked, match="repeats"):
        seal(shuffled, source.salts)
    assert source.locked


def test_salts_that_are_all_alike_lock() -> None:
    same = os.urandom(16)
    source = Automatic(lambda count: same * 52 if count == 832 else os.urandom(count))
    with pytest.raises(ShufflerLocked, match="repeats"):
        seal(source.shuffle(source.promise("deal 1")), source.salts)


@pytest.mark.parametrize("count", [1, 2, 7, 52, 256, 300])
def test_a_single_draw_is_even(count: int) -> None:
    """What is read is a number below 2^128: every result has as many of them, the incomplete last run none."""
    limit = 2**128 - 2**128 % count
    for start in (0, limit - 3 * count):
        results = Counter(draw_below(count, reads_of(start + each)) for each in range(3 * count))
        assert results == Counter(dict.fromkeys(range(count), 3))
    if limit < 2**128:
        assert draw_below(count, reads_of(limit, 2**128 - 1, 1)) == 1


def reads_of(*numbers: int) -> generator_module.Entropy:
    given = iter(numbers)
    return lambda length: next(given).to_bytes(length, "big")


def test_single_draws_lock_where_the_source_repeats_itself() -> None:
    same = os.urandom(16)
    source = Automatic(lambda count: same if count == 16 else os.urandom(count))
    draw_below(24, source.salts)
    with pytest.raises(ShufflerLocked, match="repeats"):
        draw_below(24, source.salts)
    assert source.locked


def test_a_broken_algorithm_locks(monkeypatch: pytest.MonkeyPatch) -> None:
    def weak(_key: bytes, message: bytes, _digest: str) -> bytes:
        return message[:31].ljust(32, b"\x01")

    monkeypatch.setattr(hmac, "digest", weak)
    with pytest.raises(ShufflerLocked):
        Automatic()


def test_the_sanity_test_has_teeth_and_does_not_bite() -> None:
    for _ in range(20):
        sanity_test(os.urandom)
    with pytest.raises(ShufflerLocked):
        sanity_test(repeating)


@pytest.mark.parametrize("source", [Automatic(), Entered(range(51, -1, -1))], ids=["automatic", "entered"])
def test_one_port_for_both_kinds_of_cards(source: ShuffleSource) -> None:
    assert source.locked is None
    shuffled = source.shuffle(source.promise("deal 1"))
    assert sorted(shuffled.cards) == list(range(52))
    assert shuffled.deal == "deal 1"


def test_entered_cards_are_good_for_one_deal() -> None:
    source = Entered(range(52))
    source.shuffle(source.promise("deal 1"))
    assert source.locked
    with pytest.raises(ShufflerLocked):
        source.shuffle(source.promise("deal 2"))
    source.enter(range(52))
    with pytest.raises(ValueError, match="entropy"):
        source.shuffle(source.promise("deal 2"), (b"share",))


@pytest.mark.parametrize("cards", [(0, 0), (52,), (-1,)])
def test_cards_that_cannot_lie_in_a_deck(cards: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="cards"):
        Entered(cards)


@pytest.mark.parametrize("share", [b"", b"x" * 65])
def test_shares_have_a_size(share: bytes) -> None:
    with pytest.raises(ValueError, match="share"):
        deck_of_seed("deal", bytes(range(32)), (share,))


@pytest.mark.parametrize("shuffles", [FEWEST - 1, 1, 0, -5])
def test_a_trial_of_too_few_shuffles_is_refused(shuffles: int, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--shuffles", str(shuffles)])
    assert ended.value.code == 2
    printed = capsys.readouterr()
    assert f"--shuffles {shuffles}: the limits mean nothing below 1000 shuffles" in printed.err
    assert not printed.out


def test_a_trial_of_the_fewest_shuffles_is_made(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--shuffles", str(FEWEST)]) == 0
    assert f"{FEWEST} shuffles (fair)" in capsys.readouterr().out
