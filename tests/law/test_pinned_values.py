"""No value of a rulebook changes unnoticed.

``pinned_values.json`` holds every value with its clauses, written from the rulebooks themselves: it shows that a
value changed, not that it is right, which the tests of the clauses show. A change of a rulebook fails here until the
list is changed too, which wants the document in hand: ``python -m tests.law.test_pinned_values`` writes it.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from houserules.law import rulebook, rulebook_ids
from tests.law.pins import values_of

PINS = Path(__file__).with_name("pinned_values.json")


@pytest.mark.parametrize("identity", rulebook_ids())
def test_every_value_is_as_it_was_read_in_the_document(identity: str) -> None:
    pinned = json.loads(PINS.read_text(encoding="utf-8"))[identity]
    assert values_of(rulebook(identity)) == pinned


if __name__ == "__main__":
    everything = {identity: values_of(rulebook(identity)) for identity in rulebook_ids()}
    PINS.write_text(json.dumps(everything, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
