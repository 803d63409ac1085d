"""High Card Flush: written strategies over all deals, and best play described."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from houserules.lab.counting.outcomes import Results
from houserules.lab.exact import pair, percent_of
from houserules.lab.games.flushes.rule_words import flush_text
from houserules.lab.games.high_card_flush.panels import flush_panels
from houserules.lab.games.high_card_flush.raise_region import (
    ALL_HANDS,
    Cutoff,
    RaiseRegion,
    ShapeRule,
    best_cutoff,
    raise_region,
)
from houserules.lab.games.high_card_flush.solving import hand_table
from houserules.lab.games.high_card_flush.terms import terms_of
from houserules.lab.games.high_card_flush.written_play import evaluate_written
from houserules.lab.solving.solver import Progress
from houserules.lab.strategy.files import WrittenStrategy
from houserules.lab.strategy.panels import Section, Study
from houserules.law import Submission

PLACES = 8


def evaluate_all(
    submission: Submission, strategies: Sequence[WrittenStrategy], progress: Progress
) -> tuple[Results, ...]:
    terms = terms_of(submission)
    table = hand_table(terms.qualifier)
    found = []
    for done, strategy in enumerate(strategies, start=1):
        found.append(evaluate_written(terms, strategy, table))
        progress(done / len(strategies))
    return tuple(found)


def study(submission: Submission, best: Results, progress: Progress) -> Study:
    terms = terms_of(submission)
    table = hand_table(terms.qualifier)
    progress(1 / 4)
    region = raise_region(terms, table)
    progress(2 / 4)
    cutoff = best_cutoff(terms, table, best.house_edge)
    progress(3 / 4)
    data = {
        "raise_region": region_as_data(region),
        "best_cutoff": {
            "flush": flush_text(cutoff.key),
            "house_edge": pair(cutoff.house_edge),
            "cost": pair(cutoff.house_edge - best.house_edge),
        },
    }
    made = Study(flush_panels(terms, table), (_by_flush(region), _between(region, cutoff, best)), data)
    progress(1)
    return made


def _by_flush(region: RaiseRegion) -> Section:
    if region.fold_below is None:
        return Section("By the flush", ("Fold every hand.",))
    said = []
    if region.raise_from is not None:
        flush = flush_text(region.raise_from)
        said.append(f"Raise every hand with {flush} or better, as much as its flush allows.")
    said.append(f"Fold every hand below {flush_text(region.fold_below)}.")
    if region.splits:
        hands, raised = (sum(getattr(split, name) for split in region.splits) for name in ("hands", "raised"))
        said.append(
            f"With the {len(region.splits)} flushes between, {hands:,} hands, the other cards decide: "
            f"{raised:,} raise."
        )
    return Section("By the flush", tuple(said))


def _between(region: RaiseRegion, cutoff: Cutoff, best: Results) -> Section:
    rows = tuple(
        (
            str(shape.suits),
            f"{shape.second_length} cards",
            str(shape.outside_over),
            _cutoff_text(shape) or "fold",
            f"{shape.wrong:,}",
        )
        for shape in region.shapes
    )
    columns = ("Suits held", "Second suit", "Higher outside", "Raise from", "Exceptions") if rows else ()
    cost = _percent(cutoff.house_edge - best.house_edge)
    said = (
        f"{region.wrong:,} of {ALL_HANDS:,} hands are exceptions; ignoring them costs {_percent(region.cost)}.",
        f"One single flush to raise from: {flush_text(cutoff.key)}, which costs {cost}.",
    )
    return Section("The flushes between", said, columns, rows)


def _percent(number: Any) -> str:
    return percent_of(number, PLACES)


def _cutoff_text(shape: ShapeRule) -> str | None:
    return flush_text(shape.cutoff) if shape.cutoff is not None else None


def region_as_data(region: RaiseRegion) -> dict[str, Any]:
    return {
        "raise_from": flush_text(region.raise_from) if region.raise_from is not None else None,
        "fold_below": flush_text(region.fold_below) if region.fold_below is not None else None,
        "mixed": [
            {"flush": flush_text(split.key), "raised": split.raised, "hands": split.hands} for split in region.splits
        ],
        "by_shape": [
            {
                "suits": shape.suits,
                "second_length": shape.second_length,
                "outside_over": shape.outside_over,
                "raise_from": _cutoff_text(shape),
                "exceptions": shape.wrong,
            }
            for shape in region.shapes
        ],
        "exceptions": region.wrong,
        "cost_of_exceptions": pair(region.cost),
    }
