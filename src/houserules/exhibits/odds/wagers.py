"""Every wager of an analysis in one shape: what each line wins and how often. The figures are the lab's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from houserules.exhibits.rules_in_words import hand_title, line_title, listed, odds_in_words, pays_text, title_of
from houserules.lab import Analysis, LineResult, ProgressiveWager, SideBet
from houserules.law import Amount, Rulebook, unit_of
from houserules.law.words import PROGRESSIVE
from houserules.money import DOLLAR, Money, format_price

BASE = "base"


class Kind(Enum):
    BASE = "base"
    PART = "part"
    """A part of the base game that is paid by a pay table."""
    SIDE = "side"
    METERED = "metered"


@dataclass(frozen=True, slots=True)
class Row:
    """One way in which a wager ends."""

    title: str
    pays: str
    clause: str
    count: int
    """The number of deals, hands, or segments of the wheel."""
    probability: Fraction
    net: Fraction
    """What the player has won or lost, in units."""
    returns: Fraction | None = None
    """The line's part of the return, as the lab gives it; None for what no line pays."""
    dollars: Money | None = None
    """What it pays, where that does not depend on the stake."""


@dataclass(frozen=True, slots=True)
class OfferedWager:
    name: str
    title: str
    kind: Kind
    paytable: str | None
    unit: str
    """The unit of the figures."""
    pays: str
    """The payout odds, in short form."""
    counted: str
    """What the rows count."""
    total: int
    edge: Fraction
    hit: Fraction
    variance: Fraction
    rows: tuple[Row, ...]
    stake: Money | None = None
    """The stake for which the figures hold, where a line pays an amount."""

    @property
    def limits(self) -> tuple[Fraction, Fraction]:
        """The least and the most that the house can hold per unit."""
        nets = [row.net for row in self.rows if row.probability]
        return -max(nets), -min(nets)

    def share(self, row: Row) -> Fraction:
        """The row's share of all that comes back to players, the stake included."""
        return row.probability * (row.net + 1) / (1 - self.edge) if self.edge != 1 else Fraction(0)


def offered_wagers(analysis: Analysis) -> tuple[OfferedWager, ...]:
    """The base game first, then its parts, the side bets and the progressive."""
    found = [_base(analysis), *_parts(analysis), *(_side(analysis, bet) for bet in analysis.side_bets.values())]
    if analysis.progressive is not None:
        found.append(_progressive(analysis, analysis.progressive))
    return tuple(found)


def _base(analysis: Analysis) -> OfferedWager:
    base, book = analysis.base, analysis.submission.rulebook
    word, unit = analysis.submission.odds_word, unit_of(book)
    rows = tuple(
        Row(_result(net, unit), "", "", deals, base.frequency(deals), net)
        for net, deals in base.distribution().items()
    )
    pays = dict.fromkeys(
        odds_in_words(str(odds.value), word)
        for share in analysis.shares
        if (odds := book.wagers[share.wager].odds) is not None
    )
    hit = sum((row.probability for row in rows if row.net > 0), Fraction())
    return OfferedWager(
        BASE, "Base game", Kind.BASE, None, unit, ", ".join(pays), "deals", base.deals, base.house_edge, hit,
        base.variance, rows,
    )  # fmt: skip


def _result(net: Fraction, unit: str) -> str:
    """``Wins 2 antes``, ``Loses 1 ante``, ``Even``."""
    if not net:
        return "Even"
    return f"{'Wins' if net > 0 else 'Loses'} {abs(net)} {unit}{'' if abs(net) == 1 else 's'}"


def _parts(analysis: Analysis) -> Iterable[OfferedWager]:
    book = analysis.submission.rulebook
    for share in analysis.tables:
        rows = _lines(analysis, share.wager, share.lines)
        for title, count, net in (("Push", share.pushes, 0), ("Loses", share.losses, -1)):
            if count:
                pays = "" if net else "push"
                rows.append(Row(title, pays, "", count, Fraction(count, share.deals), Fraction(net)))
        yield OfferedWager(
            share.wager, title_of(book, share.wager), Kind.PART, share.paytable, unit_of(book),
            f"table {share.paytable}", "deals", share.deals, share.house_edge, share.hit_frequency, share.variance,
            tuple(rows),
        )  # fmt: skip


def _side(analysis: Analysis, bet: SideBet) -> OfferedWager:
    book = analysis.submission.rulebook
    rows = _lines(analysis, bet.wager, bet.lines)
    lost = bet.hands - sum(line.combinations for line in bet.lines)
    rows.append(Row("Loses", "", "", lost, Fraction(lost, bet.hands), Fraction(-1)))
    return OfferedWager(
        bet.wager, title_of(book, bet.wager), Kind.SIDE, bet.paytable, "stake", f"table {bet.paytable}", "hands",
        bet.hands, bet.house_edge, bet.hit_frequency, bet.variance, tuple(rows),
        bet.stake if bet.wager in analysis.at_maximum else None,
    )  # fmt: skip


def _lines(analysis: Analysis, wager: str, lines: Iterable[LineResult]) -> list[Row]:
    submission, word = analysis.submission, analysis.submission.odds_word
    return [
        Row(
            hand_title(submission, wager, line.hand), pays_text(line.pay, word), line.clause, line.combinations,
            line.probability, line.wins, line.returns, line.pay.money if isinstance(line.pay, Amount) else None,
        )
        for line in lines
    ]  # fmt: skip


def _progressive(analysis: Analysis, wager: ProgressiveWager) -> OfferedWager:
    book, word = analysis.submission.rulebook, analysis.submission.odds_word
    wheel = wager.chance_of_wheel is not None
    rows = [
        Row(
            f"Wheel shows {line.hand}" if wheel else line_title(book, line.hand),
            pays_text(line.pay, word), line.clause, line.combinations, line.probability,
            line.paid_at(wager.meter) / wager.amount - 1, line.probability * line.paid_at(wager.meter) / wager.amount,
        )
        for line in wager.lines
    ]  # fmt: skip
    total = sum(line.combinations for line in wager.lines) if wheel else hands_in(wager)
    lost = 0 if wheel else total - sum(line.combinations for line in wager.lines)
    rows.append(Row("No spin" if wheel else "Loses", "", "", lost, 1 - wager.hit_frequency, Fraction(-1)))
    return OfferedWager(
        PROGRESSIVE, title_of(book, PROGRESSIVE), Kind.METERED, wager.paytable,
        f"wager of {format_price(wager.amount)}", f"table {wager.paytable}", "segments" if wheel else "hands", total,
        wager.house_edge, wager.hit_frequency, wager.variance, tuple(rows),
    )  # fmt: skip


def hands_in(wager: ProgressiveWager) -> int:
    """The total number of hands that the combinations are taken from."""
    return next((int(line.combinations / line.probability) for line in wager.lines if line.combinations), 1)


def stakes_text(book: Rulebook, stakes: Mapping[str, Money]) -> str:
    """``Flush Bonus $5 and Straight Flush Bonus $5``."""
    return listed([f"{title_of(book, name)} {format_price(stake)}" for name, stake in stakes.items()])


def dollars_text(amount: Fraction, places: int = 2) -> str:
    """An exact amount of money, rounded to the cent for reading."""
    return f"${float(round(amount / DOLLAR, places)):,.{places}f}"
