"""The hash tree against the definition of RFC 6962, written down as it stands there."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

import pytest

from houserules.merkle import (
    EMPTY_ROOT,
    Frontier,
    consistency_proof,
    inclusion_proof,
    is_consistent,
    leaf_hash,
    nodes_in_memory,
    root_from_inclusion,
    root_of,
    tree_root,
)

LEAVES = [leaf_hash(bytes([n])) for n in range(70)]


def by_definition(leaves: Sequence[bytes]) -> bytes:
    if not leaves:
        return sha256(b"").digest()
    if len(leaves) == 1:
        return leaves[0]
    split = 1
    while split * 2 < len(leaves):
        split *= 2
    return sha256(b"\x01" + by_definition(leaves[:split]) + by_definition(leaves[split:])).digest()


@pytest.mark.parametrize("size", range(71))
def test_roots(size: int) -> None:
    leaves = LEAVES[:size]
    assert root_of(leaves) == by_definition(leaves)
    assert tree_root(nodes_in_memory(leaves), size) == by_definition(leaves)


def test_known_roots() -> None:
    """The test vectors that certificate-transparency implementations share."""
    inputs = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"]
    leaves = [leaf_hash(bytes.fromhex(each)) for each in inputs]
    assert root_of(leaves[:1]).hex() == "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"
    assert root_of(leaves[:3]).hex() == "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77"
    assert root_of(leaves).hex() == "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"


@pytest.mark.parametrize("size", range(1, 40))
def test_inclusion(size: int) -> None:
    node, root = nodes_in_memory(LEAVES[:size]), root_of(LEAVES[:size])
    for index in range(size):
        proof = inclusion_proof(node, index, size)
        assert root_from_inclusion(LEAVES[index], index, size, proof) == root
        assert root_from_inclusion(LEAVES[index + 1], index, size, proof) != root
        assert root_from_inclusion(LEAVES[index], index, size, (*proof, bytes(32))) is None
        if proof:
            assert root_from_inclusion(LEAVES[index], index, size, proof[:-1]) is None
        if size > 1:
            assert root_from_inclusion(LEAVES[index], (index + 1) % size, size, proof) != root


@pytest.mark.parametrize("new", range(1, 40))
def test_consistency(new: int) -> None:
    node, new_root = nodes_in_memory(LEAVES[:new]), root_of(LEAVES[:new])
    for old in range(new + 1):
        old_root, proof = root_of(LEAVES[:old]), consistency_proof(node, old, new)
        assert is_consistent(old, new, old_root, new_root, proof)
        forged = root_of([*LEAVES[: old - 1], bytes(32)]) if old else bytes(32)
        assert not is_consistent(old, new, forged, new_root, proof)
        assert not is_consistent(old, new, old_root, new_root, (*proof, bytes(32)))
        if proof:
            assert not is_consistent(old, new, old_root, new_root, proof[:-1])
            assert not is_consistent(old, new, old_root, bytes(32), proof)


def test_what_cannot_be_asked() -> None:
    node = nodes_in_memory(LEAVES[:5])
    for index, size in ((-1, 5), (5, 5), (0, 0)):
        with pytest.raises(ValueError, match="no leaf"):
            inclusion_proof(node, index, size)
        assert root_from_inclusion(LEAVES[0], index, size, ()) is None
    with pytest.raises(ValueError, match="grow"):
        consistency_proof(node, 6, 5)
    with pytest.raises(ValueError, match="peaks"):
        Frontier(3, [bytes(32)])
    assert Frontier().root() == EMPTY_ROOT


def test_a_frontier_goes_on_where_it_was() -> None:
    whole, first = Frontier(), Frontier()
    for leaf in LEAVES[:37]:
        whole.add(leaf)
        first.add(leaf)
    second = Frontier(first.size, first.peaks)
    for leaf in LEAVES[37:]:
        whole.add(leaf)
        second.add(leaf)
    assert second.root() == whole.root() == by_definition(LEAVES)
