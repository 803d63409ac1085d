"""Pay tables designed for a goal: for wagers on the player's own cards, wagers of the base game, and progressives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from math import ceil, floor, gcd, lcm
from typing import TYPE_CHECKING, Final

from houserules.lab.arguments import BadArgument, literal
from houserules.lab.counting.paylines import hands_of, kinds_of_hands, line_of
from houserules.lab.counting.side_bets import is_side_bet
from houserules.lab.design.goals import DOLLARS, MOST_ODDS, ODDS, PERCENTS, Designed, Designs, Goal
from houserules.lab.solving.base_game import TableShare, base_results, table_shares
from houserules.lab.solving.gate import insist_supported
from houserules.law import Amount, Pay, PayLine, Paytable, Share, Special, Submission
from houserules.law.words import PROGRESSIVE
from houserules.money import Odds, Percent, dollars

if TYPE_CHECKING:
    from houserules.lab.design.search import Truths
    from houserules.lab.solving.arrays import Floats, Ints

SMALLEST_TABLE: Final = 2
CONFIRMED: Final = 5
"""The number of tables for a wager of the base game that are confirmed one by one, where best play is not the same
for all."""

Sequence_ = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of a table being designed, the best first, and how often each is hit."""

    hands: Sequence_
    counts: tuple[int, ...]
    every: int
    losses: int
    """Of all hands, the number that lose the stake."""
    collected: bool = False
    """Whether the stake is lost in any case, as a progressive's is."""

    @property
    def hit_frequency(self) -> Fraction:
        return Fraction(sum(self.counts), self.every)

    def edge(self, paid: Fraction) -> Fraction:
        """The edge for this sum of counts times pays, in stakes."""
        lost = self.every if self.collected else self.losses
        return (lost - paid) / self.every

    def variance(self, paid: Fraction, squares: Fraction) -> Fraction:
        if self.collected:
            return squares / self.every - (paid / self.every) ** 2
        return (squares + self.losses) / self.every - self.edge(paid) ** 2


def design_table(
    submission: Submission,
    wager: str,
    goal: Goal,
    answers: int,
    *,
    odds: Sequence[Pay] | None = None,
    lines: Sequence_ | None = None,
    top: int | None = None,
) -> Designs:
    """Tables for a wager. ``odds`` are what a line may pay; ``lines`` are the lines, the best first, by default those
    of the printed tables, or where none of these has the hit frequency, as many of them as give it; ``top`` is the
    largest top prize, in stakes."""
    insist_supported(submission)
    worth = _worths(submission, wager, odds, top)
    found = _none()
    for some in _sequences(submission, wager, lines):
        parts = [
            _search(submission, wager, goal, answers, lines_of, worth)
            for sequence in some
            if goal.allows_hits((lines_of := _lines(submission, wager, sequence)).hit_frequency)
        ]
        if parts:
            found = _together(parts, answers)
        if found.found:
            break
    return found


def _none() -> Designs:
    return Designs((), 0, whole=True)


def _together(parts: Sequence[Designs], answers: int) -> Designs:
    every = sorted((each for part in parts for each in part.answers), key=_feel)
    return Designs(tuple(every[:answers]), sum(part.found for part in parts), all(part.whole for part in parts))


def _feel(table: Designed) -> tuple[bool, Fraction, int]:
    """Sort key: tables that are printed first; then the top prize, the largest first; then the number of pays."""
    first = next(iter(table.pays.values()))
    prize = first.ratio if isinstance(first, Odds) else Fraction(first.money) if isinstance(first, Amount) else 0
    return table.printed is None, -Fraction(prize), -table.different


def _worths(
    submission: Submission, wager: str, odds: Sequence[Pay] | None, top: int | None
) -> list[tuple[Fraction, Pay]]:
    """What a line may pay, with its worth in stakes, ascending."""
    choices = submission.progressive if wager == PROGRESSIVE else None
    pays = list(odds) if odds is not None else _usual(wager == PROGRESSIVE)
    found: list[tuple[Fraction, Pay]] = []
    for pay in dict.fromkeys(pays):
        match pay:
            case Odds():
                found.append((pay.ratio, pay))
            case Amount() if choices is not None:
                found.append((Fraction(pay.money, choices.amount), pay))
            case Share() if choices is not None:
                if choices.initial is None:
                    raise BadArgument("wagers.progressive.initial is missing: the table pays a share of the meter")
                found.append((pay.percent.of(choices.initial) / choices.amount, pay))
            case _:
                raise BadArgument(f"{{odds}} {literal(pay)}: this wager pays no such thing")
    if choices is not None:
        most = max((worth for worth, pay in found if isinstance(pay, Share)), default=None)
        found = [(worth, pay) for worth, pay in found if most is None or worth <= most]
    elif top is not None:
        found = [(worth, pay) for worth, pay in found if worth <= top]
    if not 1 <= len(found) <= MOST_ODDS:
        raise BadArgument(f"{{odds}}: expected 1 to {MOST_ODDS} different ones, and found {len(found)}")
    return sorted(found, key=lambda each: (each[0], isinstance(each[1], Share)))


