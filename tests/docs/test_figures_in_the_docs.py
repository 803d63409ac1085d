"""The results that the documents state are what the lab computes."""

from __future__ import annotations

import re
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from houserules.cards import AceReading, mask_of, parse_cards
from houserules.lab import (
    Glimpse,
    base_results,
    dealer_card_leak,
    decimal_of,
    glimpse_leak,
    is_on_frontier,
    percent_of,
    played_out,
    root_of,
    side_bets,
    strategy_report,
    suits_leak,
    table_report,
)
from houserules.lab.games.chase_the_flush import solving as chase_the_flush
from houserules.lab.games.chase_the_flush.strategies import short_strategies
from houserules.lab.games.flushes import census
from houserules.lab.games.high_card_flush import solving as high_card_flush
from houserules.lab.strategy.leaks import sharing_leak
from tests.lab.support import CTF, MA, MD, chase_terms, high_card_terms, submission
from tests.support.scripts import script

ROOT = Path(__file__).resolve().parent.parent.parent
PUBLISHED = (ROOT / "docs" / "published-figures.md").read_text(encoding="utf-8")


def test_the_page_of_house_edges_is_current() -> None:
    module = script("house_edges")
    assert module.PAGE.read_text(encoding="utf-8") == module.page(), "run `make pages`"


def test_the_mathematics_state_house_edges_as_their_own_fractions_give_them() -> None:
    page = (ROOT / "docs" / "mathematics-base-games.md").read_text(encoding="utf-8")
    stated = re.findall(r"([\d,]+) deals,[^.]*? net result (-[\d,]+), house\s+edge ([\d.]+ %)", page)
    assert len(stated) == 2
    for deals, net, edge in stated:
        assert percent_of(Fraction(-int(net.replace(",", "")), int(deals.replace(",", ""))), 10) == edge


def row(start: str) -> str:
    (found,) = [line for line in PUBLISHED.splitlines() if line.startswith(f"| {start} |")]
    return found


def mask(cards: str) -> int:
    return mask_of(parse_cards(cards))


def test_published_figures_of_high_card_flush() -> None:
    results = base_results(submission(MD))
    fold = results.frequency(results.actions()["fold"])
    assert percent_of(results.house_edge, 10) in row("house edge, optimal play")
    assert percent_of(results.element_of_risk, 10) in row("element of risk")
    assert percent_of(1 - fold, 10) in row("player calls")
    assert percent_of(fold, 10) in row("fold rate")
    assert decimal_of(results.average_wager, 11) in row("average final wager")
    assert percent_of(results.frequency(results.dealer_qualifies()), 10) in row("dealer qualifies")
    assert percent_of(results.frequency(results.distribution()[Fraction(0)]), 10) in row("push")
    for hand in ("Th 8h 6h Js Ad Qd Jc", "Th 8h 6h 7d 4d 2d 9c"):
        value = high_card_flush.decide(high_card_terms(), mask(hand))["raise 1x"]
        assert decimal_of(round(value, 10)).replace("-", "−") in row(f"value of {hand}, raised")


def test_ten_high_hands() -> None:
    """By the census: no suit above a ten-high three-card flush, less those at most nine-high."""

    def sizes_below(bound: int) -> list[int]:
        fits = [lane for lane in range(1 << 13) if lane.bit_count() < 3 or (lane.bit_count() == 3 and lane < bound)]
        return [sum(lane.bit_count() == size for lane in fits) for size in range(4)]

    lanes = [sizes_below(1 << 9), sizes_below(1 << 8)]
    ten, nine = (census._fourth_power(sizes, 7)[7] for sizes in lanes)
    assert ten - nine == 7_084_896
    assert f"{percent_of(Fraction(ten - nine, comb(52, 7)), 10)} (7,084,896 hands)" in row(
        "ten-high three-card flush"
    )


@pytest.mark.parametrize(
    ("name", "wager", "letter", "start"),
    [
        (MD, "flush_bonus", "A", "Flush Bonus 300/100/10/1 | about 8 %"),
        (MD, "flush_bonus", "B", "Flush Bonus 100/20/10/2"),
        (MA, "straight_flush_bonus", "A", "Straight Flush Bonus 8000/1000/100/60/7"),
        (MA, "straight_flush_bonus", "B", "Straight Flush Bonus 500/200/100/50/9"),
    ],
)
def test_published_side_bets(name: str, wager: str, letter: str, start: str) -> None:
    edge = side_bets(submission(name, f"wagers.{wager}.paytable={letter}"))[wager].house_edge
    assert percent_of(edge, 10) in row(start)


