"""``houserules hand``: the exact value of each option of one hand."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from houserules.cards import Card, CardError, format_cards, parse_cards
from houserules.cli.files import Json, Overrides, SubmissionName
from houserules.cli.lab.analyze import read_submission
from houserules.cli.output import console, print_json, say, table
from houserules.lab import Situation, best_option, decimal_of, pair, values_of_options
from houserules.law import MalformedData, unit_of

_More = Annotated[str, Parameter(show=False)]
"""What stands there where somebody forgot the quotes."""


def hand(
    submission: SubmissionName,
    cards: str,
    /,
    *more: _More,
    board: str = "",
    known: str = "",
    dealer: str = "",
    set_: Overrides = (),
    json: Json = False,
) -> None:
    """The exact value of each option for this hand, in antes, and the best of them.

    Parameters
    ----------
    cards
        The player's cards, as in "Qs 9s 4d".
    board
        The community cards seen so far: none, the two of the flop, or all four, the flop first.
    known
        Other cards that are known to be out of play, such as those of neighbours.
    dealer
        Cards that the dealer is known to hold.
    """
    if more:
        raise MalformedData(f'put the cards in quotes, as in "{cards} {" ".join(more)}"')
    frozen = read_submission(submission, set_)
    situation = Situation(
        read_cards(cards, "the hand"),
        read_cards(board, "--board"),
        read_cards(known, "--known"),
        read_cards(dealer, "--dealer"),
    )
    options = values_of_options(frozen, situation)
    best = best_option(options)
    if json:
        listed = [{"action": action, "ev": pair(value)} for action, value in options.items()]
        print_json({"options": listed, "best": best})
        return
    out = console()
    for place, seen in situation.places().items():
        if seen:
            say(out, f"{place}: {format_cards(seen)}")
    made = table(f"Value of each option, in {unit_of(frozen.rulebook)}s", "option", ">value", "exactly")
    for action, value in options.items():
        made.add_row(f"{action} (best)" if action == best else action, decimal_of(value, 12), str(value))
    out.print(made)


def read_cards(text: str, where: str) -> tuple[Card, ...]:
    """Cards separated by blanks; what is wrong with them is said with the place where they stand."""
    try:
        return parse_cards(text)
    except CardError as error:
        raise MalformedData(f"{where}: {error}") from None
