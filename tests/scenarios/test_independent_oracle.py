"""Random rounds against a second, plain statement of the rules that shares no code with the engine."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.scenarios import printed
from tests.support.tables import MA_HCF, MD_CTF, MD_HCF, settle

RANKS = "23456789TJQKA"
DECK = [rank + suit for suit in "shdc" for rank in RANKS]


def best_flush(cards: list[str]) -> tuple[int, list[int]]:
    suits: dict[str, list[int]] = {}
    for card in cards:
        suits.setdefault(card[1], []).append(RANKS.index(card[0]))
    return max((len(ranks), sorted(ranks, reverse=True)) for ranks in suits.values())


def longest_run(cards: list[str], ace: str) -> int:
    best = 0
    for suit in "shdc":
        ranks = {RANKS.index(card[0]) for card in cards if card[1] == suit}
        for low in range(13):
            length = 0
            while low + length in ranks:
                length += 1
            best = max(best, length)
        if 12 in ranks and ace != "high_only":
            length = 1
            while length - 1 in ranks and length < 13:
                length += 1
            if ace == "also_low" or length >= 5:
                best = max(best, length)
    return best


def odds_line(figures: dict[int, str], reached: int) -> int | None:
    lines = [length for length in figures if length <= reached]
    return int(figures[max(lines)]) if lines else None


def expected_hcf(name: str, dealer: list[str], held: list[str], action: str) -> dict[str, float]:
    """Ante 10, Flush Bonus 5, Straight Flush Bonus 5; what each returns."""
    ours, theirs = best_flush(held), best_flush(dealer)
    qualifies = theirs[0] > 3 or (theirs[0] == 3 and theirs[1][0] >= RANKS.index("9"))
    back: dict[str, float] = {}
    if action == "fold":
        back["ante"] = 0
    else:
        raised = float(action.split()[1])
        if not qualifies:
            back |= {"ante": 20, "raise": raised}
        elif ours > theirs:
            back |= {"ante": 20, "raise": 2 * raised}
        elif ours == theirs:
            back |= {"ante": 10, "raise": raised}
        else:
            back |= {"ante": 0, "raise": 0}
    table = printed.MD_FLUSH_BONUS["A"] if name == MD_HCF else printed.MA_FLUSH_BONUS["A"]
    flush = odds_line(dict(zip((7, 6, 5, 4), table, strict=True)), ours[0])
    run = longest_run(held, "high_only" if name == MD_HCF else "also_low")
    straight = odds_line(dict(zip((7, 6, 5, 4, 3), printed.STRAIGHT_FLUSH_BONUS["A"], strict=True)), run)
    back["flush_bonus"] = 5 + 5 * flush if flush else 0
    back["straight_flush_bonus"] = 5 + 5 * straight if straight else 0
    return back


def check(answer: dict[str, Any], number: int, back: dict[str, float]) -> None:
    (entry,) = [entry for entry in answer["seats"] if entry["seat"] == number]
    got = {line["wager"]: float(line["returned"]) for line in entry["wagers"]}
    assert got == back
    assert float(entry["net"]) == sum(back.values()) - float(entry["staked"])


@pytest.mark.parametrize("name", [MD_HCF, MA_HCF])
def test_high_card_flush(name: str) -> None:
    chance = random.Random(11)
    for _ in range(250):
        deck = chance.sample(DECK, 52)
        count = chance.randint(1, 6)
        dealer, hands = deck[:7], [deck[7 + 7 * n : 14 + 7 * n] for n in range(count)]
        actions = []
        for held in hands:
            most = {5: 2, 6: 3, 7: 3}.get(best_flush(held)[0], 1)
            actions.append(chance.choice(["fold", "raise 10", f"raise {10 * most}", f"raise {5 + 5 * most}.00"]))
        wagers = {"ante": "10", "flush_bonus": "5", "straight_flush_bonus": "5"}
        seats = [
            {"seat": n + 1, "cards": " ".join(hands[n]), "wagers": wagers, "action": actions[n]} for n in range(count)
        ]
        answer = settle(name, {"dealer": " ".join(dealer), "seats": seats})
        for n in range(count):
            check(answer, n + 1, expected_hcf(name, dealer, hands[n], actions[n]))


def expected_ctf(dealer: list[str], board: list[str], held: list[str], actions: list[str]) -> dict[str, float]:
    ours, theirs = best_flush(held + board), best_flush(dealer + board)
    qualifies = theirs[0] > 3 or (theirs[0] == 3 and theirs[1][0] >= RANKS.index("9"))
    back: dict[str, float] = {}
    if actions[-1] == "fold":
        back |= {"ante": 0, "xtra_bonus": 0}
    else:
        stake = {1: 30, 2: 20, 3: 10}[len(actions)]
        figure = odds_line(printed.XTRA_BONUS["A"], ours[0])
        if ours > theirs:
            back |= {"ante": 20, "xtra_bonus": 10 + 10 * (figure or 0), "all_in": 2 * stake}
        elif ours == theirs:
            back |= {"ante": 10, "xtra_bonus": 10, "all_in": stake}
        else:
            back |= {"ante": 0, "xtra_bonus": 0, "all_in": 0}
        if not qualifies:
            back["ante"] = 10
    run = longest_run(held + board, "low_with_2345")
    table = printed.SAME_SUIT["A"]
    lines = [int(table[f"run{n}"]) for n in (4, 5, 6, 7) if n <= run] + [
        int(table[str(n)]) for n in (4, 5, 6, 7) if n <= ours[0]
    ]
    back["same_suit"] = 5 + 5 * max(lines) if lines else 0
    return back


def test_chase_the_flush() -> None:
    chance = random.Random(12)
    choices = [["all-in"], ["check", "all-in"], ["check", "check", "all-in"], ["check", "check", "fold"]]
    for _ in range(400):
        deck = chance.sample(DECK, 52)
        if chance.random() < 0.5:  # Few suits, so that long flushes and runs come up.
            deck.sort(key=lambda card: (card[1] not in "sh", chance.random()))
        count = chance.randint(1, 6)
        dealer, board = deck[:3], deck[3:7]
        hands = [deck[7 + 3 * n : 10 + 3 * n] for n in range(count)]
        actions = [chance.choice(choices) for _ in range(count)]
        wagers = {"ante": "10", "xtra_bonus": "10", "same_suit": "5"}
        seats = [
            {"seat": n + 1, "cards": " ".join(hands[n]), "wagers": wagers, "actions": actions[n]}
            for n in range(count)
        ]
        answer = settle(MD_CTF, {"dealer": " ".join(dealer), "community": " ".join(board), "seats": seats})
        for n in range(count):
            check(answer, n + 1, expected_ctf(dealer, board, hands[n], actions[n]))
