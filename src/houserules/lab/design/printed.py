"""Every printed pay table of a document in one overview: edge, hit frequency, deviation, break-even, and the worth of
each line."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from houserules.lab.counting.progressives import ProgressiveLine, ProgressiveWager, progressive_wager
from houserules.lab.counting.side_bets import LineResult, is_side_bet, side_bet
from houserules.lab.design.countability import ReusedStub, reused_stub
from houserules.lab.exact import decimal_of, pair, root_of
from houserules.lab.reports.analysis_data import dollars_pair
from houserules.lab.reports.reading_prices import bundled, submission_of
from houserules.lab.solving.base_game import base_results, table_shares
from houserules.law import Amount, Paytable, Special, Submission, format_pay
from houserules.law import rulebook as rulebook_of
from houserules.law.words import PROGRESSIVE, Offer
from houserules.money import DOLLAR, format_dollars

VOLATILITY: Final = Fraction(1645, 1000)
"""A volatility index is this many standard deviations: 90 of 100 results over many rounds are within it."""
MORE_TO_ONE: Final = "1 to 1"
MORE_DOLLARS: Final = "$1"
MORE_OF_METER: Final = "1% of the meter"


@dataclass(frozen=True, slots=True)
class LineFigures:
    hand: str
    pays: str
    clause: str
    probability: Fraction
    step: str
    """What the line is raised by to give its ``change``."""
    change: Fraction
    """The effect of that on the edge."""


@dataclass(frozen=True, slots=True)
class TableFigures:
    """One pay table of a wager, in units of its stake."""

    wager: str
    paytable: str
    clause: str
    house_edge: Fraction
    hit_frequency: Fraction
    variance: Fraction
    lines: tuple[LineFigures, ...]
    meter: Fraction | None = None
    """The meter for which the figures hold."""
    break_even: Fraction | None = None
    long_run: Fraction | None = None
    per_other_player: Fraction | None = None
    stub: ReusedStub | None = None
    """What players who see all cards could gain if the stub were dealt without a shuffle."""


@dataclass(frozen=True, slots=True)
class Unpriced:
    """A printed table without figures of its own."""

    wager: str
    paytable: str
    clause: str
    why: str


Printed = TableFigures | Unpriced


def printed_figures(rulebook: str) -> tuple[Printed, ...]:
    """Every table that the document prints for a wager, in its order. What a table does not say, such as the rate of
    a progressive, is as in the bundled submission; meters are at the least initial amount."""
    return tuple(_figures(rulebook, *each) for each in printed_tables(rulebook))


def printed_tables(rulebook: str) -> Iterator[tuple[str, str, Paytable]]:
    """The wager, the letter and the table."""
    book = rulebook_of(rulebook)
    for wager in book.wagers:
        for letter, table in book.paytables_of(wager).items():
            yield wager, letter, table


def _figures(rulebook: str, wager: str, letter: str, table: Paytable) -> Printed:
    unpriced = _why_unpriced(rulebook, wager, letter, table)
    if unpriced is not None:
        return Unpriced(wager, letter, str(table.clause), unpriced)
    return figures_of(submission_of(with_table(rulebook, wager, letter)), wager)


def _why_unpriced(rulebook: str, wager: str, letter: str, table: Paytable) -> str | None:
    if any(line.pay is Special.DISCRETION for line in table):
        return "the licensee sets what it pays"
    if wager == PROGRESSIVE and rulebook_of(rulebook).wagers[wager].suited_hole_cards:
        given = bundled(rulebook)["wagers"][wager]
        if given["paytable"] != letter:
            return "the operator says how many segments of the wheel carry each symbol"
    return None


def with_table(rulebook: str, wager: str, letter: str) -> dict[str, Any]:
    """The data of the bundled submission, with this table for the wager."""
    book = rulebook_of(rulebook)
    data = deepcopy(bundled(rulebook))
    filed = data["wagers"].setdefault(wager, {})
    filed["paytable"] = letter
    if wager == PROGRESSIVE and book.progressive and letter in book.progressive.least:
        least = format_dollars(book.progressive.least[letter].value)
        filed.update(initial=least, reset=least)
    return data


def figures_of(submission: Submission, wager: str) -> TableFigures:
    """The wager as a submission offers it."""
    if wager == PROGRESSIVE:
        return _progressive(progressive_wager(submission))
    choices = submission.wagers[wager]
    assert choices.paytable is not None
    if is_side_bet(submission, wager):
        bet = side_bet(submission, choices)
        return TableFigures(
            wager, bet.paytable, bet.clause, bet.house_edge, bet.hit_frequency, bet.variance,
            tuple(_line(line, bet.stake) for line in bet.lines), stub=reused_stub(submission, choices),
        )  # fmt: skip
    assert submission.rulebook.wagers[wager].offer.value is not Offer.OPTIONAL
    share = next(each for each in table_shares(submission, base_results(submission)) if each.wager == wager)
    return TableFigures(
        wager, share.paytable, share.clause, share.house_edge, share.hit_frequency, share.variance,
        tuple(_line(line, DOLLAR) for line in share.lines),
    )  # fmt: skip


def _line(line: LineResult, stake: int) -> LineFigures:
    by_amount = isinstance(line.pay, Amount)
    step, worth = (MORE_DOLLARS, Fraction(DOLLAR, stake)) if by_amount else (MORE_TO_ONE, Fraction(1))
    change = -line.probability * worth
    return LineFigures(line.hand, format_pay(line.pay), line.clause, line.probability, step, change)


def _progressive(wager: ProgressiveWager) -> TableFigures:
    even = wager.break_even(1)
    return TableFigures(
        wager=PROGRESSIVE,
        paytable=wager.paytable,
        clause=wager.clause,
        house_edge=wager.house_edge,
        hit_frequency=wager.hit_frequency,
        variance=wager.variance,
        lines=tuple(_progressive_line(wager, line) for line in wager.lines),
        meter=wager.meter if wager.share else None,
        break_even=even,
        long_run=wager.long_run.house_edge if wager.long_run else None,
        per_other_player=wager.per_neighbour / wager.amount if wager.shared_name else None,
    )


def _progressive_line(wager: ProgressiveWager, line: ProgressiveLine) -> LineFigures:
    step, worth = (MORE_OF_METER, wager.meter / 100) if line.share else (MORE_DOLLARS, Fraction(DOLLAR))
    change = -line.probability * worth / wager.amount
    return LineFigures(line.hand, format_pay(line.pay), line.clause, line.probability, step, change)


def printed_as_data(found: tuple[Printed, ...]) -> dict[str, Any]:
    """Maps wager to letter to figures."""
    data: dict[str, Any] = {}
    for each in found:
        data.setdefault(each.wager, {})[each.paytable] = _as_data(each)
    return data


def _as_data(each: Printed) -> dict[str, Any]:
    if isinstance(each, Unpriced):
        return {"clause": each.clause, "house_edge": None, "why": each.why}
    data: dict[str, Any] = {
        "clause": each.clause,
        "house_edge": pair(each.house_edge),
        "hit_frequency": pair(each.hit_frequency),
        "standard_deviation": root_of(each.variance),
        "volatility_index": volatility_index(each.variance),
        "lines": [
            {
                "hand": line.hand, "pays": line.pays, "clause": line.clause, "probability": pair(line.probability),
                "raised_by": line.step, "changes_the_edge_by": pair(line.change),
            }
            for line in each.lines
        ],
    }  # fmt: skip
    if each.meter is not None:
        data["at_meter"] = format_dollars(int(each.meter))
    if each.break_even is not None:
        data["break_even_meter"] = dollars_pair(each.break_even)
    if each.long_run is not None:
        data["long_run_edge"] = pair(each.long_run)
    if each.per_other_player is not None:
        data["per_other_player"] = pair(each.per_other_player)
    data["countability"] = {
        "with_a_shuffle_each_round": pair(0),
        "stub_dealt_again": None
        if each.stub is None
        else {
            "players": each.stub.players,
            "cards_seen": each.stub.seen,
            "favourable": pair(each.stub.favourable),
            "gain": pair(each.stub.gain),
        },
    }
    return data


def volatility_index(variance: Fraction) -> str:
    return decimal_of(VOLATILITY * Fraction(root_of(variance)), 6)
