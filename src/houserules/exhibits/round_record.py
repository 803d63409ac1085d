"""Papers of one round that was played: its record, and the slip of a progressive win. They are made from an exported
round."""

from __future__ import annotations

import hashlib
from collections.abc import Set as AbstractSet
from typing import Any, Final

from houserules.cards import Card, format_cards
from houserules.exhibits.head import head_of
from houserules.exhibits.proof_code import InLog, code, proof_text
from houserules.exhibits.rules_in_words import (
    hand_title,
    is_wheel,
    odds_in_words,
    pays_text,
    tables_of,
    title_of,
)
from houserules.exhibits.typeset import typeset
from houserules.law import MalformedData, Source, Submission
from houserules.law.words import PROGRESSIVE
from houserules.money import format_price
from houserules.play import BOARD, DEALER, evolve, read_export, replay, submission_of
from houserules.play import commands as c
from houserules.play import events as e

NOT_SHOWN: Final = "not turned up"
NO_CARDS: Final = "none"
ROUND_FILES: Final = ("round.pdf", "slip.pdf")


def is_progressive_win(event: e.WagerSettled) -> bool:
    return event.wager == PROGRESSIVE and event.outcome is e.SettledAs.WIN


def round_papers(
    content: bytes, turned_up: AbstractSet[int] | None = None, in_log: InLog | None = None
) -> dict[str, bytes]:
    """``round.pdf``, and ``slip.pdf`` where a progressive wager won. A record that does not replay is refused.

    The cards of a hand are left out unless all of them are in ``turned_up``; None is for readers who may see all
    cards. A round that is ``in_log`` shows its proof as a QR code, and one for each win; any other round shows the
    digest of its record.
    """
    difference = replay(content)
    if difference is not None:
        raise MalformedData(
            f"the round does not replay: {difference.place} is {difference.recorded}, "
            f"and played again {difference.replayed}"
        )
    data = _round_data(content, turned_up)
    said = f"houserules.round/1 sha256:{data['digest']}"
    closed, wins = said, [said] * len(data["wins"])
    if in_log is not None:
        in_log = in_log.fitting()
        closed, wins = proof_text(in_log.closed), [proof_text(each) for each in in_log.wins]
        for win, proved in zip(data["wins"], in_log.wins, strict=True):
            win["position"] = proved["events"][0]["position"]
            if win["seat"] in in_log.validated:
                win["validated_by"] += f" ({in_log.validated[win['seat']]})"
    data["log"] = _place(in_log)
    made = {"round.pdf": typeset("round", data, {"proof.svg": code(closed)})}
    if wins:
        made["slip.pdf"] = typeset("slip", data, {f"proof-{n}.svg": code(each) for n, each in enumerate(wins)})
    return made


def _place(in_log: InLog | None) -> dict[str, Any] | None:
    """Where the round is in the log, and who has signed that position."""
    if in_log is None:
        return None
    origin, size = in_log.closed["checkpoint"].split("\n")[:2]
    return {
        "origin": origin,
        "size": size,
        "first": in_log.first,
        "last": in_log.last,
        "signed": in_log.closed["checkpoint"].partition("\n\n")[2].count("\n") - 1,
    }


def _round_data(content: bytes, turned_up: AbstractSet[int] | None) -> dict[str, Any]:
    exported = read_export(content)
    submission = submission_of(exported)
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
                line = _line(submission, event)
                lines.append(line)
                if is_progressive_win(event):
                    by = [each.by.value for each in validated if each.seat == event.seat]
                    wins.append(
                        {
                            **line,
                            "paid": line["odds"] if event.in_kind else format_price(event.paid),
                            "in_kind": bool(event.in_kind),
                            "staked": format_price(event.stake),
                            "cards": hands.get(event.seat, ""),
                            "meter_before": format_price(before),
                            "meter_after": format_price(before),
                            "validated_by": by[0] if by else "not needed",
                        }
                    )
            case e.MeterChanged(reason=e.PAYOUT) if wins:  # It follows the win that it belongs to.
                wins[-1]["meter_after"] = format_price(table.main)
            case _:
                pass
    voided = next((each for each in exported.events if isinstance(each, e.RoundVoided)), None)
    return {
        "head": head_of(submission),
        "number": number,
        "digest": hashlib.sha256(content).hexdigest(),
        "dealer": shown.get(DEALER, NOT_SHOWN if DEALER in hands else NO_CARDS),
        "board": shown.get(BOARD, NOT_SHOWN if BOARD in hands else ""),
        "seats": [{"seat": seat, "cards": shown.get(seat, NOT_SHOWN)} for seat in sorted(hands) if seat > 0],
        "lines": lines,
        "wins": wins,
        "void": list(voided.clauses) if voided is not None else None,
        "metered": _has_meter(submission),
        "meter_before": format_price(meter),
        "meter_after": format_price(table.main),
        "staked": _in_cents(sum(each["stake"] for each in lines)),
        "returned": _in_cents(sum(each["back"] for each in lines)),
    }


def _has_meter(submission: Submission) -> bool:
    """Whether the progressive has a meter, and not a prize that is fixed."""
    offered = submission.progressive
    return offered is not None and offered.paytable.pays_share_of(Source.METER)


def _hands(events: tuple[e.AnyEvent, ...]) -> dict[int, list[int]]:
    """The cards of each seat, of the dealer and of the board, in the order dealt."""
    found: dict[int, list[int]] = {}
    for event in events:
        match event:
            case e.CardsDealt():
                for place, card in zip(event.places, event.cards, strict=True):
                    found.setdefault(place, []).append(card)
            case e.CommunityDealt():  # Cards that were dealt in a stack are only turned up.
                board = found.setdefault(BOARD, [])
                board.extend(card for card in event.cards if card not in board)
            case _:
                pass
    return found


def _in_cents(amount: int) -> str:
    """The amount as shown in a column of amounts: always with cents."""
    shown = format_price(amount)
    return shown if "." in shown else f"{shown}.00"


def _line(submission: Submission, event: e.WagerSettled) -> dict[str, Any]:
    book = submission.rulebook
    return {
        "seat": event.seat,
        "wager": title_of(book, event.wager),
        "stake": event.stake,
        "back": event.returned,
        "staked": _in_cents(event.stake),
        "outcome": event.outcome.value,
        "odds": _odds(submission, event),
        "row": _row(submission, event),
        "paid": _in_cents(event.paid),
        "returned": _in_cents(event.returned),
        "clauses": list(event.clauses),
    }


def _row(submission: Submission, event: e.WagerSettled) -> str:
    """The line that was won, as the sign calls it."""
    if not event.row:
        return ""
    shown = "Wheel shows " if is_wheel(submission, event.wager) else ""
    return shown + hand_title(submission, event.wager, event.row)


def _odds(submission: Submission, event: e.WagerSettled) -> str:
    """What the line pays, a share with that of which it is one; of merchandise what it is."""
    if event.in_kind:
        return event.odds or ""
    table = tables_of(submission).get(event.wager)
    line = table.line(event.row) if table is not None and event.row else None
    if line is not None and event.odds:
        return pays_text(line.pay, submission.odds_word)
    return odds_in_words(event.odds, submission.odds_word) if event.odds else ""
