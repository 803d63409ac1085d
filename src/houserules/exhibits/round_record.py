"""Papers of one round that was played: its record, and the slip of a progressive win. Made from an exported round."""

from __future__ import annotations

import hashlib
from collections.abc import Set as AbstractSet
from io import BytesIO
from typing import Any, Final

from houserules.cards import Card, format_cards
from houserules.exhibits.head import head_of
from houserules.exhibits.rules_in_words import line_title, odds_in_words, title_of
from houserules.exhibits.typeset import typeset
from houserules.law import MalformedData, Rulebook
from houserules.law.words import PROGRESSIVE
from houserules.money import Money, format_dollars, format_price
from houserules.play import BOARD, DEALER, evolve, read_export, replay, submission_of
from houserules.play import commands as c
from houserules.play import events as e

NOT_SHOWN: Final = "not turned up"
ROUND_FILES: Final = ("round.pdf", "slip.pdf")


def round_papers(content: bytes, turned_up: AbstractSet[int] | None = None) -> dict[str, bytes]:
    """``round.pdf``, and ``slip.pdf`` where a progressive wager won. A record that does not replay is refused.

    Of hands of which not all cards are in ``turned_up`` the cards are left out; None is for those who may see all.
    """
    difference = replay(content)
    if difference is not None:
        raise MalformedData(
            f"the round does not replay: {difference.place} is {difference.recorded}, "
            f"and played again {difference.replayed}"
        )
    data = _round_data(content, turned_up)
    pictures = {"proof.svg": _code(f"houserules.round/1 sha256:{data['digest']}")}
    made = {"round.pdf": typeset("round", data, pictures)}
    if data["wins"]:
        made["slip.pdf"] = typeset("slip", data, pictures)
    return made


def _code(text: str) -> bytes:
    import segno  # noqa: PLC0415  only printing needs it

    drawn = BytesIO()
    segno.make(text, error="m", micro=False).save(drawn, kind="svg", border=2, scale=4, xmldecl=False)
    return drawn.getvalue()


def _round_data(content: bytes, turned_up: AbstractSet[int] | None) -> dict[str, Any]:
    exported = read_export(content)
    submission = submission_of(exported)
    book, word = submission.rulebook, submission.odds_word
    dealt, number, meter = _hands(exported.events), 0, exported.before.main
    hands = {place: format_cards(map(Card, cards)) for place, cards in dealt.items()}
    shown = {place: hands[place] for place, cards in dealt.items() if turned_up is None or turned_up >= set(cards)}
    table, lines, wins = exported.before, list[dict[str, Any]](), list[dict[str, Any]]()
    validated = [each for each in exported.commands if isinstance(each, c.ValidatePayout)]
    for event in exported.events:
        before = table.main
        table = evolve(table, event)
        match event:
            case e.RoundOpened():
                number = event.round
            case e.WagerSettled():
                line = _line(book, word, event)
                lines.append(line)
                if event.wager == PROGRESSIVE and event.outcome is e.SettledAs.WIN:
                    by = [each.by.value for each in validated if each.seat == event.seat]
                    wins.append(
                        {
                            **line,
                            "paid": format_price(Money(event.paid)),
                            "staked": format_price(Money(event.stake)),
                            "cards": hands.get(event.seat, ""),
                            "meter_before": format_price(before),
                            "meter_after": format_price(table.main),
                            "validated_by": by[0] if by else "not needed",
                        }
                    )
            case _:
                pass
    voided = next((each for each in exported.events if isinstance(each, e.RoundVoided)), None)
    return {
        "head": head_of(submission),
        "number": number,
        "digest": hashlib.sha256(content).hexdigest(),
        "dealer": shown.get(DEALER, NOT_SHOWN if DEALER in hands else ""),
        "board": shown.get(BOARD, NOT_SHOWN if BOARD in hands else ""),
        "seats": [{"seat": seat, "cards": shown.get(seat, NOT_SHOWN)} for seat in sorted(hands) if seat > 0],
        "lines": lines,
        "wins": wins,
        "void": list(voided.clauses) if voided is not None else None,
        "meter_before": format_price(meter),
        "meter_after": format_price(table.main),
        "staked": format_dollars(Money(sum(each["stake"] for each in lines))),
        "returned": format_dollars(Money(sum(each["back"] for each in lines))),
    }


def _hands(events: tuple[e.AnyEvent, ...]) -> dict[int, list[int]]:
    """The cards of each seat, of the dealer and of the board, as they came."""
    found: dict[int, list[int]] = {}
    for event in events:
        match event:
            case e.CardsDealt():
                for place, card in zip(event.places, event.cards, strict=True):
                    found.setdefault(place, []).append(card)
            case e.CommunityDealt():
                found.setdefault(BOARD, []).extend(event.cards)
            case _:
                pass
    return found


def _line(book: Rulebook, word: str, event: e.WagerSettled) -> dict[str, Any]:
    row = event.row
    return {
        "seat": event.seat,
        "wager": title_of(book, event.wager),
        "stake": event.stake,
        "back": event.returned,
        "staked": format_dollars(Money(event.stake)),
        "outcome": event.outcome.value,
        "odds": odds_in_words(event.odds, word) if event.odds else "",
        "row": (row if row.startswith("$") else line_title(book, row)) if row else "",
        "paid": format_dollars(Money(event.paid)),
        "returned": format_dollars(Money(event.returned)),
        "clauses": list(event.clauses),
    }