def test_published_hit_intervals() -> None:
    runs = census.by_longest_run(7, AceReading.ALSO_LOW)
    assert f"1 in {comb(52, 7) / (runs[6] + runs[7]):,.1f}" in row("straight flush of six or seven cards")
    assert round(comb(52, 7) / 1600) == 83_615
    assert f"1 in {comb(52, 7) / runs[5]:,.1f}" in row("straight flush of five cards")


def test_published_figures_of_chase_the_flush() -> None:
    results = base_results(submission(CTF))
    assert decimal_of(results.house_edge, 9) in row("expected value, X-tra Bonus 250/20/5/1").replace("−", "")
    assert decimal_of(results.average_wager, 10) in row("average total wager")
    for cards in re.findall(r"^\| ([2-9TJQKA]{3}) \|", PUBLISHED, re.MULTILINE):
        options = chase_the_flush.decide(
            chase_terms(), mask(" ".join(rank + suit for rank, suit in zip(cards, "shd", strict=True)))
        )
        shown = f"{float(options['all-in 3x']):+.4f}, {float(options['check']):+.4f}".replace("-", "−")
        assert shown in row(cards)


def test_published_exact_values_are_right() -> None:
    odds = {7: 250, 6: 50, 5: 5, 4: 1}
    after = chase_the_flush.decide(chase_terms(odds), mask("As Ks Js"), mask("Ts 9s"), dealer=mask("Kh"))
    before = chase_the_flush.decide(chase_terms(odds), mask("Ks Js Ts"), dealer=mask("9s"))
    for start, options, action in (
        ("As Ks Js, board Ts 9s, dealer shows Kh, 250/50/5/1", after, "all-in 2x"),
        ("Ks Js Ts, no board, dealer shows 9s, 250/50/5/1", before, "all-in 3x"),
    ):
        stated = [float(number) for number in re.findall(r"\d+\.\d{10,}", row(start))]
        assert stated == pytest.approx([float(options[action]), float(options["check"])], abs=1e-13)
    results = chase_the_flush.solve(chase_terms(odds))
    assert decimal_of(round(-results.house_edge, 10)) in PUBLISHED


def test_published_strategies_and_advice() -> None:
    """What people advise, weighed; in the page of published figures by the names that others give it."""
    best = base_results(submission(MD)).house_edge
    weighed = {each.name: each.results.house_edge for each in strategy_report(submission(MD), silent).weighed}
    assert percent_of(weighed["T-8-6 and better"] - best, 10) in row("raise T-8-6 and better: cost over best play")
    for said, played in {
        "raise J-9-6 and better: house edge": "J-9-6 and better",
        "raise any jack-high and better: house edge": "any jack-high three-card flush and better",
        "raise everything: house edge": "raise everything",
        "advanced strategy (G. Michaels): house edge": "any jack-high; ten-high by the jacks and better outside it",
    }.items():
        assert percent_of(weighed[played], 8) in row(said), said
    fold = Fraction(base_results(submission(MD)).actions()["fold"], base_results(submission(MD)).deals)
    assert f"{percent_of(1 - fold, 10)}, {percent_of(fold, 10)}" in row("raise, fold")
    assert percent_of(best, 10) in row("house edge")
    chase = strategy_report(submission(CTF), silent)
    printed = next(each.results.house_edge for each in chase.weighed if each.name == "printed")
    cost = printed - base_results(submission(CTF)).house_edge
    assert f"costs {percent_of(cost, 8)}: house edge {percent_of(printed, 8)}" in row("printed basic strategy")
    assert f"{percent_of(Fraction(169, 425), 10)} (169/425)" in row("three different suits in the hole")
    assert Fraction(4 * 13**3, comb(52, 3)) == Fraction(169, 425)
    high = side_bets(submission(MD))["straight_flush_bonus"].house_edge
    assert f"has an edge of {percent_of(high, 10)}." in PUBLISHED
    assert percent_of(side_bets(submission(MD))["flush_bonus"].house_edge, 10) in row(
        "Flush Bonus 300/100/10/1 | 7.53 % of the wager"
    )
    runs = census.by_longest_run(7, AceReading.ALSO_LOW)
    four, three = (f"1 in {comb(52, 7) / runs[length]:.1f}" for length in (4, 3))
    assert f"{four}, {three}" in row("straight flush of four, three cards")
    odds = "wagers.xtra_bonus.paytable={seven_card_flush=250,six_card_flush=50,five_card_flush=5,four_card_flush=1}"
    shown = dealer_card_leak(submission(CTF, odds), silent)
    assert decimal_of(round(shown.value, 10)) in row("exposed dealer card from the start, 250/50/5/1")


def silent(_done: float) -> None:
    """Nobody watches."""


MATHEMATICS = " ".join((ROOT / "docs" / "mathematics.md").read_text(encoding="utf-8").split())


