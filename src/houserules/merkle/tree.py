"""The tree of RFC 6962: a leaf and a node are hashed under different prefixes, so neither passes for the other.

Over ``n`` leaves the left part holds the largest power of two below ``n``. Hence every left part is a complete
subtree, named by its level and its index there: ``(0, 5)`` is the sixth leaf, ``(3, 1)`` covers leaves 8 to 15. The
proofs below ask only for complete subtrees, through a function, so that a large log need not be in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from typing import Final

NodeOf = Callable[[int, int], bytes]
"""The hash of the complete subtree at a level and an index there."""

EMPTY_ROOT: Final = sha256(b"").digest()
_LEAF: Final = b"\x00"
_NODE: Final = b"\x01"


def leaf_hash(content: bytes) -> bytes:
    return sha256(_LEAF + content).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return sha256(_NODE + left + right).digest()


class Frontier:
    """The complete subtrees that a growing tree consists of, the largest first: all that adding a leaf needs."""

    def __init__(self, size: int = 0, peaks: Iterable[bytes] = ()) -> None:
        self.size = size
        self._peaks = list(peaks)
        if len(self._peaks) != size.bit_count():
            raise ValueError(f"a tree of {size} leaves has {size.bit_count()} peaks, not {len(self._peaks)}")

    @property
    def peaks(self) -> tuple[bytes, ...]:
        return tuple(self._peaks)

    def add(self, leaf: bytes) -> list[tuple[int, int, bytes]]:
        """Adds a leaf that is already hashed. Returns (level, index, hash) of every subtree that it completed."""
        return self.extend((leaf,))

    def extend(self, leaves: Iterable[bytes]) -> list[tuple[int, int, bytes]]:
        """Adds leaves in order. Returns (level, index, hash) of every subtree that they completed."""
        completed = []
        peaks, size = self._peaks, self.size
        for leaf in leaves:
            level, index, top = 0, size, leaf
            while index & 1:
                top = sha256(_NODE + peaks.pop() + top).digest()
                level, index = level + 1, index >> 1
                completed.append((level, index, top))
            peaks.append(top)
            size += 1
        self.size = size
        return completed

    def root(self) -> bytes:
        if not self._peaks:
            return EMPTY_ROOT
        root = self._peaks[-1]
        for peak in reversed(self._peaks[:-1]):
            root = node_hash(peak, root)
        return root


def root_of(leaves: Iterable[bytes]) -> bytes:
    """The root over leaves that are already hashed."""
    frontier = Frontier()
    frontier.extend(leaves)
    return frontier.root()


def nodes_in_memory(leaves: Sequence[bytes]) -> NodeOf:
    """All complete subtrees over hashed leaves, each computed once."""
    known: dict[tuple[int, int], bytes] = {(0, index): leaf for index, leaf in enumerate(leaves)}
    frontier = Frontier()
    for leaf in leaves:
        known.update({(level, index): value for level, index, value in frontier.add(leaf)})
    return lambda level, index: known[level, index]


def tree_root(node: NodeOf, size: int) -> bytes:
    return _range_root(node, 0, size) if size else EMPTY_ROOT


def inclusion_proof(node: NodeOf, index: int, size: int) -> tuple[bytes, ...]:
    """The audit path of the leaf ``index`` (from 0) in the tree over the first ``size`` leaves, from the bottom
    up."""
    if not 0 <= index < size:
        raise ValueError(f"there is no leaf {index} in a tree of {size}")
    path: list[bytes] = []
    start, end = 0, size
    while end - start > 1:
        split = start + _largest_power_below(end - start)
        if index < split:
            path.append(_range_root(node, split, end))
            end = split
        else:
            path.append(_range_root(node, start, split))
            start = split
    return tuple(reversed(path))


def root_from_inclusion(leaf: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes | None:
    """The root that this path leads to; None where the path does not have the required length."""
    if not 0 <= index < size:
        return None
    place, last, root = index, size - 1, leaf
    for sibling in path:
        if last == 0:
            return None
        if place & 1 or place == last:
            root = node_hash(sibling, root)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            root = node_hash(root, sibling)
        place, last = place >> 1, last >> 1
    return root if last == 0 else None


def consistency_proof(node: NodeOf, old: int, new: int) -> tuple[bytes, ...]:
    """The proof that the tree over ``new`` leaves begins with the tree over ``old`` of them."""
    if not 0 <= old <= new:
        raise ValueError(f"a log of {new} does not grow from one of {old}")
    if old in (0, new):
        return ()
    proof: list[bytes] = []
    start, end, whole = 0, new, True
    while old != end:
        split = start + _largest_power_below(end - start)
        if old <= split:
            proof.append(_range_root(node, split, end))
            end = split
        else:
            proof.append(_range_root(node, start, split))
            start, whole = split, False
    if not whole:
        proof.append(_range_root(node, start, end))
    return tuple(reversed(proof))


def is_consistent(old: int, new: int, old_root: bytes, new_root: bytes, proof: Sequence[bytes]) -> bool:
    """Whether the proof shows that the newer log begins with the older one (RFC 9162, 2.1.4.2)."""
    if old == new:
        return not proof and old_root == new_root
    if old == 0:
        return not proof and old_root == EMPTY_ROOT
    if not 0 < old < new or not proof:
        return False
    path = [old_root, *proof] if is_power(old) else proof
    return roots_from_consistency(old, new, path) == (old_root, new_root)


def is_power(count: int) -> bool:
    """Whether a tree of this size is one complete subtree, whose root a consistency proof leaves out."""
    return count & (count - 1) == 0


def roots_from_consistency(old: int, new: int, path: Sequence[bytes]) -> tuple[bytes, bytes] | None:
    """The roots of both sizes that a path leads to. The path begins with a subtree of the older tree, even where that
    is the whole older tree. None where the path does not have the required length."""
    if not 0 < old < new or not path:
        return None
    place, last = old - 1, new - 1
    while place & 1:
        place, last = place >> 1, last >> 1
    first = second = path[0]
    for sibling in path[1:]:
        if last == 0:
            return None
        if place & 1 or place == last:
            first, second = node_hash(sibling, first), node_hash(sibling, second)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            second = node_hash(second, sibling)
        place, last = place >> 1, last >> 1
    return (first, second) if last == 0 else None


def _largest_power_below(count: int) -> int:
    return 1 << (count - 1).bit_length() - 1


def _range_root(node: NodeOf, start: int, end: int) -> bytes:
    """The root over the leaves from ``start`` up to ``end``; such a range is always a tree of its own."""
    count = end - start
    if is_power(count):
        level = count.bit_length() - 1
        return node(level, start >> level)
    split = start + _largest_power_below(count)
    return node_hash(_range_root(node, start, split), _range_root(node, split, end))
