"""How a game is shown is the rulebook's to say: every wager has a title and a betting area, in closed words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from houserules import law
from houserules.law import Cited, MalformedData, rulebook, rulebook_ids
from houserules.law.rulebook import Rulebook
from houserules.law.shown import base_game, shared_bonus
from houserules.law.words import Felt, Offer, SuitLetter
from tests.support.rulebooks import load_changed


def changed(book: str, *changes: tuple[str, str]) -> Rulebook:
    text = law.file_text(book, "rulebook")
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return load_changed(book, rulebook=text)


@pytest.mark.parametrize("identity", rulebook_ids())
def test_every_wager_and_every_shared_bonus_is_titled(identity: str) -> None:
    book = rulebook(identity)
    assert set(book.shown.order) == set(book.wagers)
    assert set(book.shown.wagers) == {*book.wagers, *filter(None, [shared_bonus(book)])}
    assert all(each.title and each.short for each in book.shown.wagers.values())


def test_games_are_told_apart_by_their_felt_and_suit() -> None:
    books = [rulebook(identity) for identity in rulebook_ids()]
    assert len({book.shown.felt for book in books}) == len(books)
    assert len({book.shown.suit for book in books}) == len(books)
    assert len({book.shown.short for book in books}) == len(books)


def test_the_part_that_each_wager_plays_follows_from_the_law() -> None:
    assert base_game(rulebook("MD-HCF")) == ("ante", "raise")
    assert base_game(rulebook("MD-CTF")) == ("ante", "xtra_bonus", "all_in")
    assert {rulebook(identity).base_wager for identity in rulebook_ids()} == {"ante"}
    assert [shared_bonus(rulebook(identity)) for identity in rulebook_ids()] == ["envy_bonus", "community_pay", None]


ORDER = '"ante", "raise", "straight_flush_bonus"'


def test_what_is_paid_on_a_wager_of_the_base_game_is_a_part_of_it() -> None:
    book = rulebook("MD-HCF")
    cited = book.wagers["ante"].offer.clauses

    def paid_on(wager: str) -> Rulebook:
        bonus = replace(book.wagers["flush_bonus"], offer=Cited(Offer.BONUS, cited), on=Cited(wager, cited))
        return replace(book, wagers={**book.wagers, "flush_bonus": bonus})

    assert base_game(paid_on("raise")) == ("ante", "raise", "flush_bonus")
    assert base_game(paid_on("straight_flush_bonus")) == ("ante", "raise")


FAULTS = {
    "another felt": (
        ('felt   = "green"', 'felt   = "gren"'),
        "shown.felt: 'gren' is not a word that is known here; known are green, blue",
    ),
    "another suit": (
        ('suit   = "h"', 'suit   = "hearts"'),
        "shown.suit: 'hearts' is not a word that is known here; known are s, h, d, c",
    ),
    "an unknown betting area": (
        (f'["flush_bonus", {ORDER}', f'["flush_bonis", {ORDER}'),
        "shown.order: 'flush_bonis' is not a word that is known here",
    ),
    "a betting area that is missing": (
        (f'["flush_bonus", {ORDER}', f"[{ORDER}"),
        "shown.order: flush_bonus has no betting area",
    ),
    "a betting area twice": (
        (f'["flush_bonus", {ORDER}', f'["flush_bonus", "ante", {ORDER}'),
        "shown.order.ante: 2 times",
    ),
    "a wager without a title": (
        ('raise                = { title = "Raise", short = "Raise" }\n', ""),
        "shown.wagers: raise has no title",
    ),
    "a shared bonus without a title": (
        ('envy_bonus           = { title = "Envy Bonus", short = "Envy Bonus" }\n', ""),
        "shown.wagers: envy_bonus has no title",
    ),
    "a title for nothing": (
        ("envy_bonus           = { title", "envi_bonus           = { title"),
        "shown.wagers.envi_bonus: 'envi_bonus' is not a word that is known here",
    ),
    "a title for a line that is not paid": (
        ("[shown.wagers]", '[shown.lines]\nroyal = "Royal"\n\n[shown.wagers]'),
        "shown.lines.royal: no pay table has this line",
    ),
    "an area right of one that does not stand beside it": (
        ("[layout.cards]", '[layout.right_of]\nprogressive = { is = "ante", clause = "2.B(2)" }\n\n[layout.cards]'),
        "layout.right_of.progressive: shown.order does not have progressive right after ante",
    ),
    "a title that is no text": (
        ('raise                = { title = "Raise"', "raise                = { title = 1"),
        "title: 1 is not text",
    ),
    "no such section": (('short  = "High Card Flush, MD"\n', ""), "short is missing"),
}


@pytest.mark.parametrize("case", FAULTS)
def test_what_cannot_be_shown_does_not_load(case: str) -> None:
    change, said = FAULTS[case]
    with pytest.raises(MalformedData) as raised:
        changed("MD-HCF", change)
    assert any(said in problem for problem in raised.value.problems), raised.value.problems


def test_every_fault_is_said_at_once() -> None:
    with pytest.raises(MalformedData) as raised:
        changed("MD-HCF", ('felt   = "green"', 'felt   = ""'), ('suit   = "h"', 'suit   = ""'))
    assert len(raised.value.problems) == 2


def test_a_line_may_have_a_title_of_its_own() -> None:
    titled = changed("MD-HCF", ("[shown.wagers]", '[shown.lines]\nseven_card_flush = "All seven"\n\n[shown.wagers]'))
    assert titled.shown.lines == {"seven_card_flush": "All seven"}


@pytest.mark.parametrize("felt", Felt)
def test_every_felt_of_the_closed_set_loads(felt: str) -> None:
    assert changed("MD-HCF", ('felt   = "green"', f'felt   = "{felt}"')).shown.felt == felt


@pytest.mark.parametrize("suit", SuitLetter)
def test_every_suit_loads(suit: str) -> None:
    assert changed("MD-HCF", ('suit   = "h"', f'suit   = "{suit}"')).shown.suit == suit
