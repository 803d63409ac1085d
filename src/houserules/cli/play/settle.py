"""``houserules settle``: what should this hand have paid?"""

from __future__ import annotations

from typing import Any

from houserules.cli.files import Overrides
from houserules.cli.forms import WORDS, Form
from houserules.cli.output import console, say, table, words
from houserules.library import settlement_of

_STYLES = {"win": "green", "lose": "red", "push": "yellow", "void": "yellow"}


def settle(scenario: str, /, *, set_: Overrides = (), form: Form = WORDS) -> None:
    """What should this hand have paid? Every wager with its outcome, its odds and its clause.

    Exit status 0: settled. 2: the scenario cannot have happened, or could not be read.

    Parameters
    ----------
    scenario
        A file (TOML or JSON), - for standard input: the submission, the cards, the wagers and what the players did.
    """
    from houserules.cli.play.scenarios import read_scenario_file  # noqa: PLC0415

    found = settlement_of(*read_scenario_file(scenario, set_), scenario)
    if not form.printed(found):
        print_answer(found.to_dict())


def print_answer(answer: dict[str, Any]) -> None:
    out = console()
    if answer["void"] is not None:
        why = ", ".join(f"{words(void['reason'])} ({void['clause']})" for void in answer["voids"])
        removed = any(void["then"] == "deck_removed" for void in answer["voids"])
        say(out, f"The round is void: {why}{'; the deck is removed' if removed else ''}", "yellow")
    dealer = answer["dealer"]
    if dealer["hand"] is not None:
        qualifies = {True: ", qualifies", False: ", does not qualify", None: ""}[dealer["qualifies"]]
        clause = f" ({dealer['clause']})" if dealer["clause"] else ""
        say(out, f"Dealer: {dealer['hand']}, {dealer['cards']}{qualifies}{clause}")
    for seat in answer["seats"]:
        held = f": {seat['hand']}, {seat['cards']}" if seat["hand"] else ""
        made = table(
            f"Seat {seat['seat']}{held}", "wager", ">staked", "outcome", "odds", ">paid", ">returned", "clause"
        )
        for line in seat["wagers"]:
            limited = f", limited by {line['limited_by']}" if "limited_by" in line else ""
            whose = f" (seat {line['hand_of_seat']})" if "hand_of_seat" in line else ""
            made.add_row(
                words(line["wager"]) + whose, line["staked"], f"[{_STYLES[line['outcome']]}]{line['outcome']}[/]",
                line["odds"] or "", line["paid"], line["returned"], line["clause"] + limited,
            )  # fmt: skip
        made.add_section()
        made.add_row("all", seat["staked"], "", "", "", seat["returned"], f"net {seat['net']}")
        out.print(made)
    if answer["meters"]:
        shown = ", ".join(f"{name} ${amount}" for name, amount in answer["meters"].items())
        say(out, f"Meters after the round: {shown}")
