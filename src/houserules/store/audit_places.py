"""Whether everything would be found: the links, anchors and ends by which a store reads a stream."""

from __future__ import annotations

from collections.abc import Iterator

from houserules.store.reading import Reading
from houserules.store.rows import ANCHOR_EVERY


def misplaced(store: Reading) -> Iterator[tuple[int, str, str]]:
    """What does not lead where it should: (position, stream, what)."""
    names = {number: (name, last) for number, name, last in store.ends()}
    last: dict[int, int] = {}
    anchors: dict[tuple[int, int], int] = {}
    for position, number, version, previous in store.links():
        stream = names.get(number, ("", 0))[0]
        if previous != last.get(number, -number):
            before = max(last.get(number, 0), 0)
            yield position, stream, f"version {version} is not linked to the event before it in its stream, {before}"
        last[number] = position
        if version % ANCHOR_EVERY == 0:
            anchors[number, version] = position
    for number, (stream, end) in names.items():
        if end != last.get(number):
            yield last.get(number, 0), stream, f"its last event is kept as {end}"
    for number, version, position in store.anchors():
        if anchors.pop((number, version), None) != position:
            yield position, names.get(number, ("", 0))[0], f"the anchor of version {version} is wrong"
    for (number, version), position in anchors.items():
        yield position, names.get(number, ("", 0))[0], f"the anchor of version {version} is missing"
