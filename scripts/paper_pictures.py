"""The pictures of papers that the README shows: ``python scripts/paper_pictures.py`` renews them."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
from PIL import Image

from houserules.exhibits import make_papers
from houserules.law import bundled_submission, read_filing

FOLDER = Path(__file__).parents[1] / "docs" / "screenshots"
WIDTH = 900
COLOURS = 64
BETWEEN = 12
PICTURES = {
    "paper-layout": ("md-chase-the-flush", "layout", "layout.pdf"),
    "paper-sign": ("md-high-card-flush", "signs", "signs-screen.pdf"),
    "paper-odds": ("md-high-card-flush", "odds", "odds.pdf"),
    "paper-strategy-card": ("md-high-card-flush", "strategy-card", "strategy-card.pdf"),
}
"""Maps the name of each picture to its submission, paper and file."""
WHOLE = {"paper-strategy-card"}
"""Pictures that show every page, not only the first."""


def picture(pdf: bytes, whole: bool) -> Image.Image:
    pages = [page.render(scale=3).to_pil() for page in pypdfium2.PdfDocument(pdf)][: None if whole else 1]
    high = max(page.height for page in pages)
    wide = sum(page.width for page in pages) + BETWEEN * (len(pages) - 1)
    sheet = Image.new("RGB", (wide, high), "#c9d1d9")
    left = 0
    for page in pages:
        sheet.paste(page, (left, 0))
        left += page.width + BETWEEN
    sheet.thumbnail((WIDTH, WIDTH))
    return sheet.quantize(COLOURS)


def main() -> None:
    for name, (submission, paper, file) in PICTURES.items():
        made = make_papers(read_filing(bundled_submission(submission), submission), [paper])
        picture(made[file], name in WHOLE).save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
