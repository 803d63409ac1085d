"""Signed notes, checkpoints of logs and cosignatures, in the forms that C2SP specifies: signed-note, tlog-checkpoint,
tlog-cosignature, and the paths of tlog-tiles. Programs of others read and check what is written here."""

from houserules.notes.checkpoint import (
    Checkpoint,
    Opened,
    cosignature,
    cosigned_at,
    open_checkpoint,
    parse_checkpoint,
)
from houserules.notes.note import (
    COSIGNATURE,
    SIGNATURE,
    MalformedNote,
    Note,
    Sign,
    Signature,
    VerifierKey,
    insist_on_name,
    parse_note,
    parse_signature,
    parse_vkey,
    sign_note,
    verifies,
)
from houserules.notes.tiles import TILE_WIDTH, Tile, parse_tile, tile_path

__all__ = [
    "COSIGNATURE",
    "SIGNATURE",
    "TILE_WIDTH",
    "Checkpoint",
    "MalformedNote",
    "Note",
    "Opened",
    "Sign",
    "Signature",
    "Tile",
    "VerifierKey",
    "cosignature",
    "cosigned_at",
    "insist_on_name",
    "open_checkpoint",
    "parse_checkpoint",
    "parse_note",
    "parse_signature",
    "parse_tile",
    "parse_vkey",
    "sign_note",
    "tile_path",
    "verifies",
]