def test_what_the_mathematics_count_by_hand() -> None:
    """Every number of the examples, worked out here again."""
    every, one_suit = comb(52, 7), {7: 4 * comb(13, 7), 6: 4 * comb(13, 6) * 39}
    one_suit |= {5: 4 * comb(13, 5) * comb(39, 2), 4: 4 * comb(13, 4) * comb(39, 3)}
    lost = every - sum(one_suit.values())
    brought = 300 * one_suit[7] + 100 * one_suit[6] + 10 * one_suit[5] + one_suit[4] - lost
    runs, low = (census.by_longest_run(7, ace) for ace in (AceReading.HIGH_ONLY, AceReading.ALSO_LOW))
    suited = 4 * (8 * 7 - 14)
    taken = Fraction(runs[7] * 780_000 + suited * 80_000 + (runs[6] - suited) * 60_000, every)
    nine_to_ace = 4 * 46
    whole = runs[7] + nine_to_ace - 4
    tenth = runs[6] - (nine_to_ace - 4)
    fixed = Fraction(runs[5] * 250 + runs[4] * 40 + runs[3] * 3, every)
    share = Fraction(10 * whole + tenth, 10 * every)
    for said in (
        f"C(52,7) = {every:,}",
        f"4·C(13,7) = {one_suit[7]:,} hands",
        f"= {one_suit[6]:,} with six, 4·C(13,5)·C(39,2) = {one_suit[5]:,} with five",
        f"{one_suit[4]:,} with four; the other {lost:,} hands lose",
        f"{one_suit[4]:,} − {lost:,} = −{-brought:,} in all",
        f"{-brought:,} / {every:,}",
        f"seven runs of seven ranks: {runs[7]} hands",
        f"8·46 − 2 − 12 = {runs[6] // 4} a suit, {runs[6]:,} hands",
        f"length: {low[7]} and {low[6]:,}",
        f"Of the {runs[6]:,} hands with a run of six, {suited} hold",
        f"the other {runs[6] - suited:,} win 100,000 + 10,000",
        f"/ {every:,} = ${float(taken):.6f} a hand",
        f"F = ({runs[5]:,}·250 + {runs[4]:,}·40 + {runs[3]:,}·3) / {every:,}",
        f"goes to {runs[7]} + {whole - runs[7]} hands (nine to ace of a suit: 4·46 hands, 4 of them runs of seven)",
        f"a tenth to the other {tenth:,} runs of six: s = ({whole} + {tenth / 10:.1f}) / {every:,}",
        f"The edge at $30,000 is {100 * float(1 - fixed - 30_000 * share):.3f} %",
        f"it is zero at ${float((1 - fixed) / share):,.2f}",
        f"of C(52,3) = {Fraction(4 * comb(13, 3), comb(52, 3))} of all",
        f"all {every * comb(45, 7) * comb(38, 7):,} deals of three hands",
    ):
        assert said in MATHEMATICS, said


def test_what_sharing_cards_gains() -> None:
    """As docs/strategy.md and the page of published figures have it."""
    page = (ROOT / "docs" / "strategy.md").read_text(encoding="utf-8")
    for players, number in enumerate(("two", "three", "four", "five", "six"), 2):
        leak = sharing_leak(submission(MD), players, 100_000, 1, lambda _: None)
        line = next(line for line in page.splitlines() if line.startswith(f"| {number} players"))
        gain = f"{100 * leak.mean_gain:.3f} % (s.e. {100 * leak.standard_error:.3f} %)"
        assert line.endswith(f"| {100 * leak.value:+.3f} % | {gain} |")
    assert f"{100 * leak.value:+.3f} % (100,000 sampled deals" in row("six players who share all cards")


def test_what_telling_suits_gains() -> None:
    page = (ROOT / "docs" / "strategy.md").read_text(encoding="utf-8")
    said = ("suits told between two players", "between three", "between four", "between five", "between six")
    for players, start in enumerate(said, 2):
        leak = suits_leak(submission(MD), players, 100_000, 1, lambda _: None)
        gain = f"{100 * leak.mean_gain:.3f} % (s.e. {100 * leak.standard_error:.3f} %)"
        assert f"\n| {start} | {100 * leak.value:+.3f} % | {gain} |\n" in page


def test_what_a_dealers_card_gains() -> None:
    page = (ROOT / "docs" / "strategy.md").read_text(encoding="utf-8")
    high, chase = (dealer_card_leak(submission(name), lambda _: None) for name in (MD, CTF))
    value, gain = percent_of(high.value, 5), percent_of(high.gain, 5)
    assert f"\n| one dealer card seen | {value} | {gain} (exact) |\n" in page
    assert f"before the first decision is worth {percent_of(chase.gain, 8)}: it turns" in page
    assert f"the house edge of {percent_of(-chase.without, 8)} into an edge of {percent_of(chase.value, 8)}" in page


