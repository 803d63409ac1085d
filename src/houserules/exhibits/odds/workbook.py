"""The PAR workbook: every wager with live formulas. A reviewer changes what a line pays and sees the house advantage.

Each formula is stored with the exact value of the lab, so a program that computes and one that only displays show the
same figures.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final, NamedTuple

from houserules.exhibits.odds.document import LEVELS, ROUNDS, VOLATILITY
from houserules.exhibits.odds.sheets import (
    CHANCE,
    COUNT,
    DECIMAL,
    DOLLARS,
    PERCENT,
    PLAIN,
    Sheet,
    Value,
    Workbook,
    quoted,
)
from houserules.exhibits.odds.wagers import Kind, OfferedWager, offered_wagers
from houserules.exhibits.rules_in_words import listed
from houserules.lab import Analysis, ProgressiveWager, hold_band, root_of
from houserules.money import DOLLAR

TOP: Final = 5
"""The row of the first figure: house advantage, hit frequency, variance, standard deviation, volatility, limits."""
EDGE, HIT, VARIANCE, DEVIATION, INDEX, LEAST, MOST, EXTRA = (f"$B${TOP + place}" for place in range(8))
LINES: Final = TOP + 14
"""The row of the first line."""
SHARE: Final = "Share of the return"


class Ranges(NamedTuple):
    """The columns of the progressive, and its wager, as formulas name them."""

    counts: str
    chances: str
    fixed: str
    shares: str
    others: str
    paid: str
    stake: str

    def edge(self, players: str) -> str:
        return f"1-(SUMPRODUCT({self.chances},{self.paid})+{self._around(players)})/{self.stake}"

    def even(self, players: str) -> str:
        """The meter at which the edge is zero, where a line is paid from the meter."""
        share = f"SUMPRODUCT({self.chances},{self.shares})"
        needed = f"({self.stake}-SUMPRODUCT({self.chances},{self.fixed})-{self._around(players)})"
        return f'IF({share}=0,"none",{needed}/{share})'

    def _around(self, players: str) -> str:
        return f"({players}-1)*SUMPRODUCT({self.chances},{self.others})"


class Par(NamedTuple):
    """What the workbook is made from."""

    wagers: tuple[OfferedWager, ...]
    average_wager: Fraction
    element_of_risk: Fraction
    progressive: ProgressiveWager | None


def par_of(analysis: Analysis) -> Par:
    base = analysis.base
    return Par(offered_wagers(analysis), base.average_wager, base.element_of_risk, analysis.progressive)


def workbook(par: Par, head: dict[str, Any]) -> bytes:
    book = Workbook(head, "PAR workbook")
    summary = book.sheet("Summary", (26, 12, 16, 16, 16, 16, 18))
    sheets = []
    for wager in par.wagers:
        if wager.kind is Kind.METERED and par.progressive is not None:
            sheets.append(_progressive(book, wager, par.progressive))
        else:
            sheets.append(_wager(book, wager, par))
    _summary(summary, sheets, par)
    return book.content()


def _summary(sheet: Sheet, sheets: list[Sheet], par: Par) -> None:
    sheet.title("PAR workbook: odds of every wager")
    names = ("Wager", "Pay table", "House advantage", "Hit frequency", "Standard deviation", "Volatility index",
             "Break-even meter")  # fmt: skip
    sheet.headings(TOP, names)
    for row, (wager, other) in enumerate(zip(par.wagers, sheets, strict=True), start=TOP + 1):
        deviation = Fraction(root_of(wager.variance))
        sheet.text(f"A{row}", wager.title, bold=True)
        sheet.text(f"B{row}", wager.paytable or "")
        cells: tuple[tuple[str, str, Value, str], ...] = (
            ("C", EDGE, wager.edge, PERCENT),
            ("D", HIT, wager.hit, PERCENT),
            ("E", DEVIATION, deviation, DECIMAL),
            ("F", INDEX, VOLATILITY * float(deviation), DECIMAL),
        )
        if wager.kind is Kind.METERED and par.progressive is not None:
            cells += (("G", EXTRA, _even(par.progressive, par.progressive.players), DOLLARS),)
        for column, cell, value, style in cells:
            sheet.formula(f"{column}{row}", f"{quoted(other.name)}!{cell}", value, style, bold=column == "C")
    notes = (
        "Yellow cells may be changed: what a line pays, and of the progressive its meter and the number of players. "
        "All other cells follow.",
        "A changed payout of the base game shows what the same play is then worth; best play itself may change with "
        "it, which the program finds out anew.",
        "The house advantage of the base game is per unit of its first wager; of other wagers it is of the stake.",
        "The volatility index is the standard deviation times the 95 % quantile of the normal distribution.",
        "Bands of hold are normal bands with the exact variance, cut off at the most that can be won or lost.",
        "Sheets are protected without a password.",
    )
    for row, note in enumerate(notes, start=TOP + len(par.wagers) + 3):
        sheet.text(f"A{row}", note, soft=True)


def _wager(book: Workbook, wager: OfferedWager, par: Par) -> Sheet:
    base = wager.kind is Kind.BASE
    sheet = book.sheet(wager.title, (48, 26, 21, 16, 14, 14, 14))
    sheet.title(wager.title + (f", table {wager.paytable}" if wager.paytable else ""))
    last = LINES + len(wager.rows) - 1
    counts, chances, nets = (f"{column}{LINES}:{column}{last}" for column in "CDE")
    _figures(
        sheet, wager,
        f"-SUMPRODUCT({chances},{nets})",
        f'SUMIF({nets},">0",{chances})',
        f"SUMPRODUCT({chances},{nets},{nets})-{EDGE}^2",
        f"-SUMPRODUCT(MAX(({chances}>0)*{nets}))",
        f"-SUMPRODUCT(MIN(({chances}>0)*{nets}))",
    )  # fmt: skip
    if base:
        sheet.text(f"A{TOP + 8}", "Average wager, in units")
        sheet.number(f"B{TOP + 8}", par.average_wager, DECIMAL)
        sheet.figures(TOP + 9, [("Element of risk", f"{EDGE}/$B${TOP + 8}", par.element_of_risk, PERCENT)])
        _with_parts(sheet, wager, par)
    if wager.stake is not None:
        sheet.text(f"A{TOP + 8}", "Stake, in dollars")
        sheet.number(f"B{TOP + 8}", Fraction(wager.stake, DOLLAR), DOLLARS, given=True)
    sheet.headings(
        LINES - 1,
        ("Result of a round", "", "Deals", "Probability", "Net result, in units", "Part of the result")
        if base
        else (
            "Line",
            "Clause",
            wager.counted.capitalize(),
            "Probability",
            "Pays, to 1",
            "Return",
            SHARE,
        ),
    )
    for row, line in enumerate(wager.rows, start=LINES):
        sheet.text(f"A{row}", line.title)
        sheet.text(f"B{row}", line.clause, soft=True)
        sheet.number(f"C{row}", line.count, COUNT)
        sheet.formula(f"D{row}", f"C{row}/C${last + 1}", line.probability, CHANCE)
        if line.dollars is not None and wager.stake is not None:
            paid = f"{float(Fraction(line.dollars, DOLLAR)):g}/$B${TOP + 8}"
            sheet.formula(f"E{row}", paid, line.net, PLAIN, given=True)
        else:
            sheet.number(f"E{row}", line.net, PLAIN, given=base or line.returns is not None)
        if base or line.returns is not None:
            sheet.formula(f"F{row}", f"D{row}*E{row}", line.probability * line.net, PERCENT)
        if not base:
            sheet.formula(f"G{row}", f"D{row}*(E{row}+1)/(1-{EDGE})", wager.share(line), PERCENT)
    sheet.text(f"A{last + 1}", "All", bold=True)
    sheet.formula(f"C{last + 1}", f"SUM({counts})", Fraction(wager.total), COUNT, bold=True)
    sheet.formula(f"D{last + 1}", f"SUM({chances})", Fraction(1), CHANCE, bold=True)
    _bands(sheet, wager, last + 4)
    return sheet


def _with_parts(sheet: Sheet, base: OfferedWager, par: Par) -> None:
    """The house advantage of the base game, played the same way, with the pays of its parts as given on their own
    sheets."""
    parts = [each for each in par.wagers if each.kind is Kind.PART]
    if not parts:
        return
    moved = "".join(f"+{quoted(each.title)}!{EDGE}-{each.edge.numerator}/{each.edge.denominator}" for each in parts)
    name = f"House advantage with {listed([each.title for each in parts])} as on its sheet"
    sheet.figures(TOP + 10, [(name, f"{EDGE}{moved}", base.edge, PERCENT)])


def _figures(sheet: Sheet, wager: OfferedWager, edge: str, hit: str, variance: str, least: str, most: str) -> None:
    deviation = root_of(wager.variance)
    low, high = wager.limits
    sheet.figures(
        TOP,
        [
            ("House advantage", edge, wager.edge, PERCENT),
            ("Hit frequency", hit, wager.hit, PERCENT),
            ("Variance", variance, wager.variance, DECIMAL),
            ("Standard deviation", f"SQRT({VARIANCE})", float(deviation), DECIMAL),
            ("Volatility index", f"NORMSINV(0.95)*{DEVIATION}", VOLATILITY * float(deviation), DECIMAL),
            ("Least that the house can hold of a unit", least, low, PLAIN),
            ("Most that the house can hold of a unit", most, high, PLAIN),
        ],
    )


def _bands(sheet: Sheet, wager: OfferedWager, first: int) -> None:
    sheet.text(f"A{first - 1}", "Bands of hold: normal, with the exact variance", bold=True)
    names = [f"{level} %, {side}" for level in LEVELS for side in ("from", "to")]
    sheet.headings(first, ("Rounds", *names))
    for row, rounds in enumerate(ROUNDS, start=first + 1):
        sheet.number(f"A{row}", rounds, COUNT, left=True)
        for place, level in enumerate(LEVELS):
            low, high = hold_band(wager.edge, wager.variance, wager.limits, rounds, level / 100)
            reach = f"NORMSINV({(100 + level) / 200:g})*{DEVIATION}/SQRT($A{row})"
            one, other = "BDF"[place], "CEG"[place]
            sheet.formula(f"{one}{row}", f"MAX({LEAST},{EDGE}-{reach})", low, PERCENT)
            sheet.formula(f"{other}{row}", f"MIN({MOST},{EDGE}+{reach})", high, PERCENT)


def _even(wager: ProgressiveWager, players: int) -> Value:
    even = wager.break_even(players)
    return even / DOLLAR if even is not None else "none"


def _progressive(book: Workbook, wager: OfferedWager, offered: ProgressiveWager) -> Sheet:
    """The stake is not returned: a line pays dollars, a share of the meter, or both."""
    sheet = book.sheet(wager.title, (36, 24, 12, 14, 14, 14, 14, 14, 13, 13, 14))
    sheet.title(f"{wager.title}, table {wager.paytable}")
    last = LINES + len(wager.rows) - 2
    end = last + 1
    stake, meter, players, spin = (f"$B${TOP + place}" for place in (8, 9, 10, 11))
    cells = Ranges._make([*(f"{column}${LINES}:{column}${end}" for column in "CDEFGH"), stake])
    chances, paid = cells.chances, cells.paid
    _figures(
        sheet, wager,
        cells.edge(players),
        f"SUM(D{LINES}:D{last})",
        f"SUMPRODUCT({chances},{paid},{paid})/{stake}^2-(SUMPRODUCT({chances},{paid})/{stake})^2",
        f"1-SUMPRODUCT(MAX(({chances}>0)*{paid}))/{stake}",
        "1",
    )  # fmt: skip
    sheet.figures(TOP + 7, [("Break-even meter", cells.even(players), _even(offered, offered.players), DOLLARS)])
    inputs = (
        ("The wager, in dollars", Fraction(offered.amount, DOLLAR), DOLLARS, False),
        ("The meter, in dollars", offered.meter / DOLLAR, DOLLARS, True),
        ("Players who make the wager", Fraction(offered.players), PLAIN, True),
    )
    for row, (name, value, style, given) in enumerate(inputs, start=TOP + 8):
        sheet.text(f"A{row}", name)
        sheet.number(f"B{row}", value, style, given=given)
    wheel = offered.chance_of_wheel
    if wheel is not None:
        sheet.text(f"A{TOP + 11}", "Probability of a spin")
        sheet.formula(f"B{TOP + 11}", f"{wheel.numerator}/{wheel.denominator}", wheel, CHANCE)
    sheet.headings(
        LINES - 1,
        ("Line", "Clause", wager.counted.capitalize(), "Probability", "Pays, in dollars", "Pays, of the meter",
         "Each other player receives", "Paid at the meter", "Return", SHARE, "One in"),
    )  # fmt: skip
    for row, (line, pay) in enumerate(zip(wager.rows, offered.lines, strict=False), start=LINES):
        at_meter = pay.paid_at(offered.meter) / DOLLAR
        value = offered.value(offered.meter, 1)
        sheet.text(f"A{row}", line.title)
        sheet.text(f"B{row}", line.clause, soft=True)
        sheet.number(f"C{row}", line.count, COUNT)
        chance = f"C{row}/SUM({cells.counts})" if wheel is None else f"{spin}*C{row}/SUM({cells.counts})"
        sheet.formula(f"D{row}", chance, line.probability, CHANCE)
        sheet.number(f"E{row}", pay.fixed / DOLLAR, DOLLARS, given=True)
        sheet.number(f"F{row}", pay.share, "0%", given=True)
        sheet.number(f"G{row}", pay.neighbours / DOLLAR, DOLLARS, given=True)
        sheet.formula(f"H{row}", f"E{row}+F{row}*{meter}", at_meter, DOLLARS)
        sheet.formula(f"I{row}", f"D{row}*H{row}/{stake}", line.returns or Fraction(0), PERCENT)
        share = pay.probability * pay.paid_at(offered.meter) / value if value else Fraction(0)
        sheet.formula(f"J{row}", f"IF({EDGE}=1,0,D{row}*H{row}/SUMPRODUCT({chances},{paid}))", share, PERCENT)
        if pay.hit_interval is not None:
            sheet.formula(f"K{row}", f"1/D{row}", pay.hit_interval, "#,##0.00")
    sheet.text(f"A{end}", wager.rows[-1].title)
    if wheel is None:
        sheet.number(f"C{end}", wager.rows[-1].count, COUNT)
        sheet.formula(f"D{end}", f"C{end}/SUM({cells.counts})", wager.rows[-1].probability, CHANCE)
    else:
        sheet.formula(f"D{end}", f"1-{spin}", wager.rows[-1].probability, CHANCE)
    for column in "EFGH":
        sheet.number(f"{column}{end}", Fraction(0), PLAIN)
    _by_players(sheet, offered, cells, end + 3)
    _bands(sheet, wager, end + 6 + offered.most_players)
    return sheet


def _by_players(sheet: Sheet, offered: ProgressiveWager, cells: Ranges, first: int) -> None:
    sheet.headings(first, ("By players who make the wager", "House advantage", "Break-even meter"))
    for row, players in enumerate(range(1, offered.most_players + 1), start=first + 1):
        sheet.number(f"A{row}", players, PLAIN, left=True)
        sheet.formula(f"B{row}", cells.edge(f"$A{row}"), offered.edge_at(offered.meter, players), PERCENT)
        sheet.formula(f"C{row}", cells.even(f"$A{row}"), _even(offered, players), DOLLARS)
