"""Progressives by hand: value at a meter, break-even, the long run, Envy Bonus, Community Pay, the wheel, folds."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from pathlib import Path
from random import Random

import pytest

from houserules.cards import AceReading, format_mask, longest_suited_run
from houserules.lab.counting.forfeits import folded_by_kind, folded_winners, forfeits_on_fold
from houserules.lab.counting.progressives import progressive_wager
from houserules.lab.exact import decimal_of
from houserules.lab.games.high_card_flush import solving as high_card_flush
from houserules.lab.reports.analysis import analyze_own_cards
from houserules.lab.reports.cautions import cautions_about
from houserules.lab.solving.base_game import base_results
from houserules.law import MalformedData
from houserules.money import DOLLAR, dollars
from tests.lab.support import CTF, MA, MD, high_card_terms, submission, with_rules

HANDS = comb(52, 7)


def test_maryland_d_at_its_initial_meter() -> None:
    wager = progressive_wager(submission(MD))
    fixed = 36_000 * 250 + 615_480 * 40 + 7_940_748 * 3
    meter = (28 + 180 + Fraction(1_236, 10)) * 30_000
    assert wager.house_edge == 1 - Fraction(fixed + meter) / HANDS
    assert wager.break_even(1) == Fraction(HANDS - fixed) / (208 + Fraction(1_236, 10)) * DOLLAR
    assert wager.edge_at(wager.break_even(1) or Fraction(), 1) == 0


@pytest.mark.parametrize("meter", ["0", "29999.99", "230226.52", "230226.53", "1000000"])
def test_the_edge_changes_sign_at_break_even(meter: str) -> None:
    amount = Fraction(meter) * DOLLAR
    wager = progressive_wager(submission(MD), dollars(0))
    assert (wager.edge_at(amount, 1) >= 0) == (Fraction(meter) <= Fraction("230226.52"))


def test_envy_is_worth_the_same_for_every_neighbour() -> None:
    wager = progressive_wager(submission(MD))
    for players in range(1, 7):
        gained = wager.edge_at(wager.meter, 1) - wager.edge_at(wager.meter, players)
        assert gained == (players - 1) * Fraction(28, HANDS) * 250
    without = progressive_wager(submission(MD, "wagers.progressive.envy=false"))
    assert without.per_neighbour == 0


def test_envy_of_table_c_pays_both_lines_by_the_dollar() -> None:
    made = submission(MD, "wagers.progressive.paytable=C", "wagers.progressive.amount=5")
    assert progressive_wager(made).per_neighbour == Fraction(28 + 1_416, HANDS) * 5 * 200 * DOLLAR


def test_dollar_lines_by_both_readings() -> None:
    keys = ("wagers.progressive.amount=5", "readings.progressive_fixed_amounts=per_dollar")
    printed, scaled = progressive_wager(submission(MD, keys[0])), progressive_wager(submission(MD, *keys))
    assert scaled.fixed == 5 * printed.fixed
    assert scaled.share == printed.share


def expected_meter_after(
    steps: int, contribution: Fraction, whole: Fraction, part: Fraction, reset: Fraction
) -> float:
    """The expected meter, wager by wager, from the initial amount on: a tenth goes with chance ``part``."""
    meter = float(reset)
    for _ in range(steps):
        meter += float(contribution)
        meter = float(1 - whole - part) * meter + float(part) * 0.9 * meter + float(whole * reset)
    return meter + float(contribution)


def test_the_long_run_is_where_the_expectation_settles() -> None:
    """With chances that settle soon: a table of few lines that are hit often."""
    made = submission(
        MD, "wagers.progressive.paytable={four_card_flush='100%', three_card_straight_flush='10%'}",
        "wagers.progressive.initial=1000", "wagers.progressive.reset=1000",
    )  # fmt: skip
    wager = progressive_wager(made)
    run = wager.long_run
    assert run is not None
    whole = next(line.probability for line in wager.lines if line.share == 1)
    part = next(line.probability for line in wager.lines if line.share == Fraction(1, 10))
    contribution = Fraction(22, 100) * DOLLAR
    settled = expected_meter_after(2_000, contribution, whole, part, Fraction(1000 * DOLLAR))
    assert abs(settled / float(run.average_meter) - 1) < 1e-9
    assert run.house_edge == 1 - (contribution + whole * 1000 * DOLLAR) / DOLLAR


def test_what_is_paid_from_the_meter_is_what_was_put_in() -> None:
    for name in (MD, CTF):
        wager = progressive_wager(submission(name))
        run = wager.long_run
        assert run is not None
        assert run.average_meter * wager.share == run.contribution + run.seed
        assert run.average_meter == run.average_meter_first  # begun and reset at the same amount
        assert run.house_edge == 1 - (wager.fixed + run.contribution + run.seed) / wager.amount


def test_two_meters_feed_each_other() -> None:
    """The secondary meter becomes the main one: what both grow by is paid out, and nobody pays for a reset."""
    wager = progressive_wager(submission(MA))
    run = wager.long_run
    assert run is not None
    whole = Fraction(32, HANDS)
    taken = whole + Fraction(1_592, HANDS) / 10
    assert run.contribution == Fraction(26, 100) * DOLLAR
    assert run.seed == 0
    assert run.first_seed == 10_000 * DOLLAR
    assert run.average_secondary == Fraction(2, 100) * DOLLAR / whole
    assert run.average_meter == Fraction(26, 100) * DOLLAR / taken
    assert run.average_meter_first == (whole * 10_000 + Fraction(24, 100)) / taken * DOLLAR
    # The recursion itself: after a win the main meter starts from the secondary's average.
    again = (whole * run.average_secondary + Fraction(24, 100) * DOLLAR) / taken
    assert run.average_meter == again


def test_the_wheel_from_its_segments() -> None:
    wager = progressive_wager(submission(CTF))
    suited = Fraction(4 * comb(13, 3), comb(52, 3))
    symbols = {1000: 1, 500: 1, 125: 2, 90: 3, 60: 4, 50: 5, 40: 6, 28: 10, 15: 20, 10: 150, 5: 797}
    mean = Fraction(5000 + sum(pays * segments for pays, segments in symbols.items()), 1000)
    assert wager.chance_of_wheel == suited == Fraction(22, 425)
    assert wager.house_edge == 1 - suited * mean
    assert sum(line.probability for line in wager.lines) == suited


def test_community_pay_by_players() -> None:
    wager = progressive_wager(submission(CTF))
    each = Fraction(22, 425) * Fraction(2 * 25 + 3 * 15 + 10 * 3, 1000)
    for players in range(1, 7):
        assert wager.edge_at(wager.meter, players) == wager.edge_at(wager.meter, 1) - (players - 1) * each


def test_a_fixed_prize_has_no_meter() -> None:
    segments = "[{symbol='Jackpot',count=1},{symbol='$5',count=199}]"
    made = submission(
        CTF, "wagers.progressive={paytable='A',amount='1',prize='5000',segments=" + segments + "}",
    )  # fmt: skip
    wager = progressive_wager(made)
    assert wager.break_even(1) is None
    assert wager.long_run is None
    assert wager.house_edge == 1 - Fraction(22, 425) * Fraction(5000 + 199 * 5, 200)
    with pytest.raises(MalformedData, match="prize"):
        progressive_wager(submission(CTF, "wagers.progressive={paytable='A',amount='1',segments=" + segments + "}"))


@pytest.mark.parametrize(
    "segments", ["[{symbol='Jackpot',count=0}]", "[{symbol='$7',count=1}]", "[{symbol='$5',count=-1}]"]
)
def test_impossible_wheels_are_malformed(segments: str) -> None:
    with pytest.raises(MalformedData, match="segments"):
        progressive_wager(submission(CTF, f"wagers.progressive.segments={segments}"))


def test_all_folded_hands_are_counted() -> None:
    made = submission(MA)
    folded = folded_by_kind(made)
    assert (
        sum(each.hands for each in folded.values()) * comb(45, 7)
        == base_results(made).actions()["fold"]
        == 1_951_059_369_093_120
    )


def test_a_fold_forfeits_the_progressive() -> None:
    made = submission(MA)
    assert forfeits_on_fold(made)
    wager = progressive_wager(made)
    folded = folded_winners(made, wager)
    assert folded is not None
    assert folded.hands == {"three_card_straight_flush": 1_602_612}
    assert folded.house_edge == wager.house_edge + Fraction(1_602_612 * 3, HANDS)
    assert folded_winners(submission(MA, "readings.progressive_after_fold=paid"), wager) is None
    assert not forfeits_on_fold(submission(MD))


def test_the_best_joint_play_depends_on_the_ante() -> None:
    """Of each winner that the base game folds, the smaller of two is lost: its $3, or what the raise costs."""
    made = submission(MA)
    wager = progressive_wager(made)
    folded = folded_winners(made, wager)
    assert folded is not None
    ten, most = folded.joint
    assert (ten.base_wager, most.base_wager) == (dollars(10), dollars(500))
    assert decimal_of(100 * ten.house_edge, 5) == "49.361"
    assert ten.raised + ten.folded == most.raised + most.folded == 1_602_612
    assert wager.house_edge < ten.house_edge < most.house_edge < folded.house_edge
    cents = folded_winners(submission(MA, "table.minimum=0.01", "table.maximum=1000000"), wager)
    assert cents is not None
    assert cents.joint[0].folded == 0
    assert abs(cents.joint[0].house_edge - wager.house_edge) < Fraction(1, 10**4)


def test_what_raising_a_folded_winner_costs() -> None:
    """Low runs of three with side cards at random, each judged by the single decision."""
    terms = high_card_terms()
    folded = folded_by_kind(submission(MA))
    costs = {cost for kind, each in folded.items() if kind.run == 3 for cost, _ in each.costs}
    assert sum(count for kind, each in folded.items() if kind.run == 3 for _, count in each.costs) == 1_602_612
    chance, looked_at = Random(5), 0
    while looked_at < 25:
        hand = 0b111 << chance.randrange(5) | sum(1 << card for card in chance.sample(range(13, 52), 4))
        options = high_card_flush.decide(terms, hand)
        raised = max(value for action, value in options.items() if action != "fold")
        if longest_suited_run(hand, AceReading.ALSO_LOW) == 3 and raised <= -1:
            assert -1 - raised in costs
            looked_at += 1


def test_folded_winners_one_by_one() -> None:
    """A sample of hands with a run of three, judged by the single decision and counted by weight."""
    terms = high_card_terms()
    table = high_card_flush.hand_table(terms.qualifier)
    for place in range(0, len(table.hands), 100_003):
        hand = int(table.hands[place])
        options = high_card_flush.decide(terms, hand)
        best = max(options.values())
        if longest_suited_run(hand, AceReading.ALSO_LOW) >= 4:
            assert best > options["fold"], format_mask(hand)


@pytest.mark.parametrize(("initial", "warned"), [("335020.73", 0), ("335020.74", 1)])
def test_a_meter_above_break_even_is_warned_of(initial: str, warned: int) -> None:
    cautions = cautions_about(submission(MA, f"wagers.progressive.initial={initial}"))
    assert [caution.code for caution in cautions] == ["player_advantage"] * warned
    assert all(caution.player_edge > 0 for caution in cautions)


def test_what_the_meter_shows_after_a_full_payout_is_the_documents() -> None:
    """Maryland's meter under Massachusetts' rule: after a full payout it starts from a second, empty one."""
    made = submission(MD)
    printed, other = (
        progressive_wager(each).long_run
        for each in (made, with_rules(made, {"progressive.after_all_of_it": "secondary_meter"}))
    )
    assert printed is not None
    assert other is not None
    assert other.seed == 0
    assert other.contribution == printed.contribution
    assert other.house_edge == printed.house_edge + printed.seed / DOLLAR
    theirs = with_rules(submission(MA), {"progressive.after_all_of_it": "reset_amount"})
    run = progressive_wager(theirs).long_run
    assert run is not None
    assert run.house_edge == 1 - (progressive_wager(theirs).fixed + Fraction(24, 100) * DOLLAR) / DOLLAR
    assert run.average_secondary is None


def test_the_envy_bonus_is_printed_for_an_amount() -> None:
    made = submission(MD)
    doubled = with_rules(made, {"progressive.shared.per": dollars(2)})
    assert progressive_wager(doubled).per_neighbour == progressive_wager(made).per_neighbour / 2


def test_the_document_decides_what_a_fold_forfeits() -> None:
    made = submission(MA)
    keeps = with_rules(made, {"settlement.survive_fold": ("flush_bonus", "straight_flush_bonus", "progressive")})
    assert forfeits_on_fold(made)
    assert not forfeits_on_fold(keeps)


def test_the_long_run_with_other_players_counts_what_they_bring() -> None:
    """Chase the Flush as bundled: five others each bring $0.125 of each spin."""
    wager = progressive_wager(submission(CTF), players=6)
    assert wager.long_run is not None
    spin, others = Fraction(4 * comb(13, 3), comb(52, 3)), Fraction(2 * 25 + 3 * 15 + 10 * 3, 1000)
    paid = sum(
        count * amount for count, amount in
        [(1, 1000), (1, 500), (2, 125), (3, 90), (4, 60), (5, 50), (6, 40), (10, 28), (20, 15), (150, 10), (797, 5)]
    )  # fmt: skip
    # Every wager adds $0.20 to the meter and every jackpot $5,000, and all of that is paid out in the end.
    alone = 1 - spin * Fraction(paid, 1000) - Fraction(20, 100) - spin * Fraction(5000, 1000)
    assert wager.long_run_edge(1) == alone
    assert wager.long_run_edge(6) == alone - 5 * spin * others
    assert decimal_of(100 * alone, 8) == "8.4870588"
    assert decimal_of(100 * (wager.long_run_edge(6) or 0), 5) == "5.2518"


def test_a_long_run_that_loses_with_others_at_the_table_is_not_missed() -> None:
    made = submission(CTF, "wagers.progressive.rate=27%")
    (caution,) = analyze_own_cards(made).warnings
    assert (caution.code, "with 4 players" in caution.message) == ("long_run_loss", True)
    assert caution in cautions_about(made)
    (caution,) = analyze_own_cards(made, players=6).warnings
    assert decimal_of(100 * caution.player_edge, 5) == "1.7482"
    assert not analyze_own_cards(submission(CTF), players=6).warnings


def test_a_prize_that_loses_with_a_second_player_is_not_missed() -> None:
    """A prize of $10,000 at a wager of $5, on a wheel that is generous to the others; there is no meter."""
    path = str(Path(__file__).parents[2] / "examples/submissions/maryland-wheel-with-a-prize.toml")
    assert not cautions_about(submission(path))
    counts = {
        "Jackpot": 1, "$10,000": 1, "$5,000": 1, "$1,000": 2, "$350": 10, "$500": 10, "$150": 30, "$100": 50,
        "$55": 100, "$65": 100, "$60": 200, "$50": 495,
    }  # fmt: skip
    wheel = ",".join(f"{{symbol='{symbol}',count={count}}}" for symbol, count in counts.items())
    made = submission(path, f"wagers.progressive.segments=[{wheel}]")
    wager = progressive_wager(made)
    assert wager.edge_at(Fraction(0), 1) > 0 > wager.edge_at(Fraction(0), 2)
    for (caution,) in (analyze_own_cards(made).warnings, cautions_about(made)):
        assert caution.code == "player_advantage"
        assert "a prize of $10,000, with 2 players who make the wager," in caution.message
        assert "meter" not in caution.message
        assert caution.player_edge == -wager.edge_at(Fraction(0), 2)


def test_the_figures_of_every_amount_that_may_be_wagered() -> None:
    """What a wager is paid on average is the same as printed, so a larger one loses the rest of its stake."""
    several = 'wagers.progressive.amount=["5", "1"]'
    own = analyze_own_cards(submission(MD, several))
    assert own.progressive is not None
    assert own.progressive.amount == dollars(1)
    (five,) = own.other_amounts
    assert five == progressive_wager(submission(MD, "wagers.progressive.amount=5"))
    assert 1 - five.house_edge == (1 - own.progressive.house_edge) / 5
    (scaled,) = analyze_own_cards(
        submission(MD, several, "readings.progressive_fixed_amounts=per_dollar")
    ).other_amounts
    assert scaled.value(scaled.meter, 1) == 5 * own.progressive.fixed + own.progressive.share * scaled.meter
    assert analyze_own_cards(submission(MD)).other_amounts == ()


def test_every_amount_that_favours_the_player_is_warned_of() -> None:
    """Paid by the dollar, the smaller wager is the better one for the player, as the meter is not divided by it."""
    several = ('wagers.progressive.amount=["1", "5"]', "readings.progressive_fixed_amounts=per_dollar")
    one = progressive_wager(submission(MD, *several)).break_even(1)
    assert one is not None
    above = f"wagers.progressive.initial={int(one / DOLLAR) + 1}"
    found = [
        each.message for each in cautions_about(submission(MD, *several, above, "wagers.progressive.envy=false"))
    ]
    at_the_meter = [message for message in found if "gives the player the advantage" in message]
    assert len(at_the_meter) == 1
    assert "at a wager of $1 a meter of" in at_the_meter[0]
