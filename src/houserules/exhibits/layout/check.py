"""Reads a layout drawing back and reports what is missing, superfluous, in the wrong place or overlapping.

It relies on nothing but the drawing: shapes are placed by their transforms, titles are read from the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import atan2, cos, pi, radians, sin, sqrt
from xml.etree import ElementTree

from houserules.exhibits.fonts import text_width
from houserules.exhibits.layout.description import Layout
from houserules.law.words import CardArea, CardsOf

Point = tuple[float, float]
Polygon = tuple[Point, ...]
CLEARANCE = 8.0
"""The least distance between an inscription and the areas, in millimetres."""
_SVG = "{http://www.w3.org/2000/svg}"
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault, with the clauses that it violates."""

    what: str
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Drawn:
    """One area or line of text in the drawing, in millimetres on the felt."""

    name: str
    seat: int | None
    turned: float
    shapes: tuple[Polygon, ...]
    text: str
    lettering: tuple[Polygon, ...] = ()
    """The space that the text of an area takes up."""
    around: tuple[Polygon, ...] = ()
    """The space that an inscription takes up, with the margin that must be free around it."""

    @property
    def middle(self) -> Point:
        points = [point for shape in self.shapes for point in shape]
        return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def check_layout(svg: str, layout: Layout) -> list[Finding]:
    """All faults of a drawing of this layout; empty where it shows what it must, and nothing else."""
    root = ElementTree.fromstring(svg)
    drawn = list(_read(root))
    felt = next(_path_points(each.attrib["d"]) for each in root if "data-felt" in each.attrib)
    return [
        *_betting_areas(drawn, layout),
        *_card_places(drawn, layout),
        *_inscriptions(drawn, layout),
        *_overlaps(drawn),
        *(Finding(f"the text of {_called(each)} does not fit") for each in drawn if not _text_fits(each)),
        *(Finding(f"{_called(each)} reaches over the edge of the felt") for each in drawn if not _within(each, felt)),
    ]


def _betting_areas(drawn: list[_Drawn], layout: Layout) -> Iterator[Finding]:
    seats = {each.seat for each in drawn if each.seat is not None}
    for seat in sorted(seats.symmetric_difference(range(1, layout.seats + 1))):
        yield Finding(f"seat {seat} is drawn, or is missing, against the submission's {layout.seats} seats")
    for seat in sorted(seats):
        found = {each.name: each for each in drawn if each.seat == seat}
        for area in layout.areas:
            here = found.pop(area.wager, None)
            if here is None:
                yield Finding(f"seat {seat} has no area for the {area.title}", area.clauses)
                continue
            if _letters(here.text) != _letters(area.title):
                yield Finding(f"the area for the {area.title} at seat {seat} reads {here.text!r}", area.clauses)
            if area.right_of is not None:
                left = next((each for each in drawn if each.seat == seat and each.name == area.right_of), None)
                sign = found.pop("+", None)
                if left is None or not _is_right_of(here, left):
                    yield Finding(
                        f"the {area.title} at seat {seat} is not right of {area.right_of}", area.right_of_clauses
                    )
                elif sign is None or not (_is_right_of(sign, left) and _is_right_of(here, sign)):
                    yield Finding(f"seat {seat} has no addition sign before the {area.title}", area.right_of_clauses)
        for name in found:
            yield Finding(f"seat {seat} has an area {name!r} that this table does not offer")


def _card_places(drawn: list[_Drawn], layout: Layout) -> Iterator[Finding]:
    inventory = next((each for each in drawn if each.name == "inventory"), None)
    found = {each.name: each for each in drawn if each.name.endswith("_cards") and each.seat is None}
    for place in layout.cards:
        here = found.pop(f"{place.whose.value}_cards", None)
        wanted = place.cards if place.shape is CardArea.ONE_FOR_EACH_CARD else 1
        if here is None or len(here.shapes) != wanted:
            count = len(here.shapes) if here is not None else 0
            yield Finding(f"{count} places for the {place.whose.value}'s cards instead of {wanted}", place.clauses)
        elif place.whose is CardsOf.COMMUNITY and place.shape is CardArea.IN_FRONT_OF_INVENTORY:
            between = [
                each for each in drawn if inventory and each is not here and _is_between(each, inventory, here)
            ]
            if inventory is None or not _is_below(here, inventory) or between:
                yield Finding("the community cards are not straight in front of the inventory", place.clauses)
    for name in found:
        yield Finding(f"there is a place for {name!r}, and the game has no such cards")


def _inscriptions(drawn: list[_Drawn], layout: Layout) -> Iterator[Finding]:
    read: dict[str, list[str]] = {}
    for each in drawn:
        if each.name.startswith("text "):
            read.setdefault(each.name.removeprefix("text "), []).append(each.text)
    wanted = {each.about: (each.text.splitlines(), each.clauses) for each in layout.inscriptions if each.text}
    wanted["game"] = ([layout.game], ())
    if layout.operator:
        wanted["operator"] = ([layout.operator], layout.operator_clauses)
        if "operator" in read:  # A long name stands on several lines, a long word too.
            read["operator"] = [_together(read["operator"], layout.operator)]
    for about, (lines, clauses) in wanted.items():
        if read.pop(about, []) != lines:
            yield Finding(f"the layout does not say: {' / '.join(lines)}", clauses)
    for about, lines in read.items():
        yield Finding(f"the layout says {' / '.join(lines)!r} about {about}, which nothing asks for")


