"""Makes the PDFs with Typst: a template of this package, and data. The same input gives the same bytes.

Text that people filed, such as the operator's name, is treated as data and never as markup.
"""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files
from typing import Any, Final

from houserules.exhibits.fonts import font_folder
from houserules.law import MalformedData, plain

FRAME: Final = "frame.typ"
"""What all documents share: page, header, footer, the draft mark, tables."""


_NO_GLYPH: Final = re.compile(r'the text `"(.+?)"` could not be displayed')


class MissingLetter(MalformedData):
    """The fonts used for papers do not have this letter."""

    def __init__(self, said: str, letter: str = "") -> None:
        super().__init__(said)
        self.letter = letter


@cache
def template(name: str) -> bytes:
    return files("houserules.exhibits").joinpath("templates", name).read_bytes()


def typeset(name: str, data: dict[str, Any], pictures: dict[str, bytes] | None = None) -> bytes:
    """The PDF of a template filled with this data. It is tagged for screen readers (PDF/UA), which Typst checks."""
    import typst  # noqa: PLC0415  heavy, and only printing needs it

    sources: Any = {"main.typ": template(f"{name}.typ"), FRAME: template(FRAME), **(pictures or {})}
    try:
        return bytes(
            typst.compile(
                sources,
                sys_inputs={"data": json.dumps(data, ensure_ascii=False)},
                font_paths=[str(font_folder())],
                ignore_system_fonts=True,
                pdf_standards="ua-1",
                timestamp=0,
            )
        )
    except typst.TypstError as error:
        missing = _NO_GLYPH.search(str(error))
        if missing is None:
            raise
        letter = plain(missing[1])
        fonts = "is in none of the fonts that papers are printed with; Latin, Greek and Cyrillic letters are"
        raise MissingLetter(f"{letter} {fonts}", letter) from None