def _usual(progressive: bool) -> list[Pay]:
    if not progressive:
        return [Odds(number) for number in ODDS]
    shares: list[Pay] = [Share(Percent(Fraction(number, 100))) for number in PERCENTS]
    return [Amount(dollars(number)) for number in DOLLARS] + shares


def _sequences(submission: Submission, wager: str, lines: Sequence_ | None) -> Iterator[list[Sequence_]]:
    """Sequences of lines to try: all of the first list, then all of the next."""
    if lines is not None:
        known = insist_supported(submission).hands.lines
        if wrong := [line for line in lines if line not in known]:
            raise BadArgument(f"{{lines}} {literal(wrong[0])}: expected some of {', '.join(sorted(known))}")
        if len(set(lines)) < len(lines):
            raise BadArgument("{lines}: a line is named twice")
        yield [lines]
        return
    printed = [tuple(line.hand for line in table) for table in _printed(submission, wager).values()]
    whole = list(dict.fromkeys(printed))
    for fewer in range(max(map(len, whole), default=0) - SMALLEST_TABLE + 1):
        sequences = (combinations(sequence, len(sequence) - fewer) for sequence in whole if len(sequence) > fewer)
        yield list(dict.fromkeys(each for group in sequences for each in group if len(each) >= SMALLEST_TABLE))


def _printed(submission: Submission, wager: str) -> Mapping[str, Paytable]:
    tables = submission.rulebook.paytables_of(wager)
    if not tables:
        raise BadArgument(f"{{wager}} {literal(wager)}: this wager has no pay table")
    return {
        letter: table for letter, table in tables.items() if not any(line.pay is Special.DISCRETION for line in table)
    }


def _lines(submission: Submission, wager: str, hands: Sequence_) -> Lines:
    if wager != PROGRESSIVE and not is_side_bet(submission, wager):
        return _lines_of_base(submission, wager, hands)
    table = tuple(PayLine(hand, Odds(1), ()) for hand in hands)
    suit = None if wager == PROGRESSIVE else submission.wagers[wager].suit
    counts = dict.fromkeys(hands, 0)
    for kind, count in kinds_of_hands(submission).items():
        line = line_of(submission, kind, table, suit)
        if line is not None:
            counts[line.hand] += count
    every = hands_of(submission)
    hit = sum(counts.values())
    return Lines(hands, tuple(counts.values()), every, every - hit, collected=wager == PROGRESSIVE)


def _lines_of_base(submission: Submission, wager: str, hands: Sequence_) -> Lines:
    """What best play hits with a table of these lines. Another table may call for other play; see `_confirmed`."""
    printed = (table for table in _printed(submission, wager).values() if tuple(each.hand for each in table) == hands)
    table = next(printed, None)
    pays = {hand: Odds(1) for hand in hands} if table is None else {line.hand: line.pay for line in table}
    share = _share(submission, wager, pays)
    by_hand = {line.hand: line.combinations for line in share.lines}
    return Lines(hands, tuple(by_hand[hand] for hand in hands), share.deals, share.losses)


def _share(submission: Submission, wager: str, pays: Mapping[str, Pay]) -> TableShare:
    """The wager under best play with these pays."""
    choices = submission.wagers[wager]
    assert choices.paytable is not None
    lines = tuple(PayLine(hand, pay, choices.paytable.lines[0].clauses) for hand, pay in pays.items())
    table = replace(choices.paytable, letter="invented", lines=lines)
    made = replace(submission, wagers={**submission.wagers, wager: replace(choices, paytable=table)})
    return next(each for each in table_shares(made, base_results(made)) if each.wager == wager)


