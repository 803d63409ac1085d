"""Notes, checkpoints and paths of tiles, with the examples of the specifications (c2sp.org)."""

from __future__ import annotations

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from houserules.notes import (
    COSIGNATURE,
    SIGNATURE,
    TILE_WIDTH,
    Checkpoint,
    MalformedNote,
    Opened,
    Tile,
    VerifierKey,
    cosignature,
    cosigned_at,
    insist_on_name,
    open_checkpoint,
    parse_checkpoint,
    parse_note,
    parse_signature,
    parse_tile,
    parse_vkey,
    sign_note,
    tile_path,
    verifies,
)

VKEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
NOTE = """This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
"""
CHECKPOINT = """example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
"""  # noqa: E501


def test_the_example_of_the_specification() -> None:
    key, note = parse_vkey(VKEY), parse_note(NOTE)
    assert (str(key), str(note)) == (VKEY, NOTE)
    (signature,) = note.signatures
    assert signature.is_by(key)
    assert parse_signature(str(signature).strip()) == signature
    assert verifies(key.public, signature.content, note.text.encode())
    assert not verifies(key.public, signature.content, note.text.upper().encode())


@pytest.mark.parametrize(
    "content",
    [
        "",
        "text\n",
        "text\n\n",
        NOTE.rstrip("\n"),
        NOTE.replace("— ", "- "),
        NOTE.replace("Uw2Q", "Uw2 "),
        NOTE + "\x07\n",
    ],
)
def test_what_is_no_note(content: str) -> None:
    with pytest.raises(MalformedNote):
        parse_note(content)


@pytest.mark.parametrize(
    "vkey", ["", "example.com/foo", VKEY.replace("530d", "530e"), VKEY[:-4], VKEY.replace("Ae", "Be"), VKEY + "AA"]
)
def test_what_is_no_verifier_key(vkey: str) -> None:
    with pytest.raises(MalformedNote):
        parse_vkey(vkey)


@pytest.mark.parametrize("name", ["", "a b", "a+b", "a\u2003b", "a\n", "x" * 101])
def test_what_is_no_name(name: str) -> None:
    with pytest.raises(MalformedNote):
        insist_on_name(name)


def test_the_checkpoint_of_the_specification() -> None:
    note = parse_note(CHECKPOINT)
    read = parse_checkpoint(note.text)
    assert (read.origin, read.size, str(read)) == ("example.com/behind-the-sofa", 20_852_163, note.text)


@pytest.mark.parametrize(
    "text",
    [
        "a\n1\n",
        "a\n01\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n",
        "a\n-1\nAA==\n",
        "a\n1\nAA==\n",
        "\n1\nAA==\n",
    ],
)
def test_what_is_no_checkpoint(text: str) -> None:
    with pytest.raises(MalformedNote):
        parse_checkpoint(text)


class Someone:
    def __init__(self, name: str, kind: int) -> None:
        private = Ed25519PrivateKey.generate()
        self.sign = private.sign
        self.key = VerifierKey(name, kind, private.public_key().public_bytes_raw())


def test_a_checkpoint_with_a_cosignature() -> None:
    log, witness, other = Someone("log", SIGNATURE), Someone("w", COSIGNATURE), Someone("w", COSIGNATURE)
    text = str(Checkpoint("log", 5, bytes(32)))
    signed, cosigned = sign_note(text, log.key, log.sign), cosignature(text, witness.key, 1_700_000_000, witness.sign)
    content = f"{signed}{cosigned}"
    opened = open_checkpoint(content, log.key, [witness.key, other.key])
    assert isinstance(opened, Opened)
    assert opened.checkpoint.size == 5
    assert opened.cosigned == {"w": 1_700_000_000}
    assert cosigned_at(text, cosigned, witness.key) == 1_700_000_000
    with pytest.raises(MalformedNote):
        cosigned_at(text, cosigned, other.key)
    with pytest.raises(MalformedNote):
        open_checkpoint(content.replace("\n5\n", "\n6\n"), log.key)
    with pytest.raises(MalformedNote):
        open_checkpoint(content, Someone("log", SIGNATURE).key)


@pytest.mark.parametrize(
    ("path", "tile"),
    [
        ("0/x001/x234/067", Tile(0, 1_234_067)),
        ("1/000.p/17", Tile(1, 0, 17)),
        ("entries/273.p/112", Tile(-1, 273, 112)),
        ("63/999", Tile(63, 999, TILE_WIDTH)),
    ],
)
def test_paths_of_tiles(path: str, tile: Tile) -> None:
    assert parse_tile(path) == tile
    assert tile_path(tile) == path


@pytest.mark.parametrize(
    "path",
    [
        "",
        "0",
        "00/000",
        "64/000",
        "0/00",
        "0/0000",
        "0/x000/000",
        "0/000.p/0",
        "0/000.p/256",
        "0/000.p/01",
        "data/000",
    ],
)
def test_what_is_no_tile(path: str) -> None:
    with pytest.raises(MalformedNote):
        parse_tile(path)


def test_the_tiles_of_a_log_of_70_000() -> None:
    """The example of the specification."""
    last = [Tile(0, 273, 112), Tile(0, 272), Tile(1, 0), Tile(1, 1, 17), Tile(2, 0, 1), Tile(-1, 273, 112)]
    assert all(tile.needs <= 70_000 for tile in last)
    assert all(
        Tile(tile.level, tile.index, tile.width + 1).needs > 70_000 for tile in last if tile.width < TILE_WIDTH
    )
