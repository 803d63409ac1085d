"""The appendix of the odds exhibit: every figure of the analysis as an exact fraction in lowest terms."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from houserules.exhibits.odds.wagers import Kind, OfferedWager, Row, stakes_text
from houserules.exhibits.rules_in_words import decision_title, line_title, title_of
from houserules.lab import Analysis, ProgressiveWager
from houserules.money import DOLLAR, format_price

Figures = Iterator[tuple[str, Fraction]]


def appendix_data(analysis: Analysis, wagers: tuple[OfferedWager, ...]) -> list[dict[str, Any]]:
    """A part for each wager, and one for the payout limit if there is one."""
    parts = [_part(wager.title, _figures(analysis, wager), wager) for wager in wagers]
    if analysis.limits:
        parts.append(_part("Payout limit", _limits(analysis)))
    return parts


def _part(title: str, figures: Figures, wager: OfferedWager | None = None) -> dict[str, Any]:
    base = wager is not None and wager.kind is Kind.BASE
    columns = ["Line", "Probability", *(["Part of the result"] if base else ["Return", "Share of the return"])]
    return {
        "title": title,
        "figures": [(name, str(value)) for name, value in figures],
        "columns": columns if wager is not None else [],
        "rows": [[row.title, *_of_row(wager, row)] for row in wager.rows] if wager is not None else [],
    }


def _of_row(wager: OfferedWager, row: Row) -> list[str]:
    if wager.kind is Kind.BASE:
        return [str(row.probability), str(row.net * row.probability)]
    return [str(row.probability), str(row.returns) if row.returns is not None else "", str(wager.share(row))]


def _figures(analysis: Analysis, wager: OfferedWager) -> Figures:
    yield from (("House advantage", wager.edge), ("Hit frequency", wager.hit), ("Variance", wager.variance))
    yield from _shared_results(wager)
    match wager.kind:
        case Kind.BASE:
            yield from _base(analysis)
        case Kind.METERED if analysis.progressive is not None:
            yield from _progressive(analysis, analysis.progressive)
        case _ if wager.name in analysis.at_maximum:
            most = analysis.at_maximum[wager.name]
            yield f"House advantage at a stake of {format_price(most.stake)}", most.house_edge
        case _:
            pass


def _shared_results(wager: OfferedWager) -> Figures:
    """The probability of a result that several lines share."""
    nets = [row.net for row in wager.rows if row.probability]
    for net in dict.fromkeys(net for net in nets if nets.count(net) > 1):
        chance = sum((row.probability for row in wager.rows if row.net == net), Fraction())
        times = f"{net.numerator:,}" if net.denominator == 1 else str(net)
        yield f"Probability of a net result of {times} times the wager, all lines that have it together", chance


def _base(analysis: Analysis) -> Figures:
    base, book = analysis.base, analysis.submission.rulebook
    yield "Average wager", base.average_wager
    yield "Element of risk", base.element_of_risk
    if book.qualifying is not None:
        yield "Dealer qualifies", base.frequency(base.dealer_qualifies())
    for action, deals in base.actions().items():
        yield decision_title(action), base.frequency(deals)
    for share in analysis.shares:
        yield f"{title_of(book, share.wager)}: staked", share.staked
        yield f"{title_of(book, share.wager)}: net result", share.expected


def _progressive(analysis: Analysis, wager: ProgressiveWager) -> Figures:
    if wager.share:
        yield "House advantage without a meter", wager.edge_at(Fraction(0), wager.players)
        yield "House advantage for each dollar of the meter", -wager.share * DOLLAR / wager.amount
    if wager.shared_name is not None:
        yield "Return for each other player", wager.per_neighbour / wager.amount
    if wager.chance_of_wheel is not None:
        yield "Probability of a spin", wager.chance_of_wheel
        yield "What a spin pays on average, in dollars", wager.value(wager.meter, 1) / wager.chance_of_wheel / DOLLAR
    for players in range(1, wager.most_players + 1) if wager.per_neighbour else (wager.players,):
        at = f"with {players} {'player' if players == 1 else 'players'}"
        even, in_the_long_run = wager.break_even(players), wager.long_run_edge(players)
        yield f"House advantage {at}", wager.edge_at(wager.meter, players)
        if even is not None:
            yield f"Break-even meter {at}, in dollars", even / DOLLAR
        if in_the_long_run is not None:
            yield f"House advantage in the long run {at}", in_the_long_run
    if wager.long_run is not None:
        yield from _long_run(wager)
    for other in analysis.other_amounts:
        at, even = f"at a wager of {format_price(other.amount)}", other.break_even(other.players)
        yield f"House advantage {at}", other.house_edge
        if even is not None:
            yield f"Break-even meter {at}, in dollars", even / DOLLAR
        if (in_the_long_run := other.long_run_edge(other.players)) is not None:
            yield f"House advantage in the long run {at}", in_the_long_run
    yield from _folded(analysis)


def _long_run(wager: ProgressiveWager) -> Figures:
    run = wager.long_run
    assert run is not None
    yield "Each wager adds to the meter, in dollars", run.contribution / DOLLAR
    yield "The house adds for resets, per wager, in dollars", run.seed / DOLLAR
    yield "The house puts in once, in dollars", run.first_seed / DOLLAR
    yield "A winner of the whole meter is paid on average, in dollars", run.average_meter / DOLLAR
    yield "The first winner of the whole meter is paid on average, in dollars", run.average_meter_first / DOLLAR
    if run.average_secondary is not None:
        yield "The secondary meter then holds on average, in dollars", run.average_secondary / DOLLAR


def _folded(analysis: Analysis) -> Figures:
    """Figures for winners that best play of the base game folds."""
    folded, book = analysis.folded, analysis.submission.rulebook
    if folded is None:
        return
    base = title_of(book, book.base_wager)
    yield "House advantage where winners are folded", folded.house_edge
    for joint in folded.joint:
        at = f"{base} of {format_price(joint.base_wager)}"
        yield f"House advantage with best play of both together, at an {at}", joint.house_edge
    for hand, turning in folded.turning.items():
        named = line_title(book, hand)
        yield f"{named}: all are played on below an {base}, in dollars, of", turning.all_below / DOLLAR
        if turning.none_from is not None:
            yield f"{named}: none is from an {base}, in dollars, of", turning.none_from / DOLLAR


def _limits(analysis: Analysis) -> Figures:
    for effect in analysis.limits:
        stakes = stakes_text(analysis.submission.rulebook, effect.stakes)
        ends = (("", effect.most),) if effect.exact else ((" at least", effect.least), (" at most", effect.most))
        for end, taken in ends:
            yield f"{stakes}: taken off a hand{end}, in dollars", taken / DOLLAR
            if effect.staked:
                yield f"{stakes}: of the stakes{end}", taken / effect.staked
