"""The odds exhibit, read back from the PDF: every figure is the one that ``houserules analyze --json`` gives."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from math import sqrt
from statistics import NormalDist
from typing import Any

import pytest

from houserules.lab import analyze
from houserules.law import Rulebook, bundled_submission, read_filing
from tests.exhibits.reading import (
    AMOUNTS,
    BUNDLED,
    CTF,
    HCF,
    MA,
    PACKAGE,
    TCP,
    WHEEL,
    analysed,
    dollars,
    exact,
    pages,
    percent,
    printed,
    printed_with,
    true_odds,
)
from tests.lab.support import submission

Read = tuple[str, str, dict[str, Any], Rulebook]
"""The name of a submission, the text of its exhibit, its analysis, its rulebook."""


@pytest.fixture(scope="module", autouse=True)
def third_game() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(PACKAGE))
        patch.setenv("HOUSERULES_RULEBOOKS", str(PACKAGE / "three_card_poker" / "rulebooks"))
        yield


@pytest.fixture(scope="module", params=[*BUNDLED, TCP])
def read(request: pytest.FixtureRequest) -> Read:
    name = request.param
    text = " ".join(pages(printed(name, "odds")["odds.pdf"]))
    return name, text, analysed(name), read_filing(bundled_submission(name), name).rulebook


def outcomes(wager: dict[str, Any]) -> dict[Fraction, Fraction]:
    """Net result to its probability, from the lines where the analysis lists no outcomes."""
    if "outcomes" in wager:
        return {Fraction(each["net"]): exact(each["probability"]) for each in wager["outcomes"]}
    found: dict[Fraction, Fraction] = {Fraction(0): exact(wager["push_frequency"])}
    for line in wager["lines"]:
        chance = exact(line["probability"])
        if chance:
            net = exact(line["return"]) / chance
            found[net] = found.get(net, Fraction()) + chance
    found[Fraction(-1)] = 1 - sum(found.values(), Fraction())
    return {net: chance for net, chance in found.items() if chance}


def variance(wager: dict[str, Any]) -> Fraction:
    found = outcomes(wager)
    mean = sum((net * chance for net, chance in found.items()), Fraction())
    return sum((net**2 * chance for net, chance in found.items()), Fraction()) - mean**2


def title(book: Rulebook, wager: str) -> str:
    return "Base game" if wager == "base" else book.shown.wagers[wager].title


def pays(line: dict[str, Any]) -> str:
    told = line.get("odds", line.get("pays", ""))
    number, _, rest = told.partition(" ")
    if number.isdecimal() and rest:
        return f"{int(number):,} {rest}"
    if told.startswith("$") and told[1:].isdecimal():
        return f"${int(told[1:]):,}"
    return f"{told} of the meter" if told.endswith("%") else str(told)


def test_the_summary_has_every_wager(read: Read) -> None:
    _, text, data, book = read
    for name, wager in data["wagers"].items():
        edge, hit = exact(wager["house_edge"]), exact(wager["hit_frequency"])
        table = f"table {wager['paytable']}" if "paytable" in wager else "1 to 1"
        deviation = float(wager["standard_deviation"])
        row = f"{title(book, name)} {table} {true_odds(hit)} {percent(edge, 6)} {percent(hit, 6)} "
        assert row in text
        rest = text.partition(row)[2].split()
        assert float(rest[0]) == pytest.approx(deviation, rel=1e-7)
        assert float(rest[1]) == pytest.approx(deviation * NormalDist().inv_cdf(0.95), rel=1e-4)


def test_every_line_has_its_combinations_probability_odds_pay_return_and_share(read: Read) -> None:
    _, text, data, _ = read
    for name, wager in data["wagers"].items():
        for line in wager.get("lines", ()):
            chance, back = exact(line["probability"]), exact(line["return"])
            if name == "progressive":
                share = exact(line["share_of_return"])
            else:
                share = (back + chance) / (1 - exact(wager["house_edge"]))
            row = (
                f"{line['clause']} {line['combinations']:,} {percent(chance, 8)} {true_odds(chance)} {pays(line)} "
                f"{percent(back, 6)} {percent(share, 4)}"
            )
            assert row in text


def test_the_base_game_has_every_result_decision_and_part(read: Read) -> None:
    _, text, data, book = read
    base = data["wagers"]["base"]
    for outcome in base["outcomes"]:
        net, chance = Fraction(outcome["net"]), exact(outcome["probability"])
        assert f"{outcome['deals']:,} {percent(chance, 8)} {true_odds(chance)} {percent(net * chance, 6)}" in text
    for action, share in base["actions"].items():
        assert f"{re.sub('x$', '×', action).capitalize()} {percent(exact(share), 6)}" in text
    for part, share in base["parts"].items():
        row = text.partition("Wagers of the base game")[2].partition(f"{title(book, part)} ")[2].split()
        assert float(row[3]) == pytest.approx(float(share["staked"]["decimal"]), rel=1e-7)
        assert float(row[4]) == pytest.approx(float(share["net"]["decimal"]), rel=1e-7)
    assert f"keeps {percent(exact(base['element_of_risk']), 6)} of all that is staked" in text
    assert f"qualifies in {percent(exact(base['dealer_qualifies']), 6)} of the deals" in text


def test_the_bands_of_hold_are_normal_with_the_exact_variance_and_end_at_what_can_be_won(read: Read) -> None:
    _, text, data, _ = read
    parts = text.split("Bands of hold Rounds 90 % of runs 95 % of runs 99 % of runs ")[1:]
    assert len(parts) == len(data["wagers"])
    for wager, part in zip(data["wagers"].values(), parts, strict=True):
        edge, spread, nets = float(exact(wager["house_edge"])), sqrt(variance(wager)), outcomes(wager)
        row = ""
        for rounds in (10**3, 10**4, 10**5, 10**6, 10**7):
            row += f"{rounds:,} "
            for level in (0.9, 0.95, 0.99):
                reach = NormalDist().inv_cdf((1 + level) / 2) * spread / sqrt(rounds)
                low, high = max(edge - reach, -float(max(nets))), min(edge + reach, -float(min(nets)))
                row += f"{100 * low:.3f} % to {100 * high:.3f} % "
        assert part.startswith(row.strip())


@pytest.mark.parametrize("name", BUNDLED)
def test_the_progressive_against_its_meter(name: str) -> None:
    (text,) = (" ".join(pages(printed(name, "odds")["odds.pdf"])),)
    wager = analysed(name)["wagers"]["progressive"]
    assert f"house advantage is {percent(exact(wager['at_no_meter']), 6)}" in text
    assert f"takes {percent(-1000 * exact(wager['per_dollar_of_meter']), 6)} off it" in text
    assert f"zero at a meter of {dollars(wager['break_even_meter'])} (break-even)" in text
    if "envy_bonus" in wager or "community_pay" in wager:
        for row in wager["by_players"]:
            told = f"{row['players']} {percent(exact(row['house_edge']), 6)} {dollars(row['break_even_meter'])}"
            assert told in text
    run = wager["long_run"]
    assert f"House advantage in the long run {percent(exact(run['house_edge']), 6)}" in text
    assert f"adds to the meter {dollars(run['contribution'], 4)}" in text
    assert f"per wager {dollars(run['seed_per_wager'], 4)}" in text
    assert f"A winner of the whole meter is paid on average {dollars(run['average_meter'])}" in text
    assert f"The first winner of the whole meter is paid on average {dollars(run['average_meter_first'])}" in text
    if run["average_secondary"]:
        assert f"then holds on average {dollars(run['average_secondary'])}" in text


def test_what_a_fold_forfeits_and_what_a_spin_pays() -> None:
    folds = analysed(MA)["wagers"]["progressive"]["folds"]
    text = " ".join(pages(printed(MA, "odds")["odds.pdf"]))
    assert f"folds {sum(folds['hands'].values()):,} hands that win it" in text
    assert percent(exact(folds["house_edge_when_folded"]), 6) in text
    wheel = analysed(CTF)["wagers"]["progressive"]["wheel"]
    text = " ".join(pages(printed(CTF, "odds")["odds.pdf"]))
    assert (
        f"probability of {percent(exact(wheel['chance']), 6)}; a spin pays {dollars(wheel['mean'])} on average"
        in text
    )


def test_the_appendix_has_the_fractions_themselves(read: Read) -> None:
    _, text, data, _ = read
    told = set(text.partition("Appendix: exact fractions")[2].split())
    assert [place for place, figure in _figures(data) if figure not in told] == []
    for wager in data["wagers"].values():
        assert str(variance(wager)) in told


def _figures(data: Any, *place: str) -> Iterator[tuple[str, str]]:
    """Every exact figure of an analysis, whatever it is of, with its place."""
    if isinstance(data, dict) and set(data) == {"exact", "decimal"}:
        figure = exact(data)
        yield ".".join(place), str(1 / figure if place[-1] == "hit_interval" else figure)
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from _figures(value, *place, key)
    elif isinstance(data, list):
        for number, value in enumerate(data):
            yield from _figures(value, *place, str(number))


def test_the_payout_limit_and_warnings_are_told(read: Read) -> None:
    name, text, data, _ = read
    for effect in data["payout_limit"]:
        taken = exact(effect["taken"]["most"])
        assert (f"{percent(exact(effect['of_the_stakes']['most']), 6)} of the stakes" in text) if taken else True
    assert ("takes nothing" in text) is bool(data["payout_limit"]), name


def test_lines_that_pay_an_amount_and_a_prize_without_a_meter() -> None:
    text = " ".join(pages(printed_with(MA, *AMOUNTS)["odds.pdf"]))
    most = analyze(submission(MA, *AMOUNTS)).at_maximum["straight_flush_bonus"].house_edge
    assert f"hold at a stake of $5; at $100 the house advantage is {percent(most, 6)}" in text
    wheel = "[{symbol='Jackpot',count=1},{symbol='$5',count=199}]"
    prize = f"wagers.progressive={{paytable='A',amount='1',prize='5000',segments={wheel}}}"
    text = " ".join(pages(printed_with(CTF, prize)["odds.pdf"]))
    assert "100% of the prize" in text
    assert "meter" not in text.partition("Progressive, table A")[2]


def test_a_column_that_would_be_empty_is_left_out() -> None:
    """A wheel with a fixed prize has no meter to break even at, whatever the others receive."""
    text = " ".join(pages(printed_with(WHEEL)["odds.pdf"]))
    assert "by the number of players who make the wager Players House advantage 1 8.014118 % 2 6.771765 %" in text
    told = " ".join(pages(printed(CTF, "odds")["odds.pdf"]))
    assert "Players House advantage Break-even meter In the long run 1 28.487059 % $10,503.18 8.487059 %" in told


def test_figures_are_said_in_words_of_the_trade(read: Read) -> None:
    """Odds never with "for", multiples with their sign."""
    _, text, *_ = read
    assert re.findall(r"\d for \d|\dx\b", text) == []


def test_a_result_that_several_lines_have_is_told_once_more() -> None:
    text = " ".join(pages(printed(HCF, "odds")["odds.pdf"]))
    assert "net result of 29,999 times the wager, all lines that have it together 1/643195" in text


def test_a_warning_is_told() -> None:
    wagers = bundled_submission(HCF)["wagers"]
    wagers["progressive"]["initial"] = "300000"
    assert "Warning: " in " ".join(pages(printed(HCF, "odds", wagers=wagers)["odds.pdf"]))
    assert "Warning: " not in " ".join(pages(printed(HCF, "odds")["odds.pdf"]))


def test_sections_come_in_reading_order(read: Read) -> None:
    _, text, data, book = read
    order = ["Odds of every wager", "Summary", "Strategy assumed", "Method"]
    order += [
        f"{title(book, name)}, table {each['paytable']}" for name, each in data["wagers"].items() if name != "base"
    ]
    places = [text.index(each) for each in [*order, "Appendix: exact fractions"]]
    assert places == sorted(places)
