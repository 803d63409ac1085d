"""Cards and hands of the oracle. A card is two letters."""

from __future__ import annotations

RANKS = "23456789TJQKA"
SUITS = "shdc"
NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven"}


def rank(card: str) -> int:
    """2 to 14."""
    return RANKS.index(card[0]) + 2


def best_flush(cards: list[str]) -> list[str]:
    """The cards of the highest flush, highest first: the longest, and among equals the one of higher cards."""
    suits = [sorted((card for card in cards if card[1] == suit), key=rank, reverse=True) for suit in SUITS]
    return max(suits, key=lambda flush: (len(flush), [rank(card) for card in flush]))


def strength(cards: list[str]) -> tuple[int, list[int]]:
    """Length and ranks of the best flush; the greater wins, equal ones tie."""
    flush = best_flush(cards)
    return len(flush), [rank(card) for card in flush]


def reaches_nine(cards: list[str]) -> bool:
    """At least a three-card flush, nine high."""
    return strength(cards) >= (3, [9])


def runs(cards: list[str], ace: str) -> list[list[int]]:
    """Every run in a suit of three cards or more, by its ranks; an ace that stands low is a 1."""
    found = []
    for suit in SUITS:
        held = {rank(card) for card in cards if card[1] == suit}
        if 14 in held and ace != "high_only":
            held.add(1)
        if len(held) < 3:
            continue
        for low in range(1, 15):
            for high in range(low, 15):
                run = list(range(low, high + 1))
                if not set(run) <= held or (1 in run and 14 in run):
                    continue
                if 1 in run and ace == "low_with_2345" and not {2, 3, 4, 5} <= set(run):
                    continue
                found.append(run)
    return found


def lines(cards: list[str], ace: str, suit: str | None = None) -> set[str]:
    """The names of all that a pay table may find in these cards; suit is the one named for 5(c)(2)."""
    found = {str(length) for length in range(4, len(best_flush(cards)) + 1)}
    for run in runs(cards, ace):
        if 3 <= len(run) <= 7:
            found.add(f"{len(run)}s")
        if run == [9, 10, 11, 12, 13, 14]:
            found.add("nine to ace")
    if any(sum(card[0] == r for card in cards) == 4 for r in RANKS):
        found.add("four of a kind")
    if suit and "7s" in found and all(card[1] == suit for card in cards):
        found.add("suit specific 7s")
    return found
