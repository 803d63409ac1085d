"""The layout as an SVG drawing at true scale: one unit is one millimetre. The dealer is at the top.

Every area is a group that names what it is for (``data-area``, ``data-seat``) and the clauses that require it
(``data-clauses``); :mod:`houserules.exhibits.layout.check` reads the drawing back.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import atan2, cos, degrees, hypot, pi, sin, sqrt
from typing import Final
from xml.sax.saxutils import escape, quoteattr, unescape

from houserules.exhibits.fonts import FAMILY, font_of, text_width
from houserules.exhibits.layout.check import check_layout
from houserules.exhibits.layout.description import BettingArea, CardPlace, Layout
from houserules.law import MalformedData
from houserules.law.words import CardArea, CardsOf

AREA: Final = 86.0
"""The side of a betting area: a chip is 39 mm wide, and two stacks fit side by side."""
SENSOR: Final = 76.0
RING: Final = 3.5
"""The gap between the two rings around a sensor."""
GAP: Final = 10.0
PLUS: Final = 26.0
"""The gap between two areas with an addition sign between them."""
CARD: Final = (66.0, 92.0)
"""A card of 63 by 88 mm, with some space around it."""
INVENTORY: Final = (640.0, 118.0)
WIDEST: Final = 0.49
"""The greatest width of a line between the players' areas, as a fraction of the felt."""
OPERATOR: Final = 52.0
LONGEST_WORD: Final = 24
"""Letters of a name that stay together."""
SMALLEST_TEXT: Final = 7.0
"""The smallest font size, in millimetres; a capital is about two thirds of it."""
GOLD: Final = "#f0d58c"
COLOURS: Final = {
    "green": "#0f5c3c", "blue": "#123f73", "wine": "#6b1630",
    "teal": "#0d5658", "plum": "#4b2158", "slate": "#34414d",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Felt:
    """The size of the felt in millimetres: its width along the dealer's side, and its depth from there to the
    players."""

    width: float = 1880.0
    depth: float = 1040.0

    def point(self, share: float, angle: float) -> tuple[float, float]:
        """A point on the arc at this share of the felt around the middle of the dealer's side; angle 0 is at the
        dealer's left, which is right in the drawing."""
        return (
            self.width / 2 * (1 + share * cos(angle)),
            self._top + share * (self.depth - self._top) * sin(angle),
        )

    @property
    def _top(self) -> float:
        return self.depth * 0.13

    @property
    def outline(self) -> str:
        right, top, half = self.width, self._top, self.width / 2
        return f"M0 0H{_n(right)}V{_n(top)}A{_n(half)} {_n(self.depth - top)} 0 0 1 0 {_n(top)}Z"


DEFAULT_FELT: Final = Felt()
LARGEST_FELT: Final = 5000


class FeltTooSmall(MalformedData):
    """Something that the layout must show does not fit on the felt."""


def felt_of(size: str) -> Felt:
    """The felt of a given size, such as ``1880x1040``."""
    width, times, depth = size.partition("x")
    if not times or not (width.isdecimal() and depth.isdecimal()):
        raise MalformedData(f"{size}: expected a width and a depth in millimetres, such as 1880x1040")
    if max(int(width), int(depth)) > LARGEST_FELT:
        raise MalformedData(f"{size}: expected at most {LARGEST_FELT} mm, which is as large as a page can be")
    return Felt(float(width), float(depth))


def drawing(layout: Layout, felt: Felt = DEFAULT_FELT) -> str:
    """The whole drawing as text, with lettering as large as the felt allows."""
    for percent in range(100, 30, -5):
        svg = _drawn(layout, felt, percent / 100)
        found = check_layout(svg, layout)
        if not found:
            return svg.replace("<title", f"{_type(svg)}\n<title", 1)
    raise FeltTooSmall(f"on a felt of {_n(felt.width)} by {_n(felt.depth)} mm {found[0].what}")


def _drawn(layout: Layout, felt: Felt, scale: float) -> str:
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_n(felt.width)}mm" height="{_n(felt.depth)}mm" '
        f'viewBox="0 0 {_n(felt.width)} {_n(felt.depth)}" lang="en" font-family="{FAMILY}" font-weight="600" '
        f'fill="#fff" text-anchor="middle" role="img" aria-labelledby="title">',
        f'<title id="title">Table layout, {escape(layout.game)}, {escape(layout.operator)}</title>',
        f'<path data-felt="" d="{felt.outline}" fill="{COLOURS[layout.felt]}" stroke="none"/>',
        *_inventory(felt),
        *_cards(layout, felt),
        *_seats(layout, felt),
        *_lettering(layout, felt, scale),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def labelled(svg: str, said: str, draft: bool) -> str:
    """The drawing as a file of its own: it states what it was made from, and a draft is marked as such across the
    felt."""
    described = svg.replace("</title>", f"</title>\n<desc>{escape(said)}</desc>", 1)
    if not draft:
        return described
    width, depth = (float(each) for each in re.findall(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)[0])
    mark = (
        f'<text data-mark="draft" transform="translate({_n(width / 2)} {_n(depth * 0.6)}) rotate(-20)" '
        f'font-size="{_n(width * 0.16)}" opacity="0.2">DRAFT</text>'
    )
    return described.replace("</svg>", f"{mark}\n</svg>")


