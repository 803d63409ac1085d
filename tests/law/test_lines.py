"""Which line of a TOML file a key stands on."""

from __future__ import annotations

import pytest

from houserules.law.toml_lines import KeyLines

TEXT = '''# a remark with [brackets] and key = value
id = "one"           # line 2
[table]
seats = { is = 6, clause = ["2.A", "2.B"] }
names = [
    "ante",          # = [not] a key
    ["raise"],
    "closing ] = \\" quote",
]
after = 1
[table.deep."quoted key"]
x = 1
[other.below]
long = """\\
    [no_header]
    key = "not one"
"""
last = 'single # quoted'
dotted.key = 2
[[reading]]
id = "first"
[reading.choices]
a = "A"
[[reading]]
id = "second"
[reading.choices]
b = """one line"""
c = "C"
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("id",), 2),
        (("table",), 3),
        (("table", "seats"), 4),
        (("table", "seats", "is"), 4),
        (("table", "names"), 5),
        (("table", "names", "0"), 5),
        (("table", "after"), 10),
        (("table", "missing"), 3),
        (("table", "deep"), 11),
        (("table", "deep", "quoted key"), 11),
        (("table", "deep", "quoted key", "x"), 12),
        (("other",), 13),
        (("other", "below", "long"), 14),
        (("other", "below", "key"), 13),
        (("other", "below", "last"), 18),
        (("other", "below", "dotted"), 19),
        (("other", "below", "dotted", "key"), 19),
        (("reading",), 20),
        (("reading", 0), 20),
        (("reading", 0, "id"), 21),
        (("reading", "0", "choices"), 22),
        (("reading", 0, "choices", "a"), 23),
        (("reading", 1), 24),
        (("reading", 1, "id"), 25),
        (("reading", 1, "choices", "c"), 28),
        (("reading", 2), 20),
        (("nowhere", "at", "all"), 1),
        ((), 1),
    ],
)
def test_the_line_of_a_key(path: tuple[str | int, ...], line: int) -> None:
    assert KeyLines(TEXT).of(path) == line
