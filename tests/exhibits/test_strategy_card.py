"""The strategy card, read back: wallet size, legible, the short strategy with its cost, and best play."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO

import pikepdf
import pypdfium2 as pdfium
import pytest

from houserules.lab import default_strategy, rules_in_words
from tests.exhibits.reading import BUNDLED, CTF, HCF, PACKAGE, TCP, analysed, exact, pages, percent, plain, printed
from tests.lab.support import submission

LONG = "The Grand Chesapeake Bay Casino, Hotel, Spa & Conference Centre <of> Maryland, Limited"
LONGEST = f"{LONG}, {LONG} at Baltimore & Washington"  # 200 letters, as many as may be filed.


@pytest.fixture(scope="module", autouse=True)
def third_game() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(PACKAGE))
        patch.setenv("HOUSERULES_RULEBOOKS", str(PACKAGE / "three_card_poker" / "rulebooks"))
        yield


@pytest.mark.parametrize("name", [*BUNDLED, TCP])
@pytest.mark.parametrize("operator", ["X", LONG, LONGEST])
def test_its_sides_have_a_wallets_size(name: str, operator: str) -> None:
    """One for each stage of the short strategy, one for best play, one for each table that needs all of it."""
    card = printed(name, "strategy-card", operator=operator)["strategy-card.pdf"]
    with pikepdf.open(BytesIO(card)) as pdf:
        sizes = [[round(float(side) * 25.4 / 72, 1) for side in page.mediabox[2:]] for page in pdf.pages]
    assert sizes == [[85.6, 54.0]] * {CTF: 4, TCP: 2}.get(name, 3)
    assert all(operator in text for text in pages(card))


@pytest.mark.parametrize("name", [*BUNDLED, TCP])
def test_the_short_strategy_has_its_rules_and_its_cost(name: str) -> None:
    sides = pages(printed(name, "strategy-card")["strategy-card.pdf"])
    front = " ".join(side for side in sides if "Best play" not in side)
    back = " ".join(side for side in sides if "Best play" in side)
    report, chosen = analysed(name, "strategy"), default_strategy(submission(name))
    (weighed,) = (each for each in report["strategies"] if each["name"] == chosen.name)
    best = percent(exact(report["optimal"]["house_edge"]), 4)
    if exact(weighed["cost"]):
        edge = percent(exact(weighed["house_edge"]), 4)
        assert (
            f"Costs {percent(exact(weighed['cost']), 4)} of the ante: the house keeps {edge}, against {best}" in front
        )
    else:
        assert f"This is best play: the house keeps {best} of the ante" in front
    assert f"keeps {best} of the ante" in back
    told = rules_in_words(submission(name), chosen)
    for rules in (told or {chosen.name: [(chosen.name, "")]}).values():
        for condition, action in rules:
            assert condition in front
            assert re.sub("x$", "×", action).capitalize() in front
    nearest = min(report["strategies"], key=lambda each: exact(each["cost"]))
    more = f"A strategy of more rules ({nearest['name']}) costs {percent(exact(nearest['cost']), 4)}."
    assert (more in front) is (nearest != weighed)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (HCF, "Raise every hand with J-3-2 or better, as much as its flush allows."),
        (HCF, "4 2 cards 2 T-7-3 81,240"),
        (CTF, "K-(7 to 4) suited 7 and up"),
        (CTF, "Go all in with 5,268 of 22,100 holes, exactly these; check with all others."),
        (TCP, "Play with Q-6-4 and better."),
    ],
)
def test_the_back_has_best_play(name: str, said: str) -> None:
    sides = pages(printed(name, "strategy-card")["strategy-card.pdf"])
    assert any(plain(said) in side for side in sides if "Best play" in side)


@pytest.mark.parametrize("name", [*BUNDLED, TCP])
@pytest.mark.parametrize("operator", ["X", LONG, LONGEST])
def test_it_can_be_read(name: str, operator: str) -> None:
    """No letters above the foot are below 6 points, whatever the name of the house."""
    card = pdfium.PdfDocument(printed(name, "strategy-card", operator=operator)["strategy-card.pdf"])
    for page in card:
        text = page.get_textpage()
        sizes = {
            round(pdfium.raw.FPDFText_GetFontSize(text, place), 1): text.get_text_range(place, 1)
            for place in range(text.count_chars())
            if text.get_charbox(place)[1] > 15 and text.get_text_range(place, 1).strip()
        }
        assert not {size for size in sizes if size < 6}, sizes


def test_rules_in_words() -> None:
    told = rules_in_words(submission(CTF), default_strategy(submission(CTF)))
    assert told is not None
    assert told["opening"][2] == ("2 suited, highest K, side card at least 7", "all-in 3x")
    assert told["flop"][-1] == ("anything else", "check")
    assert told["river"][1] == ("3 suited, 0 of them own, highest at most 8", "fold")
    assert rules_in_words(submission(TCP), default_strategy(submission(TCP))) is None
