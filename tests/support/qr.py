"""Reads a QR code from a picture of a page: a plain reader for clean pictures, which corrects no errors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from PIL import Image
from segno import consts

_ALPHABET: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
_FINDER: Final = 7
_MASKS: Final[tuple[Callable[[int, int], int], ...]] = (
    lambda y, x: (y + x) % 2,
    lambda y, x: y % 2,
    lambda y, x: x % 3,
    lambda y, x: (y + x) % 3,
    lambda y, x: (y // 2 + x // 3) % 2,
    lambda y, x: y * x % 2 + y * x % 3,
    lambda y, x: (y * x % 2 + y * x % 3) % 2,
    lambda y, x: ((y + x) % 2 + y * x % 3) % 2,
)
Matrix = list[list[bool]]


def read_code(picture: Image.Image) -> str:
    """The text of the one code in the picture, with nothing dark beside it."""
    modules = _modules(picture)
    bits = "".join(f"{each:08b}" for each in _data(modules))
    mode, at = int(bits[:4], 2), 4
    version = (len(modules) - 17) // 4
    if mode == consts.MODE_ALPHANUMERIC:
        size = 9 if version < 10 else 11 if version < 27 else 13
        count, at = int(bits[at : at + size], 2), at + size
        return "".join(_pairs(bits[at:], count))
    assert mode == consts.MODE_BYTE, f"mode {mode}"
    size = 8 if version < 10 else 16
    count, at = int(bits[at : at + size], 2), at + size
    return bytes(int(bits[n : n + 8], 2) for n in range(at, at + 8 * count, 8)).decode()


def _pairs(bits: str, count: int) -> Iterator[str]:
    at = 0
    for _ in range(count // 2):
        first, second = divmod(int(bits[at : at + 11], 2), 45)
        yield _ALPHABET[first] + _ALPHABET[second]
        at += 11
    if count % 2:
        yield _ALPHABET[int(bits[at : at + 6], 2)]


def _modules(picture: Image.Image) -> Matrix:
    """Dark or light at the middle of every module. The finder in the corner says how large one is."""
    grey = picture.convert("L").point(lambda value: 255 if value < 128 else 0)
    box = grey.getbbox()
    assert box is not None, "nothing is printed there"
    left, top, right, bottom = box
    across = next(x for x in range(left, right) if not grey.getpixel((x, top + 1))) - left
    count = round((right - left) / across * _FINDER)
    count = 4 * round((count - 17) / 4) + 17
    step = (right - left) / count
    assert abs((bottom - top) / count - step) < step / count, "the code is square"
    return [
        [bool(grey.getpixel((int(left + (x + 0.5) * step), int(top + (y + 0.5) * step)))) for x in range(count)]
        for y in range(count)
    ]


def _data(modules: Matrix) -> list[int]:
    """The codewords of the data, in order."""
    size = len(modules)
    version = (size - 17) // 4
    said = sum(modules[8][x] << (14 - n) for n, x in enumerate((0, 1, 2, 3, 4, 5, 7)))
    level, mask = (said ^ 0b101010000010010) >> 13, ((said ^ 0b101010000010010) >> 10) & 7
    own = _reserved(version, size)
    bits = [modules[y][x] ^ (not _MASKS[mask](y, x)) for y, x in _walk(size) if (y, x) not in own]
    words = [sum(bit << (7 - n) for n, bit in enumerate(bits[at : at + 8])) for at in range(0, len(bits) - 7, 8)]
    blocks_of: Any = consts.ECC
    blocks = [each.num_data for each in blocks_of[version][level] for _ in range(each.num_blocks)]
    return _in_order(words, blocks)


def _in_order(words: Sequence[int], blocks: Sequence[int]) -> list[int]:
    found: list[list[int]] = [[] for _ in blocks]
    rest = iter(words)
    for round_ in range(max(blocks)):
        for number, length in enumerate(blocks):
            if round_ < length:
                found[number].append(next(rest))
    return [word for block in found for word in block]


def _walk(size: int) -> Iterator[tuple[int, int]]:
    """Two columns at a time, from the right, up and down in turns; the column of the timing is left out."""
    upward = True
    for right in (*range(size - 1, 6, -2), *range(5, 0, -2)):
        for y in range(size - 1, -1, -1) if upward else range(size):
            yield y, right
            yield y, right - 1
        upward = not upward


def _reserved(version: int, size: int) -> set[tuple[int, int]]:
    """What is no data: finders, the format, timing, alignment, the version."""
    places = {(y, x) for y in range(9) for x in range(9)}
    places |= {(y, x) for y in range(9) for x in range(size - 8, size)}
    places |= {(x, y) for y in range(9) for x in range(size - 8, size)}
    places |= {(6, x) for x in range(size)} | {(y, 6) for y in range(size)}
    centres = consts.ALIGNMENT_POS[version - 2] if version > 1 else ()
    corners = {(centres[0], centres[0]), (centres[0], centres[-1]), (centres[-1], centres[0])} if centres else set()
    for middle in ((y, x) for y in centres for x in centres if (y, x) not in corners):
        places |= {(middle[0] + y, middle[1] + x) for y in range(-2, 3) for x in range(-2, 3)}
    if version >= 7:
        places |= {(y, x) for y in range(6) for x in range(size - 11, size - 8)}
        places |= {(x, y) for y in range(6) for x in range(size - 11, size - 8)}
    return places
