"""Draws the icon of the web client: a spade on the felt, as SVG and as PNG in the sizes that devices ask for.

python scripts/icons.py
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw

PUBLIC: Final = Path(__file__).parents[1] / "ui" / "public"
SIDE: Final = 32
FELT, IVORY = "#14503a", "#f1e6c8"
START: Final = (16.0, 5.0)
CURVES: Final = (
    ((10.8, 10.2), (6.4, 13.5), (6.4, 17.9)),
    ((6.4, 20.6), (8.6, 22.8), (11.3, 22.8)),
    ((12.6, 22.8), (13.8, 22.3), (14.7, 21.4)),
    ((14.5, 23.5), (13.8, 25.2), (12.3, 26.6)),
    ((14.8, 26.6), (17.2, 26.6), (19.7, 26.6)),
    ((18.2, 25.2), (17.5, 23.5), (17.3, 21.4)),
    ((18.2, 22.3), (19.4, 22.8), (20.7, 22.8)),
    ((23.4, 22.8), (25.6, 20.6), (25.6, 17.9)),
    ((25.6, 13.5), (21.2, 10.2), (16.0, 5.0)),
)
"""The spade as cubic curves: two control points each, and the end point."""
STEPS: Final = 24
FINER: Final = 4
"""Drawn at this multiple of the size and then scaled down, so that edges are smooth."""


def outline(scale: float, shift: float) -> list[tuple[float, float]]:
    points, (x0, y0) = [START], START
    for (x1, y1), (x2, y2), (x3, y3) in CURVES:
        for step in range(1, STEPS + 1):
            t = step / STEPS
            a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3
            points.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
        x0, y0 = x3, y3
    return [(x * scale + shift, y * scale + shift) for x, y in points]


def svg() -> str:
    curves = "".join(f"C{x1} {y1} {x2} {y2} {x3} {y3}" for (x1, y1), (x2, y2), (x3, y3) in CURVES)
    path = f"M{START[0]} {START[1]}{curves}Z"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}">'
        f'<rect width="{SIDE}" height="{SIDE}" rx="7" fill="{FELT}"/><path fill="{IVORY}" d="{path}"/></svg>\n'
    )


def png(size: int, whole: bool) -> Image.Image:
    """``whole``: without rounded corners, and with the spade inside the circle that every device mask leaves
    visible."""
    big = size * FINER
    picture = Image.new("RGBA", (big, big), (0, 0, 0, 0))
    draw = ImageDraw.Draw(picture)
    draw.rounded_rectangle((0, 0, big - 1, big - 1), 0 if whole else big * 7 / SIDE, fill=FELT)
    share = 0.78 if whole else 1.0
    draw.polygon(outline(big / SIDE * share, big * (1 - share) / 2), fill=IVORY)
    return picture.resize((size, size), Image.Resampling.LANCZOS)


def main() -> None:
    (PUBLIC / "favicon.svg").write_text(svg(), encoding="utf-8")
    for size in (192, 512):
        png(size, whole=False).save(PUBLIC / f"icon-{size}.png", optimize=True)
    png(512, whole=True).save(PUBLIC / "icon-maskable.png", optimize=True)
    png(180, whole=True).convert("RGB").save(PUBLIC / "icon-apple.png", optimize=True)


if __name__ == "__main__":
    main()
