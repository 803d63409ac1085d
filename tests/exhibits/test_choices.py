"""Whatever an operator chooses, layout and sign show what it asks for and nothing else: every wager on and off, every
pay table, for the bundled submissions and for the example package of a third game."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import houserules
from houserules.exhibits import check_layout, drawing, layout_of, make_papers
from houserules.exhibits.signs import sign_data
from houserules.law import bundled_submission, freeze, read_filing
from houserules.play import Rules
from tests.exhibits.reading import CTF, HCF, MA, PACKAGE, TCP, pages

BOOKS = Path(houserules.__file__).parent / "rulebooks"
FOLDERS = {
    HCF: BOOKS / "md_high_card_flush",
    CTF: BOOKS / "md_chase_the_flush",
    MA: BOOKS / "ma_high_card_flush",
    TCP: PACKAGE / "three_card_poker" / "rulebooks" / "ex_three_card_poker",
}
OPTIONAL = {
    HCF: ("flush_bonus", "straight_flush_bonus", "progressive"),
    CTF: ("same_suit", "progressive"),
    MA: ("flush_bonus", "straight_flush_bonus", "progressive"),
    TCP: ("pair_plus",),
}
BASE = {HCF: {"ante", "raise"}, CTF: {"ante", "all_in", "xtra_bonus"}, MA: {"ante", "raise"}, TCP: {"ante", "play"}}
"""The areas that every player has, whatever is offered."""
ALWAYS = {HCF: set[str](), CTF: {"xtra_bonus"}, MA: set[str](), TCP: {"ante_bonus"}}
"""Pay tables of wagers, or of bonuses, that a table of the game cannot be without."""
SHARED = {HCF: ("envy_bonus", "envy"), CTF: ("community_pay", "community_pay")}
GROUPS = {(CTF, "progressive"): "wheel"}


@pytest.fixture(scope="module", autouse=True)
def third_game() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(PACKAGE))
        patch.setenv("HOUSERULES_RULEBOOKS", str(PACKAGE / "three_card_poker" / "rulebooks"))
        yield


def tables(name: str) -> dict[str, dict[str, dict[str, Any]]]:
    """The pay tables as the rulebook's own file has them."""
    return tomllib.loads((FOLDERS[name] / "paytables.toml").read_text(encoding="utf-8"))


def letters() -> Iterator[tuple[str, str, str]]:
    for name in FOLDERS:
        for wager in (*ALWAYS[name], *OPTIONAL[name]):
            for letter in tables(name)[GROUPS.get((name, wager), wager)]:
                yield name, wager, letter


def lines(name: str, wager: str, letter: str) -> dict[str, str]:
    table = tables(name)[GROUPS.get((name, wager), wager)][letter]
    return {line: each["pays"] for line, each in table.items() if isinstance(each, Mapping) and "pays" in each}


def insist_on(name: str, data: dict[str, Any], offered: set[str], shared: str | None) -> dict[str, dict[str, str]]:
    """Layout and sign have what is offered and no more. Answers the lines of each table of the sign."""
    rules = Rules(freeze(read_filing(data, name)))
    layout = layout_of(rules)
    svg = drawing(layout)
    assert check_layout(svg, layout) == []
    seats = data["table"]["seats"]
    drawn = re.findall(r'data-area="(\w+)"', svg)
    for wager in BASE[name] | offered:
        assert drawn.count(wager) == seats, wager
    assert set(drawn) - {"inventory", "dealer_cards", "community_cards"} == BASE[name] | offered
    sign = sign_data(rules)
    found = {table["wager"]: {line["hand"]: line["pays"] for line in table["lines"]} for table in sign["tables"]}
    assert len(sign["tables"]) == len(found)
    assert set(found) == {"ante"} | ALWAYS[name] | offered | ({shared} if shared is not None else set())
    about = {notice["about"] for notice in sign["notices"]}
    limited = {"flush_bonus", "straight_flush_bonus"} & offered if name in (HCF, MA) else {"ante"}
    assert ("payout_limit" in about) is (bool(limited) and name != TCP)
    assert ("wheel" in about) is (name == CTF and "progressive" in offered)
    return found


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        (name, tuple(wager for wager, keep in zip(OPTIONAL[name], chosen, strict=True) if keep))
        for name in FOLDERS
        for chosen in product((True, False), repeat=len(OPTIONAL[name]))
    ],
)
def test_wagers_that_are_offered_and_no_others(name: str, kept: tuple[str, ...]) -> None:
    data = bundled_submission(name)
    for wager in set(OPTIONAL[name]) - set(kept):
        del data["wagers"][wager]
    shared, key = SHARED.get(name, (None, ""))
    insist_on(name, data, set(kept), shared if "progressive" in kept else None)
    if "progressive" in kept and key:
        insist_on(name, {**data, "wagers": _without(data["wagers"], key)}, set(kept), None)


def _without(wagers: dict[str, Any], key: str) -> dict[str, Any]:
    return {**wagers, "progressive": {**wagers["progressive"], key: False}}


@pytest.mark.parametrize(("name", "wager", "letter"), list(letters()))
def test_every_line_of_every_pay_table_is_on_the_sign(name: str, wager: str, letter: str) -> None:
    data, wanted = bundled_submission(name), lines(name, wager, letter)
    data["wagers"][wager]["paytable"] = letter
    if "Bonus" in wanted.values():  # The document leaves them to the licensee.
        wanted = {line: f"{50 - number} to 1" for number, line in enumerate(wanted)}
        data["wagers"][wager]["bonus"] = wanted
    shared, key = SHARED.get(name, (None, ""))
    if wager == "progressive" and shared is not None:
        has = letter in tables(name)[shared]
        data["wagers"][wager][key] = has
        shared = shared if has else None
        if "segments" in data["wagers"][wager]:
            data["wagers"][wager]["segments"] = [{"symbol": line, "count": 1} for line in wanted]
    found = insist_on(name, data, set(OPTIONAL[name]), shared)
    insist_on_lines(found[wager], wanted)
    if wager == "progressive" and shared is not None:
        insist_on_lines(found[shared], lines(name, shared, letter))


def insist_on_lines(shown: dict[str, str], printed: dict[str, str]) -> None:
    """As many lines as the document prints, in its order, each with what the document prints for it."""
    assert len(shown) == len(printed)
    for (hand, pays), (line, wanted) in zip(shown.items(), printed.items(), strict=True):
        if line == "otherwise":
            assert hand == "Any other hand"
        else:
            assert _letters(line) in _letters(hand), line
        assert pays.replace(",", "").startswith(wanted.replace(",", "")), line


def _letters(text: str) -> str:
    return re.sub(r"[^a-z0-9$]", "", text.lower())


@pytest.mark.parametrize("name", FOLDERS)
def test_a_sign_of_the_base_game_alone_names_nothing_else(name: str) -> None:
    data = bundled_submission(name)
    for wager in OPTIONAL[name]:
        del data["wagers"][wager]
    filing = read_filing(data, name)
    read = " ".join(pages(make_papers(filing, ("signs",))["signs.pdf"]))
    shown = filing.rulebook.shown.wagers
    for wager in OPTIONAL[name]:
        assert shown[wager].title not in read, wager
    assert shown["ante"].title in read