@pytest.mark.parametrize(("name", "title"), [(MD, "High Card Flush"), (CTF, "Chase the Flush, X-tra Bonus A")])
def test_the_strategies_that_the_page_weighs(name: str, title: str) -> None:
    """Every row has the edge and the cost of a strategy that comes along, or is best play."""
    page = (ROOT / "docs" / "strategy.md").read_text(encoding="utf-8")
    chapter = page.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    table = chapter.partition("| strategy | house edge | costs |\n|---|---|---|\n")[2]
    rows = table.partition("\n\n")[0].splitlines()
    report = strategy_report(submission(name), lambda _: None)
    best = percent_of(base_results(submission(name)).house_edge, 8)
    assert rows[0] == f"| best play | {best} | |"
    assert f"Best play has a house edge of {best}." in chapter
    known = {(percent_of(each.results.house_edge, 8), percent_of(each.cost, 8)) for each in report.weighed}
    for line in rows[1:]:
        edge, cost = line.removesuffix(" |").split(" | ")[-2:]
        assert (edge.replace("100 %", "100.00000000 %"), cost) in known, line


def test_the_holes_that_go_all_in_at_once() -> None:
    page = (ROOT / "docs" / "strategy.md").read_text(encoding="utf-8")
    study = strategy_report(submission(CTF), lambda _: None).study
    assert study is not None
    (section,) = study.sections
    _, _, rest = page.partition("| cards | with a third card of |\n|---|---|\n")
    assert rest.partition("\n\n")[0].splitlines() == [f"| {cards} | {third} |" for cards, third in section.rows]
    assert section.sentences[0].startswith("Go all in with 5,268 of 22,100 holes")
    assert "goes all in with 5,268 of 22,100 holes, exactly these:" in page


def test_seats_of_high_card_flush_together() -> None:
    page = " ".join((ROOT / "docs" / "analysis.md").read_text(encoding="utf-8").split())
    found = table_report(submission(MD), 6, ["all"])
    assert f"two seats have a correlation of {float(found['seat']['base_correlation']['decimal']):.4f} in" in page
    assert f"six seats a standard deviation of {float(found['round']['base_standard_deviation']):.2f} antes" in page


@pytest.mark.parametrize(
    ("said", "seen"),
    [
        ("two dealer cards seen", Glimpse(dealers=2)),
        ("three dealer cards seen", Glimpse(dealers=3)),
        ("one burnt card, or the bottom card, seen", Glimpse(burnt=1)),
    ],
)
def test_what_cards_that_are_seen_gain(said: str, seen: Glimpse) -> None:
    page = (ROOT / "docs" / "strategy.md").read_text(encoding="utf-8")
    leak = glimpse_leak(submission(MD), seen, 20_000, 1, lambda _: None)
    gain = f"{100 * leak.mean_gain:.3f} % (s.e. {100 * leak.standard_error:.3f} %)"
    assert f"\n| {said} | {100 * leak.value:+.3f} % | {gain} |\n" in page


def test_seats_of_chase_the_flush_together() -> None:
    """As docs/analysis.md has it, for the strategy whose answer comes with the package."""
    page = " ".join((ROOT / "docs" / "analysis.md").read_text(encoding="utf-8").split())
    made = submission(CTF)
    played = next(each for each in short_strategies(made) if each.name == "never before the river")
    found = table_report(made, 6, ["base"], played)
    alone = float(found["round"]["standard_deviation_if_seats_were_independent"]) / 10
    assert f"correlation is {float(found['seat']['base_correlation']['decimal']):.4f}" in page
    deviation = float(found["round"]["base_standard_deviation"])
    assert f"standard deviation of {deviation:.2f} antes, not {alone:.2f}" in page
    exact = played_out(made, played, lambda _: None)
    assert Fraction(found["seat"]["win"]["exact"]) == 10 * exact.house_edge
    assert found["seat"]["base_standard_deviation"] == root_of(exact.variance)


@pytest.mark.parametrize(("name", "title"), [(MD, "High Card Flush"), (CTF, "Chase the Flush, X-tra Bonus A")])
def test_the_shortest_rules_at_each_price(name: str, title: str) -> None:
    page = (ROOT / "docs" / "strategy.md").read_text(encoding="utf-8")
    _, _, rest = page.partition(f"| {title} | asks | house edge | costs |\n|---|---|---|---|\n")
    stated = rest.partition("\n\n")[0].splitlines()
    weighed = strategy_report(submission(name), lambda _: None).weighed
    chosen = sorted((each for each in weighed if is_on_frontier(each, weighed)), key=lambda each: each.asks)
    assert stated == [
        f"| {each.name} | {each.asks} | {percent_of(each.results.house_edge, 8)} | {percent_of(each.cost, 8)} |"
        for each in chosen
    ]
