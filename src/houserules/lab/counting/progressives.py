"""The progressive wagers: what one is worth at a meter, where it breaks even, and what it costs in the long run.

The stake is collected before the deal and does not come back, so a wager of ``a`` that returns ``v`` on average has a
house edge of ``1 - v/a``. Amounts are fractions in millionths of a dollar, like all money; figures "per unit" are
fractions of the stake. The meter counts as it is when the winner is paid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import assert_never

from houserules.lab.counting.paylines import hands_of, hands_per_line, kinds_of_hands, line_of
from houserules.lab.counting.wheels import chance_of_a_spin, suited_cards
from houserules.lab.solving.gate import insist_supported
from houserules.lab.solving.registry import Unsupported
from houserules.law import Amount, MalformedData, Pay, ProgressiveChoices, Share, Special, Submission
from houserules.law.words import AfterAllOfIt, Switch
from houserules.money import DOLLAR, Money, Odds


@dataclass(frozen=True, slots=True)
class ProgressiveLine:
    """One line, or one symbol of the wheel: it pays ``fixed`` and a ``share`` of the meter."""

    hand: str
    pay: Pay
    clause: str
    combinations: int
    """The number of hands; for a wheel, of segments."""
    probability: Fraction
    fixed: Fraction
    share: Fraction
    neighbours: Fraction = Fraction(0)
    """What each other player receives by the Envy Bonus or Community Pay."""

    @property
    def hit_interval(self) -> Fraction | None:
        """The average number of wagers for one hit."""
        return 1 / self.probability if self.probability else None

    def paid_at(self, meter: Fraction) -> Fraction:
        return self.fixed + self.share * meter


@dataclass(frozen=True, slots=True)
class LongRun:
    """How the meter behaves in the long run, one wager after another. See docs/mathematics.md."""

    contribution: Fraction
    """What each wager adds to the meter or meters."""
    seed: Fraction
    """What the house puts in per wager to reset the meter."""
    first_seed: Fraction
    """What the house puts in once, at the start."""
    average_meter: Fraction
    """What a winner of the whole meter is paid on average."""
    average_meter_first: Fraction
    """What the first winner of the whole meter is paid on average."""
    house_edge: Fraction
    """For a player alone at the table: what other players' hands bring is not paid from the meter."""
    average_secondary: Fraction | None = None
    """What the secondary meter holds on average when the main one is won."""


@dataclass(frozen=True, slots=True)
class ProgressiveWager:
    paytable: str
    clause: str
    amount: Money
    meter: Fraction
    """The meter for which the figures hold: by default the initial amount."""
    players: int
    most_players: int
    """How many seats a table may have."""
    lines: tuple[ProgressiveLine, ...]
    shared_name: str | None
    chance_of_wheel: Fraction | None
    long_run: LongRun | None
    """None where no line is paid from a meter."""

    @property
    def fixed(self) -> Fraction:
        """The expected payment of the lines that do not depend on the meter."""
        return sum((line.probability * line.fixed for line in self.lines), Fraction())

    @property
    def share(self) -> Fraction:
        """The expected share of the meter that a wager is paid."""
        return sum((line.probability * line.share for line in self.lines), Fraction())

    @property
    def per_neighbour(self) -> Fraction:
        """What every other player at the table adds to a wager's value, by the Envy Bonus or Community Pay."""
        return sum((line.probability * line.neighbours for line in self.lines), Fraction())

    @property
    def hit_frequency(self) -> Fraction:
        return sum((line.probability for line in self.lines), Fraction())

    def value(self, meter: Fraction, players: int) -> Fraction:
        """What one wager is paid on average at this meter, with this number of players at the table."""
        return self.fixed + self.share * meter + (players - 1) * self.per_neighbour

    def edge_at(self, meter: Fraction, players: int) -> Fraction:
        return 1 - self.value(meter, players) / self.amount

    @property
    def house_edge(self) -> Fraction:
        return self.edge_at(self.meter, self.players)

    def long_run_edge(self, players: int) -> Fraction | None:
        """The edge in the long run with this number of players at the table. What other players' hands bring does not
        depend on the meter."""
        if self.long_run is None:
            return None
        return self.long_run.house_edge - (players - 1) * self.per_neighbour / self.amount

    def break_even(self, players: int) -> Fraction | None:
        """The meter at which neither side has the advantage; None where the meter does not matter."""
        if not self.share:
            return None
        return (self.amount - self.fixed - (players - 1) * self.per_neighbour) / self.share

    @property
    def variance(self) -> Fraction:
        """The variance of the payment on the player's own hand at the meter, in units of the wager, without Envy
        Bonus and the like."""
        paid = [(line.probability, line.paid_at(self.meter) / self.amount) for line in self.lines]
        mean = sum((p * x for p, x in paid), Fraction())
        return sum((p * x * x for p, x in paid), Fraction()) - mean**2

    def distribution(self) -> dict[Fraction, Fraction]:
        """The probability of each net result on the player's own hand at the meter, in units of the wager."""
        lost = (Fraction(-1), 1 - self.hit_frequency)
        paid = ((line.paid_at(self.meter) / self.amount - 1, line.probability) for line in self.lines)
        return _merged((lost, *paid))


