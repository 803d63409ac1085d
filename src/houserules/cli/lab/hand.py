"""``houserules hand``: the exact value of each option of one hand."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from houserules.cards import format_cards
from houserules.cli.files import Overrides, SubmissionName, submission_data
from houserules.cli.forms import WORDS, Form
from houserules.cli.output import console, say, table
from houserules.lab import decimal_of
from houserules.law import MalformedData
from houserules.library import Submission

_More = Annotated[str, Parameter(show=False)]
"""What the parser finds here if somebody forgot the quotes."""


def hand(
    submission: SubmissionName,
    cards: str,
    /,
    *more: _More,
    board: str = "",
    known: str = "",
    dealer: str = "",
    set_: Overrides = (),
    form: Form = WORDS,
) -> None:
    """The exact value of each option for this hand, in antes, and the best of them.

    Parameters
    ----------
    cards
        The player's cards, as in "Qs 9s 4d" or Qs9s4d.
    board
        The community cards seen so far: none, the two of the flop, or all four, the flop first.
    known
        Other cards that are known to be out of play, such as those of neighbours.
    dealer
        Cards that the dealer is known to hold.
    """
    if more:
        raise MalformedData(f'put the cards in quotes, as in "{cards} {" ".join(more)}"')
    asked = Submission(submission_data(submission, set_), submission)
    found = asked.hand(cards, board=board, known=known, dealer=dealer)
    if form.printed(found):
        return
    out = console()
    for place, seen in found.situation.places().items():
        if seen:
            say(out, f"{place}: {format_cards(seen)}")
    made = table(f"Value of each option, in {found.unit}s", "option", ">value", "exactly")
    for action, value in found.options.items():
        made.add_row(f"{action} (best)" if action == found.best else action, decimal_of(value, 12), str(value))
    out.print(made)
