"""A written strategy in words: what a player reads on a card, made from the rules that are weighed."""

from __future__ import annotations

from houserules.lab.solving.gate import insist_supported
from houserules.lab.strategy.files import MOST, Stage, Test, WrittenStrategy, feature_of
from houserules.law import Submission


def rules_in_words(submission: Submission, strategy: WrittenStrategy) -> dict[str, list[tuple[str, str]]] | None:
    """Maps a stage to its rules in order: the condition, and the action. The last row of a stage says what is done
    where no rule holds. None where the game has no words for something that a rule asks."""
    told: dict[str, list[tuple[str, str]]] = {}
    for name, stage in insist_supported(submission).strategies.language(submission).stages.items():
        actions = {number: action for action, number in stage.actions.items()} | dict(stage.told)
        rules = strategy.rules.get(name, ())
        if any(not feature_of(test.feature, stage).words for rule in rules for test in rule.tests):
            return None
        told[name] = [(_condition(rule.tests, stage), actions[rule.action]) for rule in rules]
        if all(rule.tests for rule in rules):
            told[name].append(("anything else" if rules else "any cards", actions[0]))
    return told


def sentence_of(submission: Submission, strategy: WrittenStrategy) -> str | None:
    """The whole strategy in one sentence, made from its rules; None where the game has no words for them."""
    told = rules_in_words(submission, strategy)
    if told is None:
        return None
    stages = []
    for stage, rules in told.items():
        parts: list[str] = []
        before = ""
        for condition, action in rules:
            if condition == "anything else":
                parts.append(f"else {action}")
            elif action == before:
                parts[-1] += f", or {condition}"
            else:
                parts.append(f"{action} with {condition}")
            before = action
        stages.append((f"{stage}: " if len(told) > 1 else "") + "; ".join(parts))
    return ". ".join(stages)


def _condition(tests: tuple[Test, ...], stage: Stage) -> str:
    return ", ".join(_test(test, stage) for test in tests) or "any cards"


def _test(test: Test, stage: Stage) -> str:
    feature = feature_of(test.feature, stage)
    low, high = feature.text(test.low), feature.text(test.high) if test.high < MOST else ""
    if test.low == test.high:
        value = low
    elif not high:
        value = f"at least {low}"
    elif test.low <= 0:
        value = f"at most {high}"
    else:
        value = f"{low} to {high}"
    return feature.words.format(value)
