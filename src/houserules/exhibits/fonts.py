"""The fonts of everything that is printed: one family from a package, none from the machine."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Final, NamedTuple

FAMILY: Final = "Source Sans Pro"
_PACKAGE: Final = "font_source_sans_pro"


class Metrics(NamedTuple):
    """The width of each character, in units of which ``em`` make one font size."""

    em: int
    widths: dict[int, int]


def font_folder() -> Path:
    """Where the package keeps its files."""
    found = find_spec(_PACKAGE)
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).parent / "files"


@cache
def metrics(weight: str = "Semibold") -> Metrics:
    from fontTools.ttLib import TTFont  # noqa: PLC0415  heavy, and only printing needs it

    with TTFont(font_folder() / f"SourceSansPro-{weight}.ttf", lazy=True) as font:
        advances = font["hmtx"].metrics
        widths = {code: advances[name][0] for code, name in font.getBestCmap().items()}
        return Metrics(font["head"].unitsPerEm, widths)


def text_width(text: str, size: float, weight: str = "Semibold") -> float:
    """The width of a line of text at this font size; a character that the font lacks counts as one font size wide."""
    em, widths = metrics(weight)
    return sum(widths.get(ord(each), em) for each in text) * size / em


def font_of(letters: str, weight: str = "Semibold") -> bytes:
    """A font file with only these letters."""
    return _subset("".join(sorted(set(letters))), weight)


@lru_cache(maxsize=32)
def _subset(letters: str, weight: str) -> bytes:
    """Kept, because layouts have mostly the same letters and making one takes longer than the drawing."""
    from fontTools.subset import Options, Subsetter  # noqa: PLC0415  heavy, and only drawings need it
    from fontTools.ttLib import TTFont  # noqa: PLC0415

    with TTFont(font_folder() / f"SourceSansPro-{weight}.ttf", recalcTimestamp=False) as font:
        only = Subsetter(Options(layout_features=["kern", "mark"], hinting=False, notdef_outline=True))
        only.populate(text=letters)
        only.subset(font)
        content = BytesIO()
        font.save(content)
    return content.getvalue()
