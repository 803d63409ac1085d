"""Reads a scenario into what the players held, staked and did. Every fault is reported with its place."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from houserules.cards import Card, CardError, format_card, parse_deck
from houserules.law import MalformedData
from houserules.law.words import PROGRESSIVE, IrregularityKind
from houserules.money import Money
from houserules.play import Rules
from houserules.play.commands import SpinWheel
from houserules.scenarios.fields import Reader, shown
from houserules.scenarios.steps import ScenarioStep, read_steps

KEYS: Final = {"submission", "dealer", "community", "deck", "meters", "seats", "steps", "irregularities"}
SEAT_KEYS: Final = {"seat", "player", "cards", "wagers", "action", "actions", "set", "wheel"}
OF_A_PLAYER: Final = (IrregularityKind.HAND_ABANDONED, IrregularityKind.INFORMATION_SHARED)
"""Whose seat must be named."""
IRREGULARITY_KEYS: Final = {"kind", "when", "count", "seat", "who", "card", "cards", "in_deck"}
_BET: Final = re.compile(r"(?P<word>[a-z_-]+)(?: (?P<amount>[0-9.]+)(?P<times>x)?)?", re.ASCII)

WHEN: Final = {
    "betting": "before betting closes",
    "dealing": "while the initial cards are dealt; so it is where nothing is said",
    "decisions": "after the initial cards, before every player has decided",
    "after_decisions": "when all have decided, before the dealer's hand is shown",
    "reveal": "when the dealer's hand is shown",
    "settlement": "while wagers are settled",
}
"""The words for when something went wrong."""

WHEN_WITH_A_BOARD: Final = {
    "flop": "while the Flop is dealt",
    "community": "while the other community cards are dealt",
}
"""More such words, for a game with community cards."""

_MISDEAL: Final = "wrong_number_of_cards"


@dataclass(frozen=True, slots=True)
class Deed:
    """One decision as written: the word, with the amount or the multiple where one was given."""

    word: str
    amount: int | None = None
    multiple: int | None = None


@dataclass(frozen=True, slots=True)
class ScenarioSeat:
    seat: int
    player: int
    cards: tuple[Card, ...] | None
    wagers: tuple[tuple[str, int], ...]
    deeds: tuple[Deed, ...]
    set_cards: tuple[Card, ...] | None
    wheel: str | None


@dataclass(frozen=True, slots=True)
class ScenarioIrregularity:
    place: str
    kind: str
    when: str
    count: int
    seat: int | None
    who: str | None
    card: Card | None
    in_deck: int | None = None


@dataclass(frozen=True, slots=True)
class Scenario:
    seats: tuple[ScenarioSeat, ...]
    dealer: tuple[Card, ...] | None
    community: tuple[Card, ...] | None
    deck: tuple[Card, ...] | None
    meters: dict[str, Money]
    irregularities: tuple[ScenarioIrregularity, ...]
    steps: tuple[ScenarioStep, ...]


def read_scenario(rules: Rules, data: Mapping[str, Any]) -> Scenario:
    """The scenario, or :class:`MalformedData` with every fault found."""
    reader = Reader()
    reader.unknown(data, KEYS, "")
    deck = _read_deck(reader, data)
    misdealt = _misdealt(data)
    dealer = reader.cards(data, "dealer", "", None if "dealer" in misdealt else rules.dealer_cards)
    community = None
    if rules.community_cards:
        count = None if "community" in misdealt else rules.community_cards
        community = reader.cards(data, "community", "", count)
    elif "community" in data:
        reader.wrong("community", "this game has no community cards")
    scenario = Scenario(
        seats=_read_seats(reader, rules, data, misdealt),
        dealer=dealer,
        community=community,
        deck=deck,
        meters=_read_meters(reader, rules, data),
        irregularities=_read_irregularities(reader, rules, data),
        steps=read_steps(reader, data, _words(rules)),
    )
    _check_cards(reader, data, scenario)
    if reader.problems:
        raise MalformedData(*reader.problems)
    return scenario


def _read_deck(reader: Reader, data: Mapping[str, Any]) -> tuple[Card, ...] | None:
    text = reader.text(data, "deck", "")
    if text is None:
        return None
    try:
        return parse_deck(text)
    except CardError as error:
        reader.wrong("deck", str(error))
        return None


def _read_meters(reader: Reader, rules: Rules, data: Mapping[str, Any]) -> dict[str, Money]:
    meters = data.get("meters", {})
    if not isinstance(meters, dict):
        reader.wrong("meters", f"expected a table, not {shown(meters)}")
        return {}
    known = rules.book.progressive.meters.value if rules.book.progressive else ()
    reader.unknown(meters, set(known), "meters.")
    amounts = {name: reader.amount(value, f"meters.{name}") for name, value in meters.items()}
    return {name: amount for name, amount in amounts.items() if amount is not None}


def _misdealt(data: Mapping[str, Any]) -> set[object]:
    """Whose hands have a wrong number of cards by an irregularity: they are written as they were dealt."""
    entries = data.get("irregularities", [])
    named: set[object] = set()
    for entry in entries if isinstance(entries, list) else ():
        if isinstance(entry, dict) and entry.get("kind") == _MISDEAL:
            named |= {whose for whose in (entry.get("seat"), entry.get("who")) if isinstance(whose, int | str)}
    return named


def _read_seats(
    reader: Reader, rules: Rules, data: Mapping[str, Any], misdealt: set[object]
) -> tuple[ScenarioSeat, ...]:
    seats: list[ScenarioSeat] = []
    entries = reader.tables(data, "seats")
    if not entries and not reader.problems:
        reader.wrong("seats", "no player sits at the table: write [[seats]] for each hand")
    for entry_place, entry in entries:
        number = reader.number(entry, "seat", entry_place, None)
        if number is None:
            if entry.get("seat") is None:
                reader.wrong(f"{entry_place}seat", f"is missing: a number from 1 to {rules.seats}")
            continue
        if not 1 <= number <= rules.seats:
            reader.wrong(f"{entry_place}seat", f"there is no seat {number}: seats are 1 to {rules.seats} "
                         f"({rules.book.table.most_seats.clause})")  # fmt: skip
            continue
        if any(seat.seat == number for seat in seats):
            reader.wrong(f"{entry_place}seat", f"seat {number} stands twice")
            continue
        place = f"seat {number}: "
        reader.unknown(entry, SEAT_KEYS, place)
        player = reader.number(entry, "player", place, number) or number
        seats.append(
            ScenarioSeat(
                seat=number,
                player=player,
                cards=reader.cards(entry, "cards", place, None if number in misdealt else rules.player_cards),
                wagers=_read_wagers(reader, rules, entry, place),
                deeds=_read_deeds(reader, rules, entry, place),
                set_cards=reader.cards(entry, "set", place, None),
                wheel=_read_wheel(reader, rules, entry, place),
            )
        )
    return tuple(sorted(seats, key=lambda seat: seat.seat))


def _read_wheel(reader: Reader, rules: Rules, entry: Mapping[str, Any], place: str) -> str | None:
    """The symbol that the wheel showed, where one can spin for this player."""
    symbol = reader.text(entry, "wheel", place)
    if symbol is None:
        return None
    wagers = entry.get("wagers")
    if not rules.wheel:
        reader.wrong(f"{place}wheel", "no wheel spins in this game; leave it out")
    elif not isinstance(wagers, dict) or PROGRESSIVE not in wagers:
        clause = rules.clauses_of(SpinWheel.step)[0]
        reader.wrong(f"{place}wheel", f"without a Progressive wager no wheel spins ({clause}); leave it out")
    elif symbol not in rules.symbols:
        there = ", ".join(line.hand for line in rules.tables[PROGRESSIVE].lines if line.hand in rules.symbols)
        reader.wrong(f"{place}wheel", f"no such symbol as {shown(symbol)}; there are {there}")
    return symbol


def _read_wagers(reader: Reader, rules: Rules, entry: Mapping[str, Any], place: str) -> tuple[tuple[str, int], ...]:
    wagers = entry.get("wagers")
    if not isinstance(wagers, dict):
        reader.wrong(f"{place}wagers", f'is missing or no table: write wagers = {{{rules.base_wager} = "10"}}')
        return ()
    amounts = []
    for name, value in wagers.items():
        if name not in rules.stakes:
            reason = "is not offered" if name in rules.book.wagers else "is no wager of this game"
            if name in {street.wager for street in rules.streets}:
                reason = "is made after seeing cards: write it as an action"
            reader.wrong(f"{place}wagers.{name}", f"{reason}; there are {', '.join(rules.stakes)}")
            continue
        amount = reader.stake(value, f"{place}wagers.{name}")
        if amount is not None:
            amounts.append((name, int(amount)))
    return tuple(amounts)


def _read_deeds(reader: Reader, rules: Rules, entry: Mapping[str, Any], place: str) -> tuple[Deed, ...]:
    if "action" in entry and "actions" in entry:
        reader.wrong(f"{place}action", "write action or actions, not both")
    written = entry.get("actions", [entry["action"]] if "action" in entry else [])
    if not isinstance(written, list):
        reader.wrong(f"{place}actions", f"expected a list of texts, not {shown(written)}")
        return ()
    deeds = []
    for text in written:
        match = _BET.fullmatch(text) if isinstance(text, str) else None
        if match is None:
            reader.wrong(f"{place}action", f"{shown(text)} is no action: write {_actions(rules)}")
            continue
        word = match["word"].replace("-", "_")
        amount = reader.stake(match["amount"], f"{place}action") if match["amount"] else None
        if match["times"]:
            deeds.append(Deed(word, multiple=int(match["amount"]) if match["amount"].isdecimal() else 0))
        else:
            deeds.append(Deed(word, amount))
    return tuple(deeds)


def _actions(rules: Rules) -> str:
    """The words that are allowed as an action, in the terms of the game."""
    words = []
    for street in rules.streets:
        word = street.wager.replace("_", "-")
        words += [f'"{word}"' if street.is_exact else f'"{word} 10"', f'"{street.decline}"']
    return " or ".join(dict.fromkeys(words)) or "nothing: players decide nothing in this game"


def _read_irregularities(reader: Reader, rules: Rules, data: Mapping[str, Any]) -> tuple[ScenarioIrregularity, ...]:
    known = rules.irregularity_kinds - {"device_out_of_order", "shuffler_count_wrong"}
    words = _words(rules)
    places = ["dealer", "community"] if rules.community_cards else ["dealer"]
    found = []
    for place, entry in reader.tables(data, "irregularities"):
        reader.unknown(entry, IRREGULARITY_KEYS, place)
        kind = reader.text(entry, "kind", place)
        if kind is None or kind not in known:
            reader.wrong(f"{place}kind", f"{shown(kind)} is not provided for; there are {', '.join(sorted(known))}")
            continue
        cards = _cards_found(reader, entry, place, kind)
        count = reader.number(entry, "count", place, max(1, len(cards))) or 0
        if count < max(1, len(cards)):
            reader.wrong(f"{place}count", f"expected {len(cards) or 'one'} or more")
        seat = reader.number(entry, "seat", place, None)
        if seat is None and kind in OF_A_PLAYER:
            reader.wrong(f"{place}seat", "is missing: whose hand is it?")
        who = reader.text(entry, "who", place)
        if who is not None and who not in places:
            wanted = " or ".join(f'"{whose}"' for whose in places)
            reader.wrong(f"{place}who", f"expected {wanted}, not {shown(who)}")
        in_deck = reader.number(entry, "in_deck", place, None)
        if in_deck is not None and kind != "stub_count_misdealt":
            reader.wrong(f"{place}in_deck", "only after a misdeal are all cards counted; leave it out")
        when = reader.text(entry, "when", place)
        if when is not None and when not in words:
            reader.wrong(f"{place}when", f"{shown(when)} is no such time; there are {', '.join(words)}")
        when = when or "dealing"
        found += [ScenarioIrregularity(place, kind, when, 1, seat, who, card) for card in cards]
        if count > len(cards):
            found.append(ScenarioIrregularity(place, kind, when, count - len(cards), seat, who, None, in_deck))
    return tuple(found)


def _words(rules: Rules) -> list[str]:
    """The times at which something may happen, in the order of a round."""
    board = list(WHEN_WITH_A_BOARD) if rules.community_cards else []
    words = list(WHEN)
    return [*words[:3], *board, *words[3:]]


def _cards_found(reader: Reader, entry: Mapping[str, Any], place: str, kind: str) -> tuple[Card, ...]:
    """The cards that were found face up: ``card`` for one, ``cards`` for any number."""
    if "card" in entry and "cards" in entry:
        reader.wrong(f"{place}card", "write card or cards, not both")
    one, several = reader.cards(entry, "card", place, 1), reader.cards(entry, "cards", place, None)
    if (one or several) and kind != "cards_face_up":
        key = "card" if one else "cards"
        reader.wrong(f"{place}{key}", "only a card found face up is named; leave it out")
    return one or several or ()


def _check_cards(reader: Reader, data: Mapping[str, Any], scenario: Scenario) -> None:
    """A deck or hands, not both; no card in two places. Whether one is missing shows when the round is played."""
    if "deck" in data:
        for place in ("dealer", "community"):
            if place in data:
                reader.wrong(place, "the deck is given, so the cards are dealt from it")
        if any(seat.cards for seat in scenario.seats):
            reader.wrong("seats", "the deck is given, so the cards are dealt from it: leave cards out")
        return
    holders = [("dealer", scenario.dealer), ("community", scenario.community)]
    holders += [(f"seat {seat.seat}: cards", seat.cards) for seat in scenario.seats]
    seen: dict[Card, str] = {}
    for place, cards in holders:
        for card in cards or ():
            if card in seen:
                reader.wrong(place, f"{format_card(card)} lies at {seen[card]} too, and one deck has it once")
            seen[card] = place
    for irregularity in scenario.irregularities:
        named = irregularity.card
        if named is not None and named in seen:
            holder = seen[named].removesuffix(": cards")
            reader.wrong(
                f"{irregularity.place}card",
                f"{format_card(named)} lies at {holder}; a card found face up is in no hand",
            )
        elif named is not None:
            seen[named] = irregularity.place.removesuffix(": ")
