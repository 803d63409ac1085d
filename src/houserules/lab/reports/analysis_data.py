"""An analysis as data, in the form that ``houserules analyze --json`` prints."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from houserules.lab.counting.payout_limits import LimitEffect
from houserules.lab.counting.progressives import LongRun, ProgressiveWager
from houserules.lab.counting.side_bets import LineResult, SideBet
from houserules.lab.exact import pair, root_of
from houserules.lab.reports.analysis import Analysis, OwnCards
from houserules.lab.reports.edges import BASE
from houserules.lab.solving.base_game import TableShare
from houserules.law import format_pay
from houserules.law.words import PROGRESSIVE
from houserules.money import DOLLAR, format_dollars


def analysis_as_data(analysis: Analysis) -> dict[str, Any]:
    """The whole analysis."""
    wagers: dict[str, Any] = {BASE: _base(analysis)}
    wagers |= {share.wager: _table_share(share, analysis.submission.rulebook.base_wager) for share in analysis.tables}
    data = own_cards_as_data(analysis)
    wagers |= data["wagers"]
    if analysis.folded is not None:
        folded = analysis.folded
        wagers[PROGRESSIVE]["folds"] = {
            "hands": folded.hands,
            "house_edge_when_folded": pair(folded.house_edge),
            "joint_play": [
                {
                    "base_wager": format_dollars(joint.base_wager),
                    "house_edge": pair(joint.house_edge),
                    "raised": joint.raised,
                    "folded": joint.folded,
                }
                for joint in folded.joint
            ],
            "turning_base_wagers": {
                hand: {
                    "all_raised_below": dollars_pair(each.all_below),
                    "none_raised_from": dollars_pair(each.none_from) if each.none_from is not None else None,
                }
                for hand, each in folded.turning.items()
            },
        }
    limits = [_limit(effect) for effect in analysis.limits]
    return {
        "submission": data["submission"],
        "law": data["law"],
        "wagers": wagers,
        "payout_limit": limits,
        "warnings": data["warnings"],
    }


def own_cards_as_data(analysis: OwnCards) -> dict[str, Any]:
    """What is known at once: the side bets and the progressive."""
    wagers: dict[str, Any] = {}
    for name, bet in analysis.side_bets.items():
        wagers[name] = _side_bet(bet)
        if name in analysis.at_maximum:
            most = analysis.at_maximum[name]
            wagers[name]["at_maximum"] = {"stake": format_dollars(most.stake), "house_edge": pair(most.house_edge)}
    if analysis.progressive is not None:
        wagers[PROGRESSIVE] = _progressive(analysis.progressive)
    if analysis.other_amounts:
        wagers[PROGRESSIVE]["other_amounts"] = [_at_amount(each) for each in analysis.other_amounts]
    return {
        "submission": {"rulebook": analysis.submission.rulebook.id, "digest": analysis.submission.digest},
        "law": asdict(analysis.submission.rulebook.pin),
        "wagers": wagers,
        "warnings": [
            {
                "code": warning.code,
                "wager": warning.wager,
                "clause": warning.clause,
                "message": warning.message,
                "player_edge": pair(warning.player_edge),
            }
            for warning in analysis.warnings
        ],
    }


def dollars_pair(amount: Fraction) -> dict[str, str]:
    """An exact amount of dollars."""
    return pair(amount / DOLLAR)


def _base(analysis: Analysis) -> dict[str, Any]:
    base = analysis.base
    return {
        "house_edge": pair(base.house_edge),
        "per": analysis.submission.rulebook.base_wager,
        "average_wager": pair(base.average_wager),
        "element_of_risk": pair(base.element_of_risk),
        "hit_frequency": pair(base.frequency(sum(deals for net, deals in base.distribution().items() if net > 0))),
        "standard_deviation": root_of(base.variance),
        "deals": base.deals,
        "total_net": str(base.total_net),
        "actions": {action: pair(base.frequency(deals)) for action, deals in base.actions().items()},
        "dealer_qualifies": pair(base.frequency(base.dealer_qualifies())),
        "outcomes": [
            {"net": str(net), "probability": pair(base.frequency(deals)), "deals": deals}
            for net, deals in base.distribution().items()
        ],
        "parts": {
            share.wager: {"staked": pair(share.staked), "net": pair(share.expected)} for share in analysis.shares
        },
    }


def _lines(lines: Iterable[LineResult]) -> list[dict[str, Any]]:
    return [
        {
            "hand": line.hand,
            "odds": format_pay(line.pay),
            "clause": line.clause,
            "combinations": line.combinations,
            "probability": pair(line.probability),
            "return": pair(line.returns),
        }
        for line in lines
    ]


def _side_bet(bet: SideBet) -> dict[str, Any]:
    return {
        "paytable": bet.paytable,
        "house_edge": pair(bet.house_edge),
        "hit_frequency": pair(bet.hit_frequency),
        "standard_deviation": root_of(bet.variance),
        "stake": format_dollars(bet.stake),
        "hands": bet.hands,
        "lines": _lines(bet.lines),
        "outcomes": [
            {"net": str(net), "probability": pair(Fraction(hands, bet.hands)), "hands": hands}
            for net, hands in bet.distribution().items()
        ],
    }


def _table_share(share: TableShare, unit: str) -> dict[str, Any]:
    return {
        "paytable": share.paytable,
        "house_edge": pair(share.house_edge),
        "per": f"{unit}, under best play of the base game, of which it is a part",
        "hit_frequency": pair(share.hit_frequency),
        "push_frequency": pair(Fraction(share.pushes, share.deals)),
        "standard_deviation": root_of(share.variance),
        "deals": share.deals,
        "lines": _lines(share.lines),
    }


def _progressive(wager: ProgressiveWager) -> dict[str, Any]:
    break_even = wager.break_even(wager.players)
    value = wager.value(wager.meter, 1)
    data: dict[str, Any] = {
        "paytable": wager.paytable,
        "house_edge": pair(wager.house_edge),
        "at_meter": format_dollars(int(wager.meter)) if wager.share else None,
        "break_even_meter": dollars_pair(break_even) if break_even is not None else None,
        "amount": format_dollars(wager.amount),
        "players": wager.players,
        "hit_frequency": pair(wager.hit_frequency),
        "standard_deviation": root_of(wager.variance),
        "lines": [
            {
                "hand": line.hand,
                "pays": format_pay(line.pay),
                "clause": line.clause,
                "combinations": line.combinations,
                "probability": pair(line.probability),
                "hit_interval": pair(line.hit_interval) if line.hit_interval is not None else None,
                "return": pair(line.probability * line.paid_at(wager.meter) / wager.amount),
                "share_of_return": pair(line.probability * line.paid_at(wager.meter) / value) if value else None,
            }
            for line in wager.lines
        ],
        "outcomes": [{"net": str(net), "probability": pair(chance)} for net, chance in wager.distribution().items()],
        "at_no_meter": pair(wager.edge_at(Fraction(0), wager.players)),
        "per_dollar_of_meter": pair(-wager.share * DOLLAR / wager.amount),
        "by_players": [_with_players(wager, players) for players in range(1, wager.most_players + 1)],
        "long_run": _long_run(wager.long_run, wager) if wager.long_run else None,
    }
    if wager.shared_name is not None:
        data[wager.shared_name] = {"per_other_player": pair(wager.per_neighbour / wager.amount)}
    if wager.chance_of_wheel is not None:
        data["wheel"] = {"chance": pair(wager.chance_of_wheel), "segments": sum(x.combinations for x in wager.lines),
                         "mean": dollars_pair(value / wager.chance_of_wheel)}  # fmt: skip
    return data


def _at_amount(wager: ProgressiveWager) -> dict[str, Any]:
    even, in_the_long_run = wager.break_even(wager.players), wager.long_run_edge(wager.players)
    return {
        "amount": format_dollars(wager.amount),
        "house_edge": pair(wager.house_edge),
        "break_even_meter": dollars_pair(even) if even is not None else None,
        "long_run_edge": pair(in_the_long_run) if in_the_long_run is not None else None,
    }


def _with_players(wager: ProgressiveWager, players: int) -> dict[str, Any]:
    even = wager.break_even(players)
    return {
        "players": players,
        "house_edge": pair(wager.edge_at(wager.meter, players)),
        "break_even_meter": dollars_pair(even) if even is not None else None,
    }


def _long_run(run: LongRun, wager: ProgressiveWager) -> dict[str, Any]:
    edges = {players: wager.long_run_edge(players) for players in range(1, wager.most_players + 1)}
    return {
        "house_edge": pair(edges[wager.players] or Fraction()),
        "by_players": [
            {"players": players, "house_edge": pair(edge)} for players, edge in edges.items() if edge is not None
        ],
        "contribution": dollars_pair(run.contribution),
        "seed_per_wager": dollars_pair(run.seed),
        "seed_once": dollars_pair(run.first_seed),
        "average_meter": dollars_pair(run.average_meter),
        "average_meter_first": dollars_pair(run.average_meter_first),
        "average_secondary": dollars_pair(run.average_secondary) if run.average_secondary is not None else None,
    }


def _limit(effect: LimitEffect) -> dict[str, Any]:
    return {
        "limit": format_dollars(effect.limit),
        "stakes": {name: format_dollars(stake) for name, stake in effect.stakes.items()},
        "exact": effect.exact,
        "taken": {"least": dollars_pair(effect.least), "most": dollars_pair(effect.most)},
        "of_the_stakes": {"least": pair(effect.least / effect.staked), "most": pair(effect.most / effect.staked)}
        if effect.staked
        else None,
    }