def _type(svg: str) -> str:
    """Embeds the letters of the drawing, so that every program shows it in the same font."""
    letters = "".join(re.findall(r">([^<>]+)</text", svg))
    face = b64encode(font_of(unescape(letters))).decode()
    return f"<style>@font-face{{font-family:'{FAMILY}';font-weight:600;src:url(data:font/ttf;base64,{face})}}</style>"


def _inventory(felt: Felt) -> Iterator[str]:
    width, height = INVENTORY
    yield (
        f'<g data-area="inventory" transform="translate({_n(felt.width / 2)} {_n(height / 2)})">'
        f"<title>Table inventory container (cut-out)</title>"
        f'<rect x="{_n(-width / 2)}" y="{_n(-height / 2)}" width="{_n(width)}" height="{_n(height)}" fill="none" '
        f'stroke="#fff" stroke-width="2" stroke-dasharray="12 8"/></g>'
    )


def _cards(layout: Layout, felt: Felt) -> Iterator[str]:
    """Community cards are placed straight in front of the inventory, the dealer's cards in front of those."""
    middle = INVENTORY[1] + 16 + CARD[1] / 2
    first = sorted(layout.cards, key=lambda place: place.whose is not CardsOf.COMMUNITY)
    for place in first:
        label = "Dealer" if place.whose is CardsOf.DEALER else "Community cards"
        yield (
            f'<g data-area="{place.whose.value}_cards" transform="translate({_n(felt.width / 2)} {_n(middle)})"'
            f"{_clauses(place.clauses)}><title>{label}: {place.cards} cards</title>"
        )
        yield from _card_boxes(place)
        yield "</g>"
        middle += CARD[1] + 12


def _card_boxes(place: CardPlace) -> Iterator[str]:
    width, height = CARD
    apart = 6.0 if place.shape is CardArea.ONE_FOR_EACH_CARD else 0.0
    boxes = place.cards if place.shape is CardArea.ONE_FOR_EACH_CARD else 1
    wide = width if boxes > 1 else width * place.cards
    whole = boxes * wide + (boxes - 1) * apart
    for box in range(boxes):
        left = -whole / 2 + box * (wide + apart)
        yield (
            f'<rect x="{_n(left)}" y="{_n(-height / 2)}" width="{_n(wide)}" height="{_n(height)}" rx="6" fill="none" '
            f'stroke="#fff" stroke-width="2.5"/>'
        )
    word = "DEALER" if place.whose is CardsOf.DEALER else "COMMUNITY CARDS"
    if boxes == 1:
        yield _line(word, 0, 5, 15)


