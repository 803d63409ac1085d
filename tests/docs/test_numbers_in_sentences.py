"""Numbers that the pages on the lab state in sentences, worked out again, and the verdicts on published figures."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from math import comb, sqrt
from pathlib import Path

import pytest

from houserules.caching.disk import CAPACITY
from houserules.cards import AceReading, flush_key, mask_of, parse_cards
from houserules.lab import (
    analysis_as_data,
    analyze,
    base_results,
    percent_of,
    side_bets,
    strategy_report,
    table_report,
)
from houserules.lab.games.chase_the_flush.study import HOLE_CLASSES
from houserules.lab.games.flushes import census
from houserules.lab.games.high_card_flush.hands_sweep import HAND_CLASSES
from houserules.law import read_toml
from tests.lab.support import CTF, MA, MD, submission

ROOT = Path(__file__).resolve().parent.parent.parent
WRITTEN = ROOT / "src" / "houserules" / "lab" / "games"


def page(name: str) -> str:
    """A page as one line of words."""
    return " ".join((ROOT / "docs" / name).read_text(encoding="utf-8").split())


def silent(_done: float) -> None:
    """Nobody watches."""


HANDS = comb(52, 7)


def test_the_band_of_ten_high_flushes() -> None:
    told, study = page("strategy.md"), strategy_report(submission(MD), silent).study
    assert study is not None
    region = study.data["raise_region"]
    mixed = region["mixed"]
    assert f"With the {len(mixed)} ten-high three-card flushes ({sum(each['hands'] for each in mixed):,} of" in told
    assert f"{HANDS:,} hands) the other four cards decide" in told
    shapes = {(each["suits"], each["second_length"], each["outside_over"]): each for each in region["by_shape"]}
    for over in range(5):
        cells = []
        for shape in ((4, 2), (3, 2), (3, 3)):
            found = shapes.get((*shape, over))
            cells.append("" if found is None else found["raise_from"] or "never")
        row = f"| {over} | {' | '.join(cells)} |".replace("T-3-2", "always").replace("  ", " ")
        assert row in told, row
    lost = percent_of(Fraction(region["cost_of_exceptions"]["exact"]), 8)
    assert f"This table still plays {region['exceptions']:,} hands wrong, which costs {lost}" in told


def test_what_short_strategies_cost_as_sentences_have_it() -> None:
    told = page("strategy.md")
    high, chase = (
        {each.name: each for each in strategy_report(submission(name), silent).weighed} for name in (MD, CTF)
    )
    overcards = percent_of(high["any jack-high; ten-high by the jacks and better outside it"].cost, 8)
    assert f"`examples/strategies/count-the-overcards.toml`, the cost is {overcards}" in told
    sentence = percent_of(high["any jack-high; ten-high by one sum"].cost, 8)
    assert (
        f"one sentence describes the whole play, at a cost of {sentence}: raise every flush from a jack-high" in told
    )
    sums, outs = chase["by sums"], chase["by outs"]
    assert (
        f"*by sums* costs {percent_of(sums.cost, 8)} and asks {sums.asks} things; *by outs* asks {outs.asks} "
        f"and costs {percent_of(outs.cost, 8)}." in told
    )


def rules(game: str, name: str) -> Iterator[tuple[str, str, str]]:
    """Stage, what is asked and what it is compared with, in the order of a file that comes along."""
    path = WRITTEN / game / "written" / f"{name}.toml"
    for stage, listed in read_toml(path.read_text(encoding="utf-8"), name).items():
        if isinstance(listed, list):
            for rule in listed:
                yield from ((stage, asked, str(value)) for asked, value in rule.get("when", {}).items())


def numbers(text: str) -> list[int]:
    return [int(each) for each in re.findall(r"\d+", text)]


def test_the_sums_are_those_of_the_files() -> None:
    told = page("strategy.md")
    _, _, rest = told.partition("- Opening: 3x with three suited; ")
    stated = numbers(re.sub(r"\dx with", "", rest.partition("- River")[0]))
    filed = []
    for _, asked, value in rules("chase_the_flush", "by-sums"):
        if "+" in asked:
            filed += numbers(re.sub(r"(rank|match)_\d", "", asked) + value)
    assert stated == filed
    sums = [(asked, value) for _, asked, value in rules("high_card_flush", "one-sum") if "+" in asked]
    assert sums == [("second + 2 outside_over", ">= 11")]
    assert "its second card plus twice the number of jacks and better outside it is 11 or more" in told


def test_outs_are_those_of_the_files() -> None:
    told = page("strategy.md")
    for name, start, stop in (
        ("by-outs", "- River: call with four suited;", "| strategy |"),
        ("simple", "| simple: ", "| as printed"),
    ):
        filed = [numbers(value)[0] for _, asked, value in rules("chase_the_flush", name) if asked == "outs"]
        said = told.partition(start)[2].partition(stop)[0]
        stated = [int(each) for each in re.findall(r"(?:at most|up to) (\d+)", said)]
        assert stated == filed, name


def test_what_the_samples_are() -> None:
    assert "deals of seed 1: 100,000 with shared cards or suits, 20,000 with other cards seen" in page("strategy.md")


def test_constants_that_the_analysis_page_states() -> None:
    told = page("analysis.md")
    assert f"| size | {CAPACITY >> 20} MiB of answers at most" in told
    found = table_report(submission(MD), 6, ["all"])
    alone = sqrt(6) * float(found["seat"]["base_standard_deviation"])
    deviation = float(found["round"]["base_standard_deviation"])
    assert f"standard deviation of {deviation:.2f} antes, not {alone:.2f}." in told


def boards() -> set[tuple[int, ...]]:
    """Boards of four cards, by the ranks in each suit, those that differ by suits alone once."""
    sizes = [[lane for lane in range(1 << 13) if lane.bit_count() == size] for size in range(5)]
    found = set()
    for pattern in ((4, 0, 0, 0), (3, 1, 0, 0), (2, 2, 0, 0), (2, 1, 1, 0), (1, 1, 1, 1)):
        found |= {tuple(sorted(lanes)) for lanes in product(*(sizes[size] for size in pattern))}
    return found


def flops() -> set[tuple[tuple[int, int], ...]]:
    """Boards with two of their cards marked, as the flop."""
    found = set()
    for board in boards():
        cards = [(suit, 1 << rank) for suit, lane in enumerate(board) for rank in range(13) if lane >> rank & 1]
        for pair in combinations(cards, 2):
            shown = [sum(card for of, card in pair if of == suit) for suit in range(4)]
            found.add(tuple(sorted(zip(board, shown, strict=True))))
    return found


def test_numbers_of_the_mathematics() -> None:
    told = page("mathematics.md")
    one_suit = {7: 4 * comb(13, 7), 6: 4 * comb(13, 6) * 39, 5: 4 * comb(13, 5) * comb(39, 2)}
    limited = analysis_as_data(analyze(submission(CTF)))["payout_limit"][-1]
    folded = analysis_as_data(analyze(submission(MA)))["wagers"]["progressive"]["folds"]["hands"]
    half = Fraction(5) + Fraction(10, 4)
    assert (Fraction(1, 4) + Fraction(5, 10)) * 10 == half == Fraction(15, 2)
    assert Fraction(2, 5) * Fraction(3, 2) + Fraction(3, 5) / Fraction(3, 2) == 1
    assert str((1 + 10**2) ** 2) == "10201"
    for said in (
        "the polynomial is 1 + 3x. Its square is 1 + 6x + 9x²",
        "There are C(6,2) = 15 hands; the other six are the two suits times C(3,2) = 3.",
        f"{one_suit[7]:,}·300 + {one_suit[6]:,}·100 + {one_suit[5]:,}·10 + ",
        f"the limit of $50,000 takes ${float(limited['taken']['most']['decimal']):.6f} a hand",
        "(28·780,000 + 168·80,000 + 1,248·60,000) / 133,784,560",
        "wins the whole meter with probability 1/10 and adds 1/4; the meter restarts at 5.",
        f"The long-run edge is 1 − {Fraction(1, 4) + Fraction(5, 10)}.",
        "the meter stands at 5 + 10/4 = 7.5 when it is won; the formula gives (1/4 + 5/10)·10 = 7.5",
        "(2/5)·eʳ + (3/5)·e⁻ʳ = 1 has the solution eʳ = 3/2",
        "(1 + 10²)² = 1 0 2 0 1",
        f"each of the dealer's {comb(48, 3):,} hands",
        f"each change touches {52 - 4} products",
        f"summed over the {sum(comb(13, length) for length in range(2, 8)):,} keys of the dealer",
        f"after exchanging suits, {len(boards()):,} boards with {len(flops()):,} flops remain",
        f"play of the base game folds {sum(folded.values()):,} hands",
        f"over the {HAND_CLASSES:,} classes of hands",
    ):
        assert said in told, said


def test_counts_of_the_base_games() -> None:
    told = page("mathematics-base-games.md")
    rivers = comb(52, 3) * comb(49, 4) * comb(45, 3) * comb(4, 2)
    for said in (
        f"Of the {comb(45, 7):,} dealer's hands let `u` not qualify",
        f"C(52,7) · C(45,7) = {HANDS * comb(45, 7):,} deals",
        f"over the dealer's {comb(45, 3):,} hands; a flop over its {comb(47, 2):,} rivers",
        f"an opening over its {comb(49, 2):,} flops",
        f"There are {HOLE_CLASSES:,} classes of holes",
        f"both values of all {HOLE_CLASSES:,} openings",
        f"so the solver examines only {HAND_CLASSES:,} classes of hands",
        f"{rivers:,} deals, X-tra Bonus A",
        f"played against all {comb(45, 7):,} dealer's hands",
    ):
        assert said in told, said
    assert f"both values of all {HOLE_CLASSES:,} classes of holes" in page("strategy.md")
    assert base_results(submission(CTF)).deals in (rivers, rivers // comb(4, 2))


def test_the_small_deck_that_is_counted_by_hand() -> None:
    """Two suits of four ranks, dealt out."""
    player = flush_key(mask_of(parse_cards("4s 2s")))
    left = parse_cards("5s 3s 5h 4h 3h 2h")
    results: Counter[str] = Counter()
    winners = []
    for hand in combinations(left, 2):
        dealer = flush_key(mask_of(hand))
        result = "lose" if dealer < player else "tie" if dealer == player else "win"
        results[result] += 1
        if result == "win":
            winners.append(hand)
    assert results == {"lose": 9, "tie": 1, "win": 5}
    told = page("mathematics-base-games.md")
    assert (
        "1 way to draw none, 2 ways to draw one, and no way to draw two, because the only two-card flush, 5-3, is "
        "over: `1 + 2x`" in told
    )
    assert "1, 4, and 2 ways, the two-card flushes 3-2 and 4-2: `1 + 4x + 2x²`" in told
    assert "hearts have one way fewer (4-2 itself ties): `1 + 4x + x²`" in told
    assert "`1·2 + 2·4 = 10`" in told
    assert "and the coefficient is 9. Of all C(6,2) = 15 hands, 9 lose to the player, 1 ties, 5 win." in told
    assert "5-3 of spades, and 5-4, 5-3, 5-2, 4-3 of hearts win; 4-2 ties; 3-2 loses" in told


def verdicts() -> Iterator[tuple[str, str, str, str]]:
    for line in (ROOT / "docs" / "published-figures.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip().replace("−", "-") for cell in line.strip("|").split("|")]
        if len(cells) == 5 and cells[3].startswith(("rounded", "wrong")) and figures(cells[1]):
            yield cells[0], cells[1], cells[2], cells[3]


def figures(text: str) -> list[str]:
    """The numbers of a cell; of one in n, the n."""
    return re.findall(r"-?\d[\d,]*(?:\.\d+)?", re.sub(r"\(.*?\)", "", text).replace("1 in ", ""))


def agrees(stated: str, exact: str) -> bool:
    """Whether the one is the other, rounded; where the exact one is rounded itself, within that."""
    places, further = (len(each.partition(".")[2]) for each in (stated, exact))
    off = abs(Fraction(stated.replace(",", "")) - Fraction(exact.replace(",", "")))
    return off <= Fraction(1, 2 * 10**places) + Fraction(1, 2 * 10**further)


@pytest.mark.parametrize(("what", "published", "exact", "verdict"), list(verdicts()), ids=lambda value: value[:40])
def test_each_verdict_follows_from_its_figures(what: str, published: str, exact: str, verdict: str) -> None:
    pairs = list(zip(figures(published), figures(exact), strict=False))
    assert pairs, what
    if verdict.startswith("rounded"):
        assert all(agrees(said, found) for said, found in pairs), (what, pairs)
        return
    assert not any(agrees(said, found) for said, found in pairs), (what, pairs)
    right = re.fullmatch(r"wrong[a-z ]*: (-?\d[\d,]*(?:\.\d+)?)(?: %)?(?: when rounded)?", verdict)
    if right is not None:
        assert agrees(right.group(1), pairs[0][1]), (what, verdict)


def test_what_the_wrong_figures_are_in_truth() -> None:
    told = page("published-figures.md")
    edge = side_bets(submission(MD, "wagers.flush_bonus.paytable=D"))["flush_bonus"].house_edge
    assert f"wrong: {percent_of(edge, 2)} belongs to 300/75/5/2" in told
    runs = census.by_longest_run(7, AceReading.ALSO_LOW)
    assert f"({runs[6] + runs[7]:,} hands, ace also low)" in told
    assert f"83,615 is {round(HANDS / 83_615):,} hands" in told
    assert f"({runs[5]:,} hands) | wrong: {HANDS / runs[5]:,.0f}" in told
    for cards, values in re.findall(r"\| ([2-9TJQKA]{3}) \| ([^|]*\|[^|]*\|[^|]*)\|", told.replace("−", "-")):
        said, exact, verdict = (cell.strip() for cell in values.split("|"))
        raised, checked = (Fraction(each) for each in exact.split(", "))
        assert all(not agrees(a, b) for a, b in zip(said.split(", "), exact.split(", "), strict=True)), cards
        assert verdict.startswith("wrong")
        assert (checked > raised) == (
            "3x is not the better option" in verdict or "checking is the better option" in verdict
        )