def _search(
    submission: Submission, wager: str, goal: Goal, answers: int, lines: Lines, worth: Sequence[tuple[Fraction, Pay]]
) -> Designs:
    from houserules.lab.design.search import find_tables  # noqa: PLC0415

    scale = lcm(*(value.denominator for value, _ in worth))
    values = [int(value * scale) for value, _ in worth]
    common = gcd(*values, scale)
    values, scale = [value // common for value in values], scale // common
    middle = lines.edge(Fraction(0)) - goal.edge
    parts = lines.every * scale
    low, high = ceil((middle - goal.within) * parts), floor((middle + goal.within) * parts)

    def accept(sums: Ints, squares: Floats) -> Truths:
        """An approximation; the tables that are returned are examined exactly."""
        least, most = goal.variances
        paid = sums / (scale * lines.every)
        spread = squares / (scale * scale * lines.every)
        if lines.collected:
            variance = spread - paid * paid
        else:
            lost = lines.losses / lines.every
            variance = spread + lost - (lost - paid) ** 2
        close = variance >= float(least) * (1 - 1e-9)
        return close if most is None else close & (variance <= float(most) * (1 + 1e-9))

    prizes = range(len(values) - 1, -1, -1)
    if lines.collected and isinstance(worth[-1][1], Share):
        prizes = prizes[:1]  # Some line pays the whole meter.
    groups = [
        group
        for group in find_tables(lines.counts, values, (low, high), accept, answers, prizes)
        if group.found or not group.whole
    ]
    chosen = _from_each(
        _places_of_printed(submission, wager, goal, lines, worth), [group.tables for group in groups], answers
    )
    base = (
        wager != PROGRESSIVE
        and not is_side_bet(submission, wager)
        and not _same_play(submission, wager, lines, worth, chosen)
    )
    made = []
    for places in chosen:
        pays = {hand: worth[place][1] for hand, place in zip(lines.hands, places, strict=True)}
        table = _confirmed(submission, wager, pays) if base else _made(submission, wager, lines, pays, worth, places)
        if goal.allows_edge(table.house_edge) and goal.allows_variance(table.variance):
            made.append(table)
        if base and len(made) >= min(answers, CONFIRMED):
            break
    return Designs(
        tuple(sorted(made, key=_feel)), sum(group.found for group in groups), all(group.whole for group in groups)
    )


def _same_play(
    submission: Submission,
    wager: str,
    lines: Lines,
    worth: Sequence[tuple[Fraction, Pay]],
    chosen: Sequence[Sequence[int]],
) -> bool:
    """Whether best play hits the same lines with all of these tables, in which case their figures are exact without
    more work.

    A wager of the base game is lost by a fold and is otherwise decided by the hands alone. So any other play either
    folds more, which gains most at the lowest odds, or folds less, which gains most at the highest: play that is best
    at the lowest odds of each line and at the highest is best at all odds between.
    """
    for extreme in (min, max) if chosen else ():
        places = [extreme(table[line] for table in chosen) for line in range(len(lines.hands))]
        share = _share(submission, wager, {hand: worth[at][1] for hand, at in zip(lines.hands, places, strict=True)})
        counts = {line.hand: line.combinations for line in share.lines}
        if share.losses != lines.losses or tuple(counts[hand] for hand in lines.hands) != lines.counts:
            return False
    return bool(chosen)


def _from_each(printed: list[list[int]], groups: Sequence[Ints], answers: int) -> list[list[int]]:
    """The printed ones, then some for each top prize, up to the number asked for: the best of each, then the second
    of each, and so on."""
    chosen = {tuple(table): table for table in printed}
    for place in range(answers):
        for tables in groups:
            if place < len(tables) and len(chosen) < answers:
                table = tables[place].tolist()
                chosen[tuple(table)] = table
    return list(chosen.values())


def _places_of_printed(
    submission: Submission, wager: str, goal: Goal, lines: Lines, worth: Sequence[tuple[Fraction, Pay]]
) -> list[list[int]]:
    """The printed tables with these lines whose edge is within the goal."""
    place_of = {pay: place for place, (_, pay) in enumerate(worth)}
    found = []
    for table in _printed(submission, wager).values():
        pays = [line.pay for line in table]
        if tuple(line.hand for line in table) == lines.hands and all(pay in place_of for pay in pays):
            places = [place_of[pay] for pay in pays]
            if goal.allows_edge(lines.edge(_paid(lines, worth, places))):
                found.append(places)
    return found


def _paid(lines: Lines, worth: Sequence[tuple[Fraction, Pay]], places: Sequence[int], power: int = 1) -> Fraction:
    return sum((n * worth[at][0] ** power for n, at in zip(lines.counts, places, strict=True)), Fraction())


def _made(
    submission: Submission,
    wager: str,
    lines: Lines,
    pays: Mapping[str, Pay],
    worth: Sequence[tuple[Fraction, Pay]],
    places: Sequence[int],
) -> Designed:
    paid, squares = _paid(lines, worth, places), _paid(lines, worth, places, 2)
    letter = _letter(submission, wager, pays)
    return Designed(pays, letter, lines.edge(paid), lines.hit_frequency, lines.variance(paid, squares))


def _confirmed(submission: Submission, wager: str, pays: Mapping[str, Pay]) -> Designed:
    """The exact figures of a table of the base game, which is solved with this table."""
    share = _share(submission, wager, pays)
    letter = _letter(submission, wager, pays)
    return Designed(pays, letter, share.house_edge, share.hit_frequency, share.variance)


def _letter(submission: Submission, wager: str, pays: Mapping[str, Pay]) -> str | None:
    for letter, table in _printed(submission, wager).items():
        if {line.hand: line.pay for line in table} == dict(pays):
            return letter
    return None
