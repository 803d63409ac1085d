"""Papers read back: the text of a PDF in its order, beside what ``houserules analyze --json`` says."""

from __future__ import annotations

import json
import re
from contextlib import redirect_stdout
from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction
from io import StringIO
from pathlib import Path
from typing import Any

import pypdfium2

from houserules.cli.files import submission_data
from houserules.cli.main import run
from houserules.exhibits import make_papers
from houserules.law import bundled_submission, read_filing

HCF, CTF, MA = "md-high-card-flush", "md-chase-the-flush", "ma-high-card-flush"
TCP = "ex-three-card-poker"
BUNDLED = (HCF, CTF, MA)
WHEEL = str(Path(__file__).resolve().parents[2] / "examples" / "submissions" / "maryland-wheel-with-a-prize.toml")
"""The example of a wheel with a fixed prize instead of a meter."""
AMOUNTS = (
    "wagers.straight_flush_bonus.paytable=G",
    "wagers.straight_flush_bonus.bonus={suit_specific_seven_card_straight_flush='$100000',"
    "seven_card_straight_flush='$50000',six_card_straight_flush=500,five_card_straight_flush=100,"
    "four_card_straight_flush=50,three_card_straight_flush=7}",
)
"""Massachusetts: a table of the licensee's with lines that pay an amount whatever the stake."""
PACKAGE = Path(__file__).resolve().parents[2] / "examples" / "three_card_poker" / "src"
"""The example package of a third game. It is not installed: its folders are named."""


def printed(name: str, *only: str, **changes: Any) -> dict[str, bytes]:
    """The papers of a bundled submission with these keys changed; None leaves a key out."""
    data = {key: value for key, value in {**bundled_submission(name), **changes}.items() if value is not None}
    return make_papers(read_filing(data, name), only)


def printed_with(name: str, *overrides: str) -> dict[str, bytes]:
    """The odds of a submission changed as ``--set`` would."""
    return make_papers(read_filing(submission_data(name, overrides), name), ["odds"])


def analysed(name: str, command: str = "analyze") -> dict[str, Any]:
    out = StringIO()
    with redirect_stdout(out):
        assert run([command, name, "--json"]) == 0
    found: dict[str, Any] = json.loads(out.getvalue())
    return found


def pages(pdf: bytes) -> list[str]:
    return [plain(page.get_textpage().get_text_range()) for page in pypdfium2.PdfDocument(pdf)]


def plain(text: str) -> str:
    """Words with one space between them; a hyphen that pdfium marks as soft is one."""
    return re.sub(r"\s+", " ", text.replace("\ufffe", "-").replace("\u00a0", " ")).strip()


def exact(figure: dict[str, str]) -> Fraction:
    return Fraction(figure["exact"])


def percent(share: Fraction, places: int) -> str:
    """``2.664530 %``, by decimal arithmetic."""
    wide = Context(prec=60, rounding=ROUND_HALF_EVEN)
    number = wide.divide(Decimal(share.numerator * 100), Decimal(share.denominator))
    told = number.quantize(Decimal(1).scaleb(-places), context=wide)
    return f"{told if told else abs(told)} %"


def _grouped(number: Fraction) -> str:
    return f"{Decimal(round(number * 100)) / 100:,.2f}"


def true_odds(chance: Fraction) -> str:
    return f"{_grouped((1 - chance) / chance)} to 1" if chance else "never"


def dollars(figure: dict[str, str], places: int = 2) -> str:
    cents = 10**places
    return f"${Decimal(round(exact(figure) * cents)) / cents:,.{places}f}"