def _seats(layout: Layout, felt: Felt) -> Iterator[str]:
    base = [area for area in layout.areas if area.required]
    chosen = [area for area in layout.areas if not area.required]
    first, last = 0.085 * pi, 0.915 * pi
    for seat in range(1, layout.seats + 1):
        angle = pi / 2 if layout.seats == 1 else first + (last - first) * (seat - 1) / (layout.seats - 1)
        x, y = felt.point(0.83, angle)
        aim_x, aim_y = felt.width / 2, -felt.depth * 0.12
        turn = degrees(atan2(aim_y - y, aim_x - x)) + 90
        yield f'<g data-seat="{seat}" transform="translate({_n(x)} {_n(y)}) rotate({_n(turn)})">'
        yield f"<title>Seat {seat}</title>"
        yield from _row(base, 0.0)
        yield from _row(chosen, -AREA - GAP)
        yield "</g>"


def _row(areas: list[BettingArea], y: float) -> Iterator[str]:
    """Areas side by side; the row is centred on the seat."""
    gaps = [PLUS if area.right_of == before.wager else GAP for before, area in pairwise(areas)]
    x = -(sum(_size(area) for area in areas) + sum(gaps)) / 2
    for at, area in enumerate(areas):
        size = _size(area)
        if at:
            x += gaps[at - 1]
            if area.right_of == areas[at - 1].wager:
                yield (
                    f'<g data-sign="addition"{_clauses(area.right_of_clauses)} '
                    f'transform="translate({_n(x - PLUS / 2)} {_n(y)})">{_line("+", 0, 9, 30)}</g>'
                )
        yield (
            f'<g data-area="{area.wager}"{_clauses(area.clauses)} transform="translate({_n(x + size / 2)} {_n(y)})">'
            f"<title>{escape(area.title)}{': wagering device' if area.sensor else ''}</title>"
        )
        if area.required:
            yield (
                f'<rect x="{_n(-size / 2)}" y="{_n(-size / 2)}" width="{_n(size)}" height="{_n(size)}" rx="10" '
                f'fill="none" stroke="#fff" stroke-width="3"/>'
            )
        else:
            yield f'<circle r="{_n(size / 2)}" fill="none" stroke="#fff" stroke-width="3"/>'
        if area.sensor:
            yield f'<circle r="{_n(size / 2 - RING)}" fill="none" stroke="#fff" stroke-width="1"/>'
        yield from _label(area.title, size, round_=not area.required)
        yield "</g>"
        x += size


def _size(area: BettingArea) -> float:
    return SENSOR if area.sensor else AREA


def _label(title: str, size: float, *, round_: bool) -> Iterator[str]:
    """A title inside an area: one word per line, as large as fits."""
    lines = title.upper().split()
    for tenths in range(170, int(SMALLEST_TEXT * 10) - 1, -5):
        height = tenths / 10
        corners = [
            (text_width(line, height) / 2, max(abs(y - height * 0.7), abs(y + height * 0.05)))
            for line, y in zip(lines, _levels(lines, height), strict=True)
        ]
        room = size / 2 - 5
        if all(hypot(x, y) <= room if round_ else max(x, y) <= room for x, y in corners):
            for line, y in zip(lines, _levels(lines, height), strict=True):
                yield _line(line, 0, y, height)
            return
    raise FeltTooSmall(f"the title {title!r} does not fit into its betting area")


def _levels(lines: list[str], height: float) -> list[float]:
    """The baseline of each word, with the block centred."""
    return [(at - (len(lines) - 1) / 2) * height * 1.1 + height * 0.33 for at in range(len(lines))]


