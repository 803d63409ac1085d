"""Exact advice for one decision, as the table service asks for it at practice tables."""

from __future__ import annotations

from typing import Any

from houserules.cards import Card
from houserules.lab.exact import pair
from houserules.lab.solving.decisions import Situation, values_of_options
from houserules.law import Submission


def advise(
    submission: Submission, cards: tuple[int, ...], board: tuple[int, ...], known: tuple[int, ...] = ()
) -> list[dict[str, Any]]:
    """Each option with its exact value in units, the best first. ``known`` are other cards that the player sees."""
    situation = Situation(tuple(map(Card, cards)), tuple(map(Card, board)), tuple(map(Card, known)), ())
    values = values_of_options(submission, situation)
    ranked = sorted(values.items(), key=lambda option: option[1], reverse=True)
    return [{"action": action, "ev": pair(value)} for action, value in ranked]
