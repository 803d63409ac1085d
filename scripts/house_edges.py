"""Writes docs/house-edges.md, the exact results of every printed pay table: ``make pages``. A test checks that it is
current."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from houserules import law
from houserules.cli.files import submission_data
from houserules.lab import (
    base_results,
    decimal_of,
    folded_winners,
    percent_of,
    progressive_wager,
    root_of,
    side_bet,
    table_shares,
)
from houserules.law import Special, Submission, freeze, read_filing
from houserules.money import DOLLAR, format_dollars

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "house-edges.md"
BUNDLED = {edition.id: name for name, edition in law.submissions().items()}
PLACES = 8


def page() -> str:
    return "\n".join(
        [
            "<!-- Written by `make pages` from the rulebooks and the lab; edit those instead. -->\n",
            "# The house edge of every printed pay table\n",
            "Every figure is computed as a fraction and rounded once, when it is printed; the fractions are what",
            "`houserules analyze --json` prints. How they come about: [mathematics.md](mathematics.md).\n",
            *base_section(),
            *flush_bonus_section(),
            *straight_flush_bonus_section(),
            *same_suit_section(),
            *progressive_section(),
        ]
    )


def submission(rulebook: str, *overrides: str) -> Submission:
    return freeze(read_filing(submission_data(BUNDLED[rulebook], overrides), rulebook))


def base_section() -> Iterator[str]:
    yield "## Base games under best play\n"
    yield "Per ante. High Card Flush is the same game in both states.\n"
    yield "| game | house edge | average wager | element of risk | standard deviation | sum over all deals |"
    yield "|---|---:|---:|---:|---:|---:|"
    games = [("High Card Flush (MD-HCF, MA-HCF)", submission("MD-HCF"))]
    for letter in law.rulebook("MD-CTF").paytables["xtra_bonus"]:
        made = submission("MD-CTF", f"wagers.xtra_bonus.paytable={letter}")
        games.append((f"Chase the Flush (MD-CTF), X-tra Bonus {letter}", made))
    for name, made in games:
        found = base_results(made)
        yield (
            f"| {name} | {percent_of(found.house_edge, 10)} | {decimal_of(found.average_wager, 11)} "
            f"| {percent_of(found.element_of_risk, 10)} | {root_of(found.variance, 11)} "
            f"| {int(found.total_net):,} of {found.deals:,} |"
        )
    yield ""
    yield "The X-tra Bonus is made with every ante; its own part of the result under best play of the whole:\n"
    yield "| table | house edge of the X-tra Bonus | wins | pushes |\n|---|---:|---:|---:|"
    for letter in law.rulebook("MD-CTF").paytables["xtra_bonus"]:
        made = submission("MD-CTF", f"wagers.xtra_bonus.paytable={letter}")
        (xtra,) = table_shares(made, base_results(made))
        pushes = Fraction(xtra.pushes, xtra.deals)
        yield (
            f"| {letter} | {percent_of(xtra.house_edge, PLACES)} | {percent_of(xtra.hit_frequency, PLACES)} "
            f"| {percent_of(pushes, PLACES)} |"
        )
    yield ""


def edge(rulebook: str, wager: str, letter: str, *overrides: str) -> Fraction:
    made = submission(rulebook, f"wagers.{wager}.paytable={letter}", *overrides)
    return side_bet(made, made.wagers[wager]).house_edge


def deviation(rulebook: str, wager: str, letter: str) -> str:
    made = submission(rulebook, f"wagers.{wager}.paytable={letter}")
    return root_of(side_bet(made, made.wagers[wager]).variance, 9)


def letters(rulebook: str, wager: str) -> list[str]:
    """The tables for whose lines all figures exist."""
    tables = law.rulebook(rulebook).paytables_of(wager)
    return [letter for letter, table in tables.items() if not any(isinstance(line.pay, Special) for line in table)]


def flush_bonus_section() -> Iterator[str]:
    yield "## Flush Bonus\n"
    yield "Wins in 22.5936 % of hands, whatever the table. A negative edge is the player's advantage.\n"
    yield "| table | Maryland | standard deviation | Massachusetts, as printed | with Maryland's four-card row |"
    yield "|---|---:|---:|---:|---:|"
    theirs = letters("MA-HCF", "flush_bonus")
    row = "readings.flush_bonus_four_card_row=marylands"
    for letter in letters("MD-HCF", "flush_bonus"):
        printed = mended = ""
        if letter in theirs:
            printed = percent_of(edge("MA-HCF", "flush_bonus", letter), PLACES)
            mended = percent_of(edge("MA-HCF", "flush_bonus", letter, row), PLACES)
        ours = percent_of(edge("MD-HCF", "flush_bonus", letter), PLACES)
        yield f"| {letter} | {ours} | {deviation('MD-HCF', 'flush_bonus', letter)} | {printed} | {mended} |"
    yield ""


def straight_flush_bonus_section() -> Iterator[str]:
    yield "## Straight Flush Bonus\n"
    yield "Wins in 6.4235 % of hands with the ace high only, in 6.9969 % with the ace also low; table G of Maryland"
    yield "pays four of a kind besides. Table G of Massachusetts is the licensee's.\n"
    yield "| table | Maryland, ace high only (default) | Maryland, ace also low | Massachusetts |"
    yield "|---|---:|---:|---:|"
    low = "readings.ace_low_straight_flush=also_low"
    for letter in letters("MD-HCF", "straight_flush_bonus"):
        cells = [
            edge("MD-HCF", "straight_flush_bonus", letter),
            edge("MD-HCF", "straight_flush_bonus", letter, low),
            *(
                [edge("MA-HCF", "straight_flush_bonus", letter)]
                if letter in letters("MA-HCF", "straight_flush_bonus")
                else []
            ),
        ]
        texts = [percent_of(cell, PLACES) for cell in cells]
        yield f"| {letter} | {' | '.join(texts + [''] * (3 - len(texts)))} |"
    yield ""


def same_suit_section() -> Iterator[str]:
    yield "## Same Suit\n"
    yield "| table | ace low with 2-3-4-5 (default) | ace high only | ace also low | standard deviation (default) |"
    yield "|---|---:|---:|---:|---:|"
    for letter in letters("MD-CTF", "same_suit"):
        cells = [
            percent_of(edge("MD-CTF", "same_suit", letter, f"readings.ace_low_straight_flush={ace}"), PLACES)
            for ace in ("low_with_2345", "high_only", "also_low")
        ]
        yield f"| {letter} | {' | '.join(cells)} | {deviation('MD-CTF', 'same_suit', letter)} |"
    yield ""


def progressive_section() -> Iterator[str]:
    yield "## Progressives\n"
    yield "A wager of $1 at the smallest initial meter that the document allows, for one player; in the long run with"
    yield "the rate of the bundled submission (Maryland: 22 %, reset to the initial amount) or the printed rates"
    yield "(Massachusetts). The last column supposes that the player folds by the base game's best play and so"
    yield "forfeits some winners (MA-HCF 12(c)); the others, that no winner is folded.\n"
    heads = "document | table | meter | house edge | breaks even at | long-run edge | average win of all | with folds"
    yield f"| {heads} |"
    yield "|---|---|---:|---:|---:|---:|---:|---:|"
    for rulebook in ("MD-HCF", "MA-HCF"):
        for letter in letters(rulebook, "progressive"):
            yield progressive_row(rulebook, letter)
    yield ""
    yield "The wheels of Chase the Flush have no figures of their own: their segments are the operator's."
    yield "`houserules analyze md-chase-the-flush` shows the bundled example.\n"


def progressive_row(rulebook: str, letter: str) -> str:
    rules = law.rulebook(rulebook).progressive
    assert rules is not None
    least = rules.least.get(letter)
    meters = []
    if least is not None:
        amount = format_dollars(least.value)
        meters = [f"wagers.progressive.initial={amount}", f"wagers.progressive.reset={amount}"]
    made = submission(rulebook, f"wagers.progressive.paytable={letter}", *meters)
    wager = progressive_wager(made)
    even, run = wager.break_even(1), wager.long_run
    assert even is not None
    assert run is not None
    folded = folded_winners(made, wager)
    return (
        f"| {rulebook} | {letter} | ${float(wager.meter / DOLLAR):,.0f} | {percent_of(wager.house_edge, PLACES)} "
        f"| ${float(even / DOLLAR):,.2f} | {percent_of(run.house_edge, PLACES)} "
        f"| ${float(run.average_meter / DOLLAR):,.2f} | {percent_of(folded.house_edge, PLACES) if folded else ''} |"
    )


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