def _lettering(layout: Layout, felt: Felt, scale: float) -> Iterator[str]:
    """The operator, the game, then the inscriptions, on arcs between the dealer's cards and the players' areas."""
    widest = felt.width * WIDEST

    def fitted(texts: Sequence[str], largest: float) -> float:
        return min(largest * scale, widest / max(text_width(text, 1) for text in texts))

    named = _broken(layout.operator, widest / (OPERATOR * 0.6)) if layout.operator else []
    lines = [("operator", line, fitted(named, OPERATOR), layout.operator_clauses) for line in named]
    lines.append(("game", layout.game, fitted([layout.game], 60.0), ()))
    for each in layout.inscriptions:
        lines += [(each.about, line, fitted([line], 30.0), each.clauses) for line in (each.text or "").splitlines()]
    level, before = INVENTORY[1] + 16 + len(layout.cards) * (CARD[1] + 12), 0.0
    for at, (about, text, size, clauses) in enumerate(lines):
        if size < SMALLEST_TEXT:
            raise FeltTooSmall(f"{text!r} would be smaller than {SMALLEST_TEXT:g} mm; the felt is too small for it")
        level += 1.4 * max(size, before * 0.75) + (_rise(felt, text_width(text, size) / 2) if at == 0 else 0)
        yield from _arc(felt, f"arc-{at}", level, text_width(text, size))
        yield (
            f'<text data-inscription="{about}"{_clauses(clauses)} font-size="{_n(size)}" '
            f'fill="{GOLD if about in ("operator", "game") else "#fff"}">'
            f'<textPath href="#arc-{at}" startOffset="50%">{escape(text)}</textPath></text>'
        )
        before = size


def _broken(name: str, width: float) -> list[str]:
    """A name on as many lines, three at most, as it takes to be no wider than this at font size 1, the longest line
    as short as can be."""
    parts = [part for word in name.split(" ") for part in _pieces(word)]
    for count in range(1, min(3, len(parts)) + 1):
        ways = (
            ["".join(parts[a:b]).rstrip(" ") for a, b in pairwise((0, *breaks, len(parts)))]
            for breaks in combinations(range(1, len(parts)), count - 1)
        )
        found = min(ways, key=lambda lines: max(text_width(line, 1) for line in lines))
        if max(text_width(line, 1) for line in found) <= width:
            break
    return found


def _pieces(word: str) -> list[str]:
    """A word with the blank after it; one that is too long for any line may be broken within."""
    whole = f"{word} "
    return [whole] if len(word) <= LONGEST_WORD else [whole[at : at + 8] for at in range(0, len(whole), 8)]


def _rise(felt: Felt, across: float) -> float:
    """How much higher an arc is at this distance from the middle of the felt: the arcs are parts of one flat
    ellipse."""
    half, down = felt.width * 0.5, felt.depth * 0.38
    return down * (1 - sqrt(1 - (across / half) ** 2))


def _arc(felt: Felt, name: str, level: float, width: float) -> Iterator[str]:
    """An arc exactly as long as its text, so that the drawing shows how much space the text takes up."""
    middle, low, high = felt.width / 2, 0.0, felt.width * 0.3
    while high - low > 0.01:  # Finds half the chord of an arc of this length by bisection.
        chord = (low + high) / 2
        low, high = (chord, high) if _length(felt, chord) < width / 2 else (low, chord)
    y = _n(level - _rise(felt, low))
    radii = f"{_n(felt.width * 0.5)} {_n(felt.depth * 0.38)}"
    yield f'<path id="{name}" d="M{_n(middle - low)} {y}A{radii} 0 0 0 {_n(middle + low)} {y}" fill="none"/>'


def _length(felt: Felt, chord: float) -> float:
    steps = 32
    points = [(chord * step / steps, _rise(felt, chord * step / steps)) for step in range(steps + 1)]
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points))


def _line(text: str, x: float, y: float, size: float) -> str:
    return f'<text x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}">{escape(text)}</text>'


def _clauses(clauses: tuple[str, ...]) -> str:
    return f" data-clauses={quoteattr('; '.join(clauses))}" if clauses else ""


def _n(number: float) -> str:
    """A length with two decimals at most: a hundredth of a millimetre."""
    return f"{number:.2f}".rstrip("0").rstrip(".")
