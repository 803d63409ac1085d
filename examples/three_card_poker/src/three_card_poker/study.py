"""Three Card Poker: best play with every hand, as maps and in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houserules.cards import RANKS
from houserules.lab import TWO_CARDS, Cell, Panel, Results, Section, Study, pair, percent_of, ranks_down
from three_card_poker.counting import FOLD, HIGH_CARD, KINDS, Terms, all_ends, hand_text, kind_of


@dataclass(frozen=True, slots=True)
class HandValue:
    """A class of hands: what playing on brings, and whether best play does."""

    cards: tuple[int, ...]
    hands: int
    key: int
    value: Fraction

    @property
    def plays(self) -> bool:
        return self.value > -1

    @property
    def ranks(self) -> list[str]:
        return [RANKS[rank] for rank in sorted((card % 13 for card in self.cards), reverse=True)]


@dataclass(frozen=True, slots=True)
class _BestPlay:
    """Best play with every hand."""

    terms: Terms
    values: tuple[HandValue, ...]
    best: Results

    def described(self) -> Study:
        return Study(self._panels(), self._sections(), self._data())

    def _panels(self) -> tuple[Panel, ...]:
        high_cards = [each for each in self.values if kind_of(each.key) == HIGH_CARD]
        return self._by_kind(), self._by_two_cards(high_cards)

    def _sections(self) -> tuple[Section, ...]:
        played, folded = self._keys(True), self._keys(False)
        said = []
        if played:
            sure = [key for key in played if not folded or key > folded[-1]]
            said += [f"Play with {hand_text(sure[0])} and better."] if sure else []
            said.append(f"Fold every hand below {hand_text(played[0])}.")
        between = sorted(set(played) & set(folded))
        if between:
            names = ", ".join(map(hand_text, between))
            said.append(f"With {names} the suits decide.")
        cost = percent_of(self.best.house_edge, 8)
        said.append(f"The house then keeps {cost} of the ante.")
        return (Section("Play or fold", tuple(said)),)

    def _data(self) -> dict[str, Any]:
        played, folded = self._keys(True), self._keys(False)
        return {
            "play_from": hand_text(played[0]) if played else None,
            "fold_to": hand_text(folded[-1]) if folded else None,
            "hands": [
                {
                    "hand": "-".join(each.ranks),
                    "kind": KINDS[kind_of(each.key)].replace("_", " "),
                    "hands": each.hands,
                    FOLD: pair(Fraction(-1)),
                    self.terms.action: pair(each.value),
                    "best": self.terms.action if each.plays else FOLD,
                }
                for each in sorted(self.values, key=lambda each: each.key, reverse=True)
            ],
        }

    def _keys(self, plays: bool) -> list[int]:
        return sorted({each.key for each in self.values if each.plays is plays})

    def _by_kind(self) -> Panel:
        groups: dict[tuple[str, str], list[HandValue]] = {}
        for each in self.values:
            row = KINDS[kind_of(each.key)].replace("_", " ")
            groups.setdefault((row, RANKS[each.key >> 8 & 15]), []).append(each)
        cells = {(row, rank): self._cell(f"{row}, {rank}", group) for (row, rank), group in groups.items()}
        rows = tuple(kind.replace("_", " ") for kind in reversed(KINDS))
        columns = ranks_down(column for _, column in cells)
        return Panel("Every hand, by its kind", "kind", "rank that decides first", "kind", rows, columns, cells)

    def _by_two_cards(self, high_cards: Sequence[HandValue]) -> Panel:
        groups: dict[tuple[str, str], dict[str, list[HandValue]]] = {}
        for each in high_cards:
            high, second, third = each.ranks
            groups.setdefault((high, second), {}).setdefault(third, []).append(each)
        cells = {
            place: self._cell(
                "-".join(place),
                [each for part in thirds.values() for each in part],
                tuple(self._cell("-".join((*place, third)), thirds[third]) for third in ranks_down(thirds)),
            )
            for place, thirds in groups.items()
        }
        rows, columns = ranks_down(row for row, _ in cells), ranks_down(column for _, column in cells)
        title = "Hands without a pair, by their two highest cards"
        return Panel(title, TWO_CARDS, "second card", "highest card", rows, columns, cells)

    def _cell(self, label: str, group: Sequence[HandValue], parts: tuple[Cell, ...] = ()) -> Cell:
        hands = sum(each.hands for each in group)
        play = sum((each.value * each.hands for each in group), Fraction()) / hands
        value = sum((max(each.value, Fraction(-1)) * each.hands for each in group), Fraction()) / hands
        bet_on = sum(each.hands for each in group if each.plays)
        return Cell(label, hands, bet_on, value, {FOLD: Fraction(-1), self.terms.action: play}, parts)


def study_of(terms: Terms, best: Results) -> Study:
    values = tuple(HandValue(cards, weight, ends.key, ends.value(terms)) for cards, weight, ends in all_ends(terms))
    return _BestPlay(terms, values, best).described()
