"""A small drawing: the edge of the progressive against its meter, with the point at which neither side has an
advantage."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from houserules.exhibits.fonts import FAMILY, text_width
from houserules.lab import ProgressiveWager
from houserules.money import DOLLAR

WIDTH: Final = 640
HEIGHT: Final = 250
LEFT, RIGHT, TOP, BOTTOM = 62, 24, 16, 40
STEPS: Final = (1, 2, 5)


def meter_chart(wager: ProgressiveWager, colour: str) -> bytes | None:
    """The chart for one player. The line falls: the higher the meter, the less the house keeps. None where the meter
    does not matter."""
    even = wager.break_even(1)
    if even is None or even <= 0:
        return None
    step = _step(max(even, wager.meter) * Fraction(5, 4) / 6)
    last = step * -(-max(even, wager.meter) * 5 // (4 * step))
    top, bottom = wager.edge_at(Fraction(0), 1), wager.edge_at(last, 1)
    tall = _step((top - bottom) / 4)
    high, low = tall * -(-top // tall), tall * (bottom // tall)

    def x(meter: Fraction) -> float:
        return LEFT + float(meter / last) * (WIDTH - LEFT - RIGHT)

    def y(edge: Fraction) -> float:
        return TOP + float((high - edge) / (high - low)) * (HEIGHT - TOP - BOTTOM)

    parts = []
    for count in range(int((high - low) / tall) + 1):
        level = low + count * tall
        width = 1 if level == 0 else 0.5
        parts.append(_line(LEFT, y(level), WIDTH - RIGHT, y(level), "#5b6673" if level == 0 else "#c9d1d9", width))
        parts.append(_text(LEFT - 8, y(level) + 4, f"{float(100 * level):g} %", "end"))
    marks = [step * count for count in range(int(last / step) + 1)]
    parts += [_text(x(mark), HEIGHT - BOTTOM + 18, f"${float(mark / DOLLAR):,g}", "middle") for mark in marks]
    parts.append(_text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 4, "Meter", "middle"))
    parts.append(_text(WIDTH - RIGHT, TOP + 14, "House advantage for one player", "end"))
    parts.append(_line(x(Fraction(0)), y(top), x(last), y(bottom), colour, 2.5))
    for meter, said in ((wager.meter, "at this submission's meter"), (even, "break-even")):
        edge = wager.edge_at(meter, 1)
        parts.append(f'<circle cx="{x(meter):.1f}" cy="{y(edge):.1f}" r="4.5" fill="{colour}"/>')
        told = f"${float(meter / DOLLAR):,.0f}: {said}"
        # The line falls, so there is room above it on the right, and below it on the left.
        if x(meter) + 9 + text_width(told, 12) < WIDTH:
            parts.append(_text(x(meter) + 9, y(edge) - 9, told, "start", "#1b2430"))
        else:
            parts.append(_text(x(meter) - 9, y(edge) + 18, told, "end", "#1b2430"))
    drawn = "".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'font-family="{FAMILY}" font-size="12"><title>House advantage against the meter</title>{drawn}</svg>'
    ).encode()


def _step(least: Fraction) -> Fraction:
    """The smallest of 1, 2, 5, 10, … (and tenths, hundredths, …) that is at least this large."""
    size = Fraction(1)
    while size > least:
        size /= 10
    while size * 10 < least:
        size *= 10
    return next(size * each for each in (*STEPS, 10) if size * each >= least)


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, width: float) -> str:
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" stroke-width="{width}" '
        f'stroke-linecap="round"/>'
    )


def _text(x: float, y: float, said: str, anchor: str, colour: str = "#5b6673") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}">{said}</text>'
