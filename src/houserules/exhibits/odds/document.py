"""The odds exhibit as data for its template: each figure is taken from the analysis and written once."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from houserules.exhibits.odds.appendix import appendix_data
from houserules.exhibits.odds.wagers import Kind, OfferedWager, Row, dollars_text, offered_wagers, stakes_text
from houserules.exhibits.rules_in_words import decision_title, line_title, listed, odds_in_words, title_of
from houserules.lab import (
    Analysis,
    ProgressiveWager,
    decimal_of,
    hold_band,
    normal_quantile,
    percent_of,
    root_of,
)
from houserules.law import unit_of
from houserules.money import DOLLAR, format_price

ROUNDS: Final = (10**3, 10**4, 10**5, 10**6, 10**7)
LEVELS: Final = (90, 95, 99)
"""The percentage of all runs whose hold lies within the band."""
VOLATILITY: Final = normal_quantile(0.95)
"""The factor from the standard deviation to the volatility index."""
PLACES: Final = 6
"""Decimal places of percentages; probabilities have two more."""


def odds_data(analysis: Analysis) -> dict[str, Any]:
    wagers = offered_wagers(analysis)
    return {
        "wagers": [_wager(analysis, wager) for wager in wagers],
        "warnings": [
            f"{each.message}: {percent_of(each.player_edge, PLACES)} ({each.clause})" for each in analysis.warnings
        ],
        "limits": _limits(analysis),
        "strategy": _strategy(analysis),
        "volatility": f"{VOLATILITY:.3f}",
        "exact": appendix_data(analysis, wagers),
    }


def _wager(analysis: Analysis, wager: OfferedWager) -> dict[str, Any]:
    data: dict[str, Any] = {
        "name": wager.name,
        "title": wager.title,
        "kind": wager.kind.value,
        "unit": wager.unit,
        "paytable": wager.paytable,
        "pays": wager.pays,
        "edge": percent_of(wager.edge, PLACES),
        "hit": percent_of(wager.hit, PLACES),
        "odds": true_odds(wager.hit),
        "deviation": root_of(wager.variance, 8),
        "volatility": f"{VOLATILITY * float(root_of(wager.variance)):.4f}",
        "counted": wager.counted,
        "total": f"{wager.total:,}",
        "rows": [_row(wager, row) for row in wager.rows],
        "bands": _bands(wager),
        "notes": [],
    }
    if wager.kind is Kind.BASE:
        data |= _base(analysis)
    if wager.name in analysis.at_maximum and wager.stake is not None:
        most = analysis.at_maximum[wager.name]
        data["notes"].append(
            f"A line pays an amount whatever the stake. The figures hold at a stake of {format_price(wager.stake)}; "
            f"at {format_price(most.stake)} the house advantage is {percent_of(most.house_edge, PLACES)}."
        )
    if wager.kind is Kind.METERED and analysis.progressive is not None:
        data |= _progressive(analysis, analysis.progressive)
    return data


def _row(wager: OfferedWager, row: Row) -> dict[str, Any]:
    result = row.net * row.probability if wager.kind is Kind.BASE else row.returns
    return {
        "title": row.title,
        "pays": row.pays,
        "clause": row.clause,
        "count": f"{row.count:,}" if row.count or row.returns is not None else "",
        "probability": percent_of(row.probability, PLACES + 2),
        "odds": true_odds(row.probability),
        "return": percent_of(result, PLACES) if result is not None else "",
        "share": percent_of(wager.share(row), 4),
    }


def true_odds(probability: Fraction) -> str:
    """How many times something does not happen for each time that it does: ``3.43 to 1``."""
    if not probability:
        return "never"
    return f"{float((1 - probability) / probability):,.2f} to 1"


def _bands(wager: OfferedWager) -> list[dict[str, Any]]:
    return [
        {
            "rounds": f"{rounds:,}",
            "bands": [
                "{:.3f} % to {:.3f} %".format(*(100 * each for each in _band(wager, rounds, level)))
                for level in LEVELS
            ],
        }
        for rounds in ROUNDS
    ]


def _band(wager: OfferedWager, rounds: int, level: int) -> tuple[float, float]:
    return hold_band(wager.edge, wager.variance, wager.limits, rounds, level / 100)


def _base(analysis: Analysis) -> dict[str, Any]:
    base, book = analysis.base, analysis.submission.rulebook
    return {
        "average": decimal_of(base.average_wager, 8),
        "risk": percent_of(base.element_of_risk, PLACES),
        "qualifies": percent_of(base.frequency(base.dealer_qualifies()), PLACES) if book.qualifying else None,
        "actions": [
            {"action": decision_title(action), "share": percent_of(base.frequency(deals), PLACES)}
            for action, deals in base.actions().items()
        ],
        "parts": [
            {
                "title": title_of(book, share.wager),
                "pays": odds_in_words(str(odds.value), analysis.submission.odds_word)
                if (odds := book.wagers[share.wager].odds) is not None
                else "by its table",
                "staked": decimal_of(share.staked, 8),
                "net": decimal_of(share.expected, 8),
            }
            for share in analysis.shares
        ],
    }


def _progressive(analysis: Analysis, wager: ProgressiveWager) -> dict[str, Any]:
    book, notes = analysis.submission.rulebook, []
    if wager.chance_of_wheel is not None:
        mean = wager.value(wager.meter, 1) / wager.chance_of_wheel
        notes.append(
            f"A wager spins the wheel with a probability of {percent_of(wager.chance_of_wheel, PLACES)}; a spin pays "
            f"{dollars_text(mean)} on average."
        )
    notes.extend(
        f"At a wager of {format_price(other.amount)} the house advantage is {percent_of(other.house_edge, PLACES)}."
        for other in analysis.other_amounts
    )
    if analysis.folded is not None:
        notes.append(
            f"A fold forfeits the wager. Best play of the base game folds {sum(analysis.folded.hands.values()):,} "
            f"hands that win it; a player who folds these too gives the house "
            f"{percent_of(analysis.folded.house_edge, PLACES)}."
        )
        notes.extend(_together(analysis))
    even = wager.break_even(wager.players)
    if even is not None and even <= 0:
        notes.append("Players have the advantage whatever the meter.")
    return {
        "meter": format_price(int(wager.meter)) if wager.share else None,
        "break_even": dollars_text(even) if even is not None and even > 0 else None,
        "no_meter": percent_of(wager.edge_at(Fraction(0), wager.players), PLACES),
        "per_thousand": percent_of(wager.share * 1000 * DOLLAR / wager.amount, PLACES),
        "shared": title_of(book, wager.shared_name) if wager.shared_name is not None else None,
        "players": [
            {
                "players": str(players),
                "edge": percent_of(wager.edge_at(wager.meter, players), PLACES),
                "even": dollars_text(each) if (each := wager.break_even(players)) is not None else "",
                "long_run": percent_of(edge, PLACES) if (edge := wager.long_run_edge(players)) is not None else "",
            }
            for players in range(1, wager.most_players + 1)
        ]
        if wager.per_neighbour
        else [],
        "long_run": _long_run(wager),
        "notes": notes,
    }


def _together(analysis: Analysis) -> Iterator[str]:
    """What best play of the base game and the progressive together does with winners that the base game alone
    folds."""
    folded, book = analysis.folded, analysis.submission.rulebook
    assert folded is not None
    base = title_of(book, book.base_wager)
    for joint in folded.joint:
        yield (
            f"At an {base} of {format_price(joint.base_wager)}, best play of both together plays on with "
            f"{joint.raised:,} of these hands: the house advantage is then {percent_of(joint.house_edge, PLACES)}."
        )
    for hand, turning in folded.turning.items():
        none = f", with none from {dollars_text(turning.none_from)} on" if turning.none_from is not None else ""
        yield (
            f"Of these, it plays on with every {line_title(book, hand).lower()} below an {base} of "
            f"{dollars_text(turning.all_below)}{none}."
        )


def _long_run(wager: ProgressiveWager) -> list[tuple[str, str]]:
    run = wager.long_run
    if run is None:
        return []
    told = [
        ("House advantage in the long run", percent_of(run.house_edge, PLACES)),
        ("Each wager adds to the meter", dollars_text(run.contribution, 4)),
        ("The house adds for resets, per wager", dollars_text(run.seed, 4)),
        ("The house puts in once, at the start", dollars_text(run.first_seed)),
        ("A winner of the whole meter is paid on average", dollars_text(run.average_meter)),
        ("The first winner of the whole meter is paid on average", dollars_text(run.average_meter_first)),
    ]
    if run.average_secondary is not None:
        told.append(("The secondary meter then holds on average", dollars_text(run.average_secondary)))
    return told


def _limits(analysis: Analysis) -> list[str]:
    book, told = analysis.submission.rulebook, []
    for effect in analysis.limits:
        stakes = stakes_text(book, effect.stakes)
        taken = (
            "nothing"
            if not effect.most
            else f"{dollars_text(effect.most, 4)} a hand"
            if effect.exact
            else f"between {dollars_text(effect.least, 4)} and {dollars_text(effect.most, 4)} a hand"
        )
        part = "" if effect.exact else "at most "
        share = f", {part}{percent_of(effect.most / effect.staked, PLACES)} of the stakes" if effect.most else ""
        told.append(f"With {stakes}, the limit of {format_price(effect.limit)} takes {taken}{share}.")
    return told


def _strategy(analysis: Analysis) -> str:
    book = analysis.submission.rulebook
    decisions = listed([decision_title(action).lower() for action in analysis.base.actions()], "or")
    return (
        f"The base game is played by its exact best play: at every decision ({decisions}) the player takes the "
        f"option with the highest expected result, knowing only the player's own cards and the cards that lie open. "
        f"All figures of the base game are per {unit_of(book)}. The other wagers take no decision of their own."
    )
