"""What the layout of a table shows: betting areas, places for cards, inscriptions, each with the clauses that ask for
it. The drawing for the printer and the table on the screen are both made from this."""

from __future__ import annotations

from dataclasses import dataclass

from houserules.exhibits import rules_in_words as words
from houserules.law import Cited
from houserules.law import words as w
from houserules.law.words import PROGRESSIVE, CardArea, CardsOf, InscriptionPlace
from houserules.play import Rules, cited


@dataclass(frozen=True, slots=True)
class BettingArea:
    """A betting area, of which each player has one."""

    wager: str
    title: str
    required: bool
    """Whether it belongs to the base game; the other wagers are optional."""
    sensor: bool
    """Whether it holds the wagering device of the progressive table game system."""
    clauses: tuple[str, ...]
    right_of: str | None = None
    """The wager to its left, with an addition sign between the two."""
    right_of_clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CardPlace:
    whose: CardsOf
    cards: int
    shape: CardArea
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Inscription:
    about: str
    text: str | None
    """None where a sign says it instead. Each line of the text is complete in itself."""
    place: InscriptionPlace | None
    """Where the document wants it; None where it does not require it."""
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    game: str
    operator: str
    operator_clauses: tuple[str, ...]
    seats: int
    felt: str
    areas: tuple[BettingArea, ...]
    """The areas of one player, from left to right."""
    cards: tuple[CardPlace, ...]
    inscriptions: tuple[Inscription, ...]

    def inscription(self, about: str) -> Inscription | None:
        return next((each for each in self.inscriptions if each.about == about), None)


def layout_of(rules: Rules) -> Layout:
    """The layout of a table with this submission: everything its rulebook requires, and nothing that is not
    offered."""
    book = rules.book
    named = book.table.operator_on_layout
    return Layout(
        game=book.title,
        operator=rules.submission.operator,
        operator_clauses=cited(named) if named is not None and named.value else (),
        seats=rules.seats,
        felt=book.shown.felt.value,
        areas=_areas(rules),
        cards=_cards(rules),
        inscriptions=_inscriptions(rules),
    )


def _areas(rules: Rules) -> tuple[BettingArea, ...]:
    book = rules.book
    decided = {street.wager for street in rules.streets}
    found = []
    for wager in book.shown.order:
        if wager not in rules.stakes and wager not in decided:
            continue
        asked, beside = book.layout.areas.get(wager), book.layout.right_of.get(wager)
        found.append(
            BettingArea(
                wager=wager,
                title=book.shown.wagers[wager].title,
                required=wager in decided or rules.stakes[wager].required,
                sensor=wager == PROGRESSIVE,
                clauses=cited(asked) if asked is not None else (),
                right_of=beside.value if beside is not None else None,
                right_of_clauses=cited(beside) if beside is not None else (),
            )
        )
    return tuple(found)


def _on_layout(wanted: Cited[InscriptionPlace] | None) -> bool:
    return wanted is not None and wanted.value is InscriptionPlace.LAYOUT


def _cards(rules: Rules) -> tuple[CardPlace, ...]:
    asked = rules.book.layout.cards
    dealt = ((CardsOf.DEALER, rules.dealer_cards), (CardsOf.COMMUNITY, rules.community_cards))
    return tuple(
        CardPlace(whose, count, asked[whose].value, cited(asked[whose]))
        if whose in asked
        else CardPlace(whose, count, CardArea.ONE_FOR_ALL, ())
        for whose, count in dealt
        if count
    )


def _inscriptions(rules: Rules) -> tuple[Inscription, ...]:
    """What is written at the table, and where the document wants it."""
    wanted = rules.book.layout.inscriptions
    suited = rules.book.wagers[PROGRESSIVE].suited_hole_cards if rules.progressive is not None else None
    texts = {
        "qualifying": words.qualifying_text(rules) if rules.book.qualifying is not None else None,
        "decision": words.decision_text(rules) if rules.streets else None,
        "payout_limit": words.limit_text(rules),
        "wheel": words.wheel_text(suited.value) if suited is not None else None,
        "odds": words.odds_text(rules) if _on_layout(wanted.get(w.Inscription.ODDS)) else None,
    }
    said = [about for about, text in texts.items() if text is not None]
    return tuple(
        Inscription(
            about,
            texts.get(about),
            wanted[about].value if about in wanted else None,
            cited(wanted[about]) if about in wanted else (),
        )
        for about in dict.fromkeys((*said, *wanted))
    )