def _together(lines: list[str], whole: str) -> str:
    """The lines as one, as the whole has them: with a blank between two, or none where a word is broken."""
    told = ""
    for line in lines:
        blank = " " if whole.startswith(f"{told} {line}") and told else ""
        told += blank + line
    return told


def _overlaps(drawn: list[_Drawn]) -> Iterator[Finding]:
    shapes = [_extents(each.shapes) for each in drawn]
    around = [_extents(each.around) for each in drawn]
    for one, other in combinations(range(len(drawn)), 2):
        apart = bool(around[one]) is not bool(around[other])  # An inscription keeps its distance from areas.
        first, second = (around[each] if apart and around[each] else shapes[each] for each in (one, other))
        if any(_near(a, b) and _meet(a[0], b[0]) for a in first for b in second):
            yield Finding(f"{_called(drawn[one])} and {_called(drawn[other])} overlap")


def _extents(shapes: tuple[Polygon, ...]) -> list[tuple[Polygon, Point, Point]]:
    """Each shape with its least and greatest coordinates."""
    return [
        (
            shape,
            (min(x for x, _ in shape), min(y for _, y in shape)),
            (max(x for x, _ in shape), max(y for _, y in shape)),
        )
        for shape in shapes
    ]


def _near(one: tuple[Polygon, Point, Point], other: tuple[Polygon, Point, Point]) -> bool:
    """Whether the upright boxes around two shapes share more than an edge. Most do not, and need no closer look."""
    (_, (left, top), (right, bottom)), (_, (start, upper), (end, lower)) = one, other
    return left < end and start < right and top < lower and upper < bottom


def _called(drawn: _Drawn) -> str:
    return f"{drawn.name} at seat {drawn.seat}" if drawn.seat else drawn.name


def _letters(text: str) -> str:
    return "".join(text.split()).upper()


def _seen(drawn: _Drawn) -> Point:
    """The middle as the player sitting there sees it, in coordinates turned upright for that player."""
    (x, y), turn = drawn.middle, radians(-drawn.turned)
    return x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)


def _is_right_of(one: _Drawn, other: _Drawn) -> bool:
    (x, y), (left, level) = _seen(one), _seen(other)
    return x > left and abs(y - level) < 1


def _is_below(one: _Drawn, other: _Drawn) -> bool:
    return one.middle[1] > other.middle[1] and abs(one.middle[0] - other.middle[0]) < 1


def _is_between(each: _Drawn, above: _Drawn, below: _Drawn) -> bool:
    left, right = (side(x for shape in below.shapes for x, _ in shape) for side in (min, max))
    x, y = each.middle
    return left < x < right and above.middle[1] < y < below.middle[1] and each is not above


def _read(root: ElementTree.Element) -> Iterator[_Drawn]:
    arcs = {each.attrib["id"]: each.attrib["d"] for each in root.iter(f"{_SVG}path") if "id" in each.attrib}

    def inside(element: ElementTree.Element, at: Point, turned: float, seat: int | None) -> Iterator[_Drawn]:
        (x, y), turn = _moved(element, at, turned)
        seat = int(element.attrib["data-seat"]) if "data-seat" in element.attrib else seat
        name = element.get("data-area") or ("+" if element.get("data-sign") else None)
        if name is not None:
            shapes = tuple(_shapes(element, (x, y), turn))
            text = " ".join(each.text or "" for each in element.iter(f"{_SVG}text"))
            lettering = tuple(_text_box(each, (x, y), turn) for each in element.iter(f"{_SVG}text"))
            yield _Drawn(name, seat, turn, shapes or lettering, text, lettering)
        elif element.tag == f"{_SVG}text" and "data-inscription" in element.attrib:
            along = next(iter(element))
            arc, size = arcs[along.attrib["href"][1:]], float(element.attrib["font-size"])
            band, around = tuple(_band(arc, size)), tuple(_band(arc, size, CLEARANCE))
            name = f"text {element.attrib['data-inscription']}"
            yield _Drawn(name, None, 0.0, band, along.text or "", around=around)
        else:
            for child in element:
                yield from inside(child, (x, y), turn, seat)

    yield from inside(root, (0.0, 0.0), 0.0, None)


def _moved(element: ElementTree.Element, at: Point, turned: float) -> tuple[Point, float]:
    """Where the element's own origin is, and how far it is turned, according to the transforms that the drawing
    uses."""
    said = element.get("transform", "")
    if moved := re.search(r"translate\(([^)]*)\)", said):
        dx, dy = (float(each) for each in _NUMBER.findall(moved[1]))
        at = _placed((dx, dy), at, turned)
    if rotated := re.search(r"rotate\(([^)]*)\)", said):
        turned += float(rotated[1])
    return at, turned


