"""The readings that a submission chooses, and what each other choice would be worth at this table."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from houserules.exhibits.rules_in_words import listed, title_of
from houserules.lab import folded_winners, forfeits_on_fold, percent_of, progressive_wager, side_bets
from houserules.law import Filing, MalformedData, Reading, Submission, freeze
from houserules.law.words import PROGRESSIVE, Switch

PLACES: Final = 4
NOT_PRICED: Final = "not priced"
VOID: Final = "void_"
"""The prefix in the names of readings about void rounds."""


def readings_data(filing: Filing, submission: Submission) -> list[dict[str, Any]]:
    found = []
    for reading in submission.rulebook.readings:
        if not reading.switch:
            continue
        chosen = submission.readings[reading.id]
        found.append(
            {
                "title": reading.title,
                "question": reading.question,
                "chosen": reading.choices[chosen],
                "default": chosen == reading.default,
                "others": [
                    {"text": text, "price": _price(filing, submission, reading, name)}
                    for name, text in reading.choices.items()
                    if name != chosen
                ],
                "clauses": [str(each) for each in reading.clauses],
            }
        )
    return found


def _price(filing: Filing, submission: Submission, reading: Reading, name: str) -> str:
    """The effect of another choice against the one made, as in ``house advantage of the Same Suit +0.4701 %``."""
    if reading.id.startswith(VOID):
        return f"{NOT_PRICED}: it depends on how often rounds are void"
    other = freeze(replace(filing, readings={**filing.readings, reading.id: name}))
    try:
        one, two = _edges(submission, reading), _edges(other, reading)
    except MalformedData:  # The lab does not support these rules.
        return NOT_PRICED
    gains = {wager: two[wager] - one[wager] for wager in reading.worth if wager in one}
    offered = {*submission.wagers, *([PROGRESSIVE] if submission.progressive is not None else [])}
    if not gains and offered.intersection(reading.worth):
        return NOT_PRICED
    if reading.worth and not any(gains.values()):
        return "nothing at this table"
    if not gains:
        return NOT_PRICED
    told = [
        f"of the {title_of(submission.rulebook, wager)} {'+' if gain > 0 else ''}{percent_of(gain, PLACES)}"
        for wager, gain in gains.items()
    ]
    for_each = ", for each other player who does not make the wager" if reading.id == Switch.SHARED_HOLDER else ""
    return f"house advantage {listed(told)}{for_each}"


def _edges(submission: Submission, reading: Reading) -> dict[str, Fraction]:
    """The house advantage of each wager that is decided without the dealer, including winners that best play
    folds."""
    found = {name: bet.house_edge for name, bet in side_bets(submission).items()}
    if submission.progressive is not None:
        offered = progressive_wager(submission)
        folded = folded_winners(submission, offered) if forfeits_on_fold(submission) else None
        found[PROGRESSIVE] = folded.house_edge if folded else offered.house_edge
        if reading.id == Switch.SHARED_HOLDER and submission.readings[reading.id] == reading.default:
            found[PROGRESSIVE] -= offered.per_neighbour / offered.amount
    return found