def _merged(parts: Iterable[tuple[Fraction, Fraction]]) -> dict[Fraction, Fraction]:
    chances: dict[Fraction, Fraction] = {}
    for net, chance in parts:
        chances[net] = chances.get(net, Fraction()) + chance
    return {net: chances[net] for net in sorted(chances) if chances[net]}


def progressive_wager(submission: Submission, meter: Money | None = None, players: int = 1) -> ProgressiveWager:
    """The progressive as this submission offers it, at its smallest amount where there are several."""
    insist_supported(submission)
    choices = submission.progressive
    assert choices is not None, "the submission offers no progressive"
    if choices.amount <= 0:
        raise MalformedData("wagers.progressive.amount: expected more than 0")
    cards = suited_cards(submission)
    spin = chance_of_a_spin(cards) if cards is not None else None
    lines = _wheel_lines(submission, choices, spin) if spin is not None else _hand_lines(submission, choices)
    needs_meter = any(line.share for line in lines)
    at = choices.initial if meter is None else meter
    if needs_meter and at is None:
        raise MalformedData("wagers.progressive.initial is missing: the paytable pays a share of the meter")
    return ProgressiveWager(
        paytable=choices.paytable.letter,
        clause=str(choices.paytable.clause),
        amount=choices.amount,
        meter=Fraction(at or 0),
        players=players,
        most_players=submission.rulebook.table.most_seats.value,
        lines=lines,
        shared_name=choices.shared.wager if choices.shared else None,
        chance_of_wheel=spin,
        long_run=_long_run(submission, lines, choices),
    )


def other_amounts(submission: Submission, meter: Money | None = None, players: int = 1) -> list[ProgressiveWager]:
    """The progressive at each larger amount that may be wagered, as if all players wagered that much."""
    choices = submission.progressive
    larger = choices.amounts[1:] if choices is not None else ()
    return [
        progressive_wager(replace(submission, progressive=replace(choices, amounts=(amount,))), meter, players)
        for amount in larger
        if choices is not None
    ]


def _hand_lines(submission: Submission, choices: ProgressiveChoices) -> tuple[ProgressiveLine, ...]:
    every = hands_of(submission)
    value = _value_of(submission, choices)
    _insist_same_line_for_others(submission, choices)

    def worth(pay: Pay) -> Fraction:
        fixed, share = value(pay)
        return fixed + share * (choices.initial or 0)

    lines = []
    for hand, count in hands_per_line(submission, choices.paytable, worth).items():
        line = choices.paytable.line(hand)
        assert line is not None
        fixed, share = value(line.pay)
        neighbours = _for_others(submission, choices, hand)
        chance = Fraction(count, every)
        lines.append(ProgressiveLine(hand, line.pay, str(line.clause), count, chance, fixed, share, neighbours))
    return tuple(lines)


def _insist_same_line_for_others(submission: Submission, choices: ProgressiveChoices) -> None:
    """A hand is counted once, on the line that pays it, so what it earns others must be listed under the same
    name."""
    shared = choices.shared
    if shared is None:
        return
    for kind in kinds_of_hands(submission):
        own = line_of(submission, kind, choices.paytable.lines, None)
        for_others = line_of(submission, kind, shared.lines, None)
        under_own = shared.line(own.hand) if own else None
        if for_others is not None and (under_own is None or under_own.pay != for_others.pay):
            raise Unsupported(
                f"paytables.{shared.wager}.{shared.letter}.{for_others.hand} ({for_others.clause}): the lab counts "
                f"hands that earn others something by the line of table {choices.paytable.letter} that pays them, "
                f"here {own.hand if own else 'none'}"
            )


def _wheel_lines(
    submission: Submission, choices: ProgressiveChoices, chance: Fraction
) -> tuple[ProgressiveLine, ...]:
    counts: dict[str, int] = {}
    for symbol, count in choices.segments:
        if choices.paytable.line(symbol) is None:
            raise MalformedData(f"wagers.progressive.segments: the wheel has no symbol {symbol!r}")
        if count < 0:
            raise MalformedData(f"wagers.progressive.segments: {count} segments of {symbol!r}")
        counts[symbol] = counts.get(symbol, 0) + count
    total = sum(counts.values())
    if not total:
        raise MalformedData("wagers.progressive.segments: expected the segments of the wheel, by symbol and count")
    value = _value_of(submission, choices)
    lines = []
    for line in choices.paytable:
        count = counts.get(line.hand, 0)
        fixed, share = value(line.pay)
        neighbours = _for_others(submission, choices, line.hand)
        odds = chance * Fraction(count, total)
        lines.append(ProgressiveLine(line.hand, line.pay, str(line.clause), count, odds, fixed, share, neighbours))
    return tuple(lines)