def _placed(point: Point, at: Point, turned: float) -> Point:
    (x, y), turn = point, radians(turned)
    return at[0] + x * cos(turn) - y * sin(turn), at[1] + x * sin(turn) + y * cos(turn)


def _shapes(element: ElementTree.Element, at: Point, turned: float) -> Iterator[Polygon]:
    for each in element:
        if each.tag == f"{_SVG}rect":
            yield _box(at, turned, *(float(each.attrib[key]) for key in ("x", "y", "width", "height")))
        elif each.tag == f"{_SVG}circle":
            r = float(each.attrib["r"])
            around = ((r * cos(step * pi / 16), r * sin(step * pi / 16)) for step in range(32))
            yield tuple(_placed(point, at, turned) for point in around)


def _box(at: Point, turned: float, x: float, y: float, width: float, height: float) -> Polygon:
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return tuple(_placed(corner, at, turned) for corner in corners)


def _path_points(path: str) -> Polygon:
    """The points of a path of lines and one elliptic arc; the arc is taken in small steps."""
    points: list[Point] = []
    for command, said in re.findall(r"([MHVAZ])([^MHVAZ]*)", path):
        numbers = [float(each) for each in _NUMBER.findall(said)]
        if command == "M":
            points.append((numbers[0], numbers[1]))
        elif command == "H":
            points.append((numbers[0], points[-1][1]))
        elif command == "V":
            points.append((points[-1][0], numbers[0]))
        elif command == "A":
            points += _arc_points(points[-1], numbers[0], numbers[1], numbers[4] == 1, (numbers[5], numbers[6]))
    return tuple(points)


def _arc_points(start: Point, across: float, down: float, clockwise: bool, end: Point) -> list[Point]:
    """Points on an arc of less than half an ellipse, in 48 steps. Scaled to circles of radius one, its centre is easy
    to find."""
    (x0, y0), (x1, y1) = ((x / across, y / down) for x, y in (start, end))
    half = sqrt(max(0.0, 1 - ((x1 - x0) ** 2 + (y1 - y0) ** 2) / 4))
    long = sqrt((x1 - x0) ** 2 + (y1 - y0) ** 2)
    side = 1 if clockwise else -1
    cx = (x0 + x1) / 2 - side * half * (y1 - y0) / long
    cy = (y0 + y1) / 2 + side * half * (x1 - x0) / long
    first, last = atan2(y0 - cy, x0 - cx), atan2(y1 - cy, x1 - cx)
    if clockwise and last < first:
        last += 2 * pi
    if not clockwise and last > first:
        last -= 2 * pi
    angles = (first + (last - first) * step / 48 for step in range(1, 49))
    return [((cx + cos(angle)) * across, (cy + sin(angle)) * down) for angle in angles]


def _band(path: str, size: float, free: float = 0.0) -> Iterator[Polygon]:
    """The space that text takes up along an arc, including ascenders and descenders, and a margin of ``free``."""
    for (x0, y0), (x1, y1) in pairwise(_path_points(path)):
        long = sqrt((x1 - x0) ** 2 + (y1 - y0) ** 2)
        up_x, up_y = (y1 - y0) / long, -(x1 - x0) / long
        above, below = 0.74 * size + free, -0.22 * size - free
        yield (
            (x0 + up_x * below, y0 + up_y * below),
            (x1 + up_x * below, y1 + up_y * below),
            (x1 + up_x * above, y1 + up_y * above),
            (x0 + up_x * above, y0 + up_y * above),
        )


def _meet(one: Polygon, other: Polygon) -> bool:
    """Whether two convex shapes share more than an edge, that is, no line separates them."""
    for polygon in (one, other):
        for (x0, y0), (x1, y1) in pairwise((*polygon, polygon[0])):
            normal = (y1 - y0, x0 - x1)
            first, second = (_spread(each, normal) for each in (one, other))
            if first[1] <= second[0] + 1e-6 or second[1] <= first[0] + 1e-6:
                return False
    return True


def _spread(polygon: Iterable[Point], along: Point) -> tuple[float, float]:
    places = [x * along[0] + y * along[1] for x, y in polygon]
    return min(places), max(places)


def _text_box(element: ElementTree.Element, at: Point, turned: float) -> Polygon:
    """The space of one line of text centred on ``x``, from below the line to the top of its capitals."""
    x, y, size = (float(element.attrib[key]) for key in ("x", "y", "font-size"))
    width = text_width(element.text or "", size)
    return _box(at, turned, x - width / 2, y - size * 0.7, width, size * 0.75)


def _text_fits(drawn: _Drawn) -> bool:
    return all(any(_inside(line, shape) for shape in drawn.shapes) for line in drawn.lettering)


def _within(drawn: _Drawn, felt: Polygon) -> bool:
    return all(_inside(shape, felt) for shape in drawn.shapes)


def _inside(polygon: Polygon, outline: Polygon) -> bool:
    """Whether every corner is within the outline, which is convex and runs clockwise."""
    edges = list(pairwise((*outline, outline[0])))
    return all(
        (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) >= -0.01 for x, y in polygon for (x0, y0), (x1, y1) in edges
    )
