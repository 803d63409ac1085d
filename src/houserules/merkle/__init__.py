"""Hash trees as in RFC 6962: roots, and proofs that anyone can check."""

from houserules.merkle.tree import (
    EMPTY_ROOT,
    Frontier,
    NodeOf,
    consistency_proof,
    inclusion_proof,
    is_consistent,
    is_power,
    leaf_hash,
    node_hash,
    nodes_in_memory,
    root_from_inclusion,
    root_of,
    roots_from_consistency,
    tree_root,
)

__all__ = [
    "EMPTY_ROOT",
    "Frontier",
    "NodeOf",
    "consistency_proof",
    "inclusion_proof",
    "is_consistent",
    "is_power",
    "leaf_hash",
    "node_hash",
    "nodes_in_memory",
    "root_from_inclusion",
    "root_of",
    "roots_from_consistency",
    "tree_root",
]