def _for_others(submission: Submission, choices: ProgressiveChoices, hand: str) -> Fraction:
    """What a hand or symbol of one player brings each other player, for the amount that the receiver wagered."""
    line = choices.shared.line(hand) if choices.shared else None
    if line is None or not isinstance(line.pay, Amount):
        return Fraction(0)
    return Fraction(line.pay.money * choices.amount, _printed_for(submission, choices))


def _printed_for(submission: Submission, choices: ProgressiveChoices) -> int:
    """The wager that the shared table is printed for."""
    if choices.shared is not None and choices.shared.per is not None:
        return choices.shared.per.value
    rules = submission.rulebook.progressive
    shared = rules.shared if rules else None
    return shared.per.value if shared and shared.per else DOLLAR


def _value_of(submission: Submission, choices: ProgressiveChoices) -> Callable[[Pay], tuple[Fraction, Fraction]]:
    """What a line pays: an amount, and a share of the meter."""
    per_dollar = submission.readings.get(Switch.FIXED_AMOUNTS) == "per_dollar"

    def value(pay: Pay) -> tuple[Fraction, Fraction]:
        match pay:
            case Amount():
                dollars = Fraction(choices.amount, DOLLAR) if per_dollar else Fraction(1)
                return pay.money * dollars, Fraction(0)
            case Share(of="prize"):
                if choices.prize is None:
                    raise MalformedData("wagers.progressive.prize is missing: the Jackpot symbol pays it")
                return pay.percent.of(choices.prize), Fraction(0)
            case Share():
                return Fraction(0), pay.percent.share
            case Odds():  # The stake was collected before the deal, and odds do not return it.
                return pay.ratio * choices.amount, Fraction(0)
            case Special():
                raise MalformedData("wagers.progressive.paytable: a line without a figure cannot be valued")

    return value


def with_lines(
    submission: Submission, offered: ProgressiveWager, lines: Iterable[ProgressiveLine]
) -> ProgressiveWager:
    """The same wager with these lines."""
    assert submission.progressive is not None
    made = tuple(lines)
    return replace(offered, lines=made, long_run=_long_run(submission, made, submission.progressive))


def _long_run(
    submission: Submission, lines: tuple[ProgressiveLine, ...], choices: ProgressiveChoices
) -> LongRun | None:
    """The stationary expectation of the meter; None where no line is paid from one.

    Each wager adds its contribution ``c``; with probability ``p`` it then takes all of the meter, and lines that pay
    less take the share ``t`` of it on average without a reset. The average ``m`` of the meter when a wager is paid
    satisfies ``m = c + (1 - p - t) m + p R``: the part that stays, and what the meter holds after a reset.
    """
    rules = submission.rulebook.progressive
    if choices.main_rate is None or rules is None:
        return None
    main = choices.main_rate.of(choices.amount)
    whole = sum((line.probability for line in lines if line.share >= 1), Fraction())
    taken = sum((line.probability * min(line.share, Fraction(1)) for line in lines), Fraction())
    paid = sum((line.probability * line.share for line in lines), Fraction())
    fixed = sum((line.probability * line.fixed for line in lines), Fraction())
    first = Fraction(choices.initial or 0)
    if not taken:
        return None
    secondary = choices.secondary_rate.of(choices.amount) if choices.secondary_rate else Fraction(0)
    seed = moved = Fraction(0)
    average_secondary = None
    match rules.after_all_of_it.value:
        case AfterAllOfIt.SECONDARY_METER:
            moved = secondary
            average_secondary = secondary / whole if choices.secondary_rate and whole else None
        case AfterAllOfIt.RESET_AMOUNT:
            seed = whole * (choices.reset or 0)
        case other:
            assert_never(other)
    from_meter = main + moved + seed if whole else main
    # Starting at the first amount: the meter at the first payment of all of it, averaged over what came before.
    average_first = (whole * first + main) / taken
    return LongRun(
        contribution=main + secondary,
        seed=seed,
        first_seed=first,
        average_meter=from_meter / taken,
        average_meter_first=average_first,
        house_edge=1 - (fixed + paid * from_meter / taken) / choices.amount,
        average_secondary=average_secondary,
    )
