"""Scenarios: a hand as people write it down, read strictly and played by the engine."""

from houserules.scenarios.answers import answer_of
from houserules.scenarios.playing import Played, play_scenario
from houserules.scenarios.reading import KEYS

__all__ = ["KEYS", "Played", "answer_of", "play_scenario"]
