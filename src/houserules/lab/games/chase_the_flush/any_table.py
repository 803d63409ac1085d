"""Chase the Flush under any pay table of the X-tra Bonus, from one answer without it.

The table pays for the length of a flush that wins, whatever its player did before, unless the player folds. So the
odds decide nothing as long as nobody folds a hand that may yet win by such a length. Best play is solved once with
odds at which those wins lose their stake, the least that a wager can bring. Where that play folds none of them, it is
best with every table: other odds raise what it brings by as much as they can raise what any play brings.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Final, NamedTuple

from houserules.lab.counting.outcomes import Outcome, Results
from houserules.lab.games.chase_the_flush.groups import length_of_group
from houserules.lab.games.chase_the_flush.strategies import GAME
from houserules.lab.games.chase_the_flush.terms import ACTIONS, FOLD, Terms, terms_of
from houserules.lab.games.flushes.lines import FLUSH_LINES, length_of
from houserules.lab.solving.answers import Question, find_answer
from houserules.lab.solving.solver import Progress
from houserules.lab.solving.verdicts import Payoffs
from houserules.law import Submission

SHORTEST_LINE: Final = min(map(length_of, FLUSH_LINES))
LOST: Final = Fraction(-1)


class DealerCard(NamedTuple):
    """What best play brings that sees a dealer's card, where every line of the table loses its stake and where every
    line gives it back."""

    lost: Fraction
    returned: Fraction


def with_wins(terms: Terms, brings: Fraction) -> Terms:
    """The same game, in which every line of the X-tra Bonus brings this."""

    def paid(own: Payoffs) -> Payoffs:
        return Payoffs((brings, *own.qualified[1:]), (brings, *own.unqualified[1:]))

    return replace(
        terms,
        xtra=tuple(paid(own) if length >= SHORTEST_LINE else own for length, own in enumerate(terms.xtra)),
    )


def solve(terms: Terms, progress: Progress | None = None) -> Results:
    """Best play over all deals. Of equally good actions the one that wagers least is taken."""
    plain = with_wins(terms, LOST)
    question = Question(GAME, "best play", plain, f"{__package__}.solving")
    best = find_answer(question, lambda: _solve(plain, progress))
    if any(outcome.action == FOLD and _raised(plain, terms, outcome) for outcome in best.outcomes):
        return _solve(terms, progress)
    return priced(terms, best)


def _solve(terms: Terms, progress: Progress | None) -> Results:
    from houserules.lab.games.chase_the_flush.solving import solve as solve_anew  # noqa: PLC0415  Loads the compiler.

    return solve_anew(terms, progress)


def priced(terms: Terms, played: Results) -> Results:
    """The same play of the same deals, paid by these terms."""
    actions = {terms.action(action): action for action in range(ACTIONS)}

    def net(outcome: Outcome) -> Fraction:
        length = length_of_group(outcome.group)
        return terms.net(actions[outcome.action], outcome.dealer_qualifies, outcome.comparison, length)

    return Results(tuple(replace(outcome, net=net(outcome)) for outcome in played.outcomes))


def dealer_card(submission: Submission, progress: Progress) -> Fraction:
    """What best play brings when one card of the dealer is seen before the first decision, over all deals.

    No play gains more by higher odds than the chance of all wins that they pay. Where best play gains just that
    between wins that lose their stake and wins that give it back, it folds no such win at the lowest odds, and so
    none at higher ones: its value is a straight line in each of the odds.
    """
    terms = terms_of(submission)
    plain, returned = with_wins(terms, LOST), with_wins(terms, Fraction(0))

    def both() -> DealerCard:
        first = _see_a_card(plain, lambda done: progress(done / 2))
        return DealerCard(first, _see_a_card(returned, lambda done: progress((1 + done) / 2)))

    found = find_answer(Question(GAME, "dealer card", plain, f"{__package__}.leaks"), both)
    dealt = solve(plain)
    if found.returned - found.lost != _gained(plain, returned, dealt):
        return _see_a_card(terms, progress)
    return found.lost + _gained(plain, terms, dealt)


def _see_a_card(terms: Terms, progress: Progress) -> Fraction:
    from houserules.lab.games.chase_the_flush.leaks import dealer_card as see_anew  # noqa: PLC0415

    return see_anew(terms, progress)


def _raised(low: Terms, high: Terms, outcome: Outcome) -> Fraction:
    """What an outcome that is not folded brings more under the higher odds."""
    length, how = length_of_group(outcome.group), (outcome.dealer_qualifies, outcome.comparison)
    return high.xtra[length].brings(*how) - low.xtra[length].brings(*how)


def _gained(low: Terms, high: Terms, dealt: Results) -> Fraction:
    """The same over all deals, if nobody folds."""
    total = sum((_raised(low, high, outcome) * outcome.deals for outcome in dealt.outcomes), Fraction())
    return total / dealt.deals
