"""Checks a player's receipts: python verify_receipt.py FILE [--log VKEY] [--witness VKEY ...] [--needed N]

Imports nothing of houserules; docs/witness.md explains it. Needs Python 3.11 and its package `cryptography`.
FILE is what the web client saves, or what `GET /api/receipts/{command_id}` answers: one receipt or a list of them;
or what a scanner reads from the QR code of a payout slip or a round record, as text.
Every event is hashed from its content, and proved to be in the log that the house and its witnesses have signed.
VKEY are keys that you know from elsewhere; without them those in the file are used, and printed.
Exit status 0: all is in the log. 1: it is not. 2: it cannot be read.
"""

import json
import sys
import zlib
from argparse import ArgumentParser
from base64 import b32decode, b64decode
from hashlib import sha256

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
except ImportError:
    print("signatures are checked with the package `cryptography`: pip install cryptography", file=sys.stderr)
    sys.exit(2)

OF_A_LOG, OF_A_WITNESS = 1, 4
PRINTED, LARGEST = "HOUSERULES:", 1_000_000
POSITION, STREAM, NAME, ACTOR, COMMAND_ID, DATA, COMMAND, SALT = 1, 2, 5, 7, 8, 9, 10, 14


class Wrong(Exception):
    """Something is not as the receipt says."""


def insist(holds, otherwise):
    if not holds:
        raise Wrong(otherwise)


def read(text):
    """The receipts of a file: JSON, or the text of a QR code, which is JSON, compressed, in base 32."""
    if text.startswith(PRINTED):
        packed = "".join(text.removeprefix(PRINTED).split())
        unpacking = zlib.decompressobj()
        text = unpacking.decompress(b32decode(packed + "=" * (-len(packed) % 8)), LARGEST)
        insist(unpacking.eof and not unpacking.unused_data, "the text of the code is not whole: scan it again")
    receipts = json.loads(text)
    return receipts if isinstance(receipts, list) else [receipts]


def signed_by(note, vkey):
    """The bytes that a key signed under a note, and its public key."""
    name, number, encoded = vkey.split("+", 2)
    key = b64decode(encoded, validate=True)
    insist(sha256(name.encode() + b"\n" + key).digest()[:4].hex() == number, f"not a verifier key: {vkey}")
    for line in note.rpartition("\n\n")[2].split("\n")[:-1]:
        dash, who, content = line.split(" ")
        content = b64decode(content, validate=True)
        if (dash, who, content[:4].hex()) == ("—", name, number):
            return key[0], key[1:], content[4:]
    return key[0], key[1:], None


def is_signed(note, vkey, needed):
    """Whether a key of the type that is needed signed a note: that of a log is none of a witness."""
    kind, public, signature = signed_by(note, vkey)
    if kind != needed:
        return False
    message = (note.rpartition("\n\n")[0] + "\n").encode()
    if signature is not None and kind == OF_A_WITNESS:  # A cosignature has its time before it.
        at = int.from_bytes(signature[:8], "big")
        message, signature = f"cosignature/v1\ntime {at}\n".encode() + message, signature[8:]
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature or b"", message)
    except (InvalidSignature, ValueError):
        return False
    return True


def root_from(leaf, index, size, path):
    """The root that a path leads to (RFC 6962)."""
    place, last, root = index, size - 1, leaf
    for sibling in path:
        insist(last > 0, "the path is too long")
        if place & 1 or place == last:
            root = sha256(b"\x01" + sibling + root).digest()
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            root = sha256(b"\x01" + root + sibling).digest()
        place, last = place >> 1, last >> 1
    insist(last == 0, "the path is too short")
    return root


def check(receipt, log=None, witnesses=None, needed=None):
    """What the receipt proves: (event, data) of each of its events. :class:`Wrong` where it does not."""
    note = receipt["checkpoint"]
    origin, size, root = note.split("\n")[:3]
    log, witnesses = log or receipt["log"], witnesses or receipt["witnesses"]
    if needed is None:
        needed = receipt["needed"] if witnesses == receipt["witnesses"] else len(witnesses)
    own = origin == log.partition("+")[0] and is_signed(note, log, OF_A_LOG)
    insist(own, f"the checkpoint is not signed by {log}")
    cosigned = sum(is_signed(note, each, OF_A_WITNESS) for each in {*witnesses})
    insist(cosigned >= needed, f"{cosigned} witnesses have signed the checkpoint; {needed} are needed")
    insist(receipt["events"], "a receipt without events")
    root = b64decode(root, validate=True)
    return [event_of(receipt, each, int(size), root) for each in receipt["events"]], cosigned


def event_of(receipt, event, size, root):
    said = json.loads(event["text"])
    insist(said[0] == "houserules.leaf/1" and said[POSITION] == event["position"], "another event than it says")
    insist(said[COMMAND_ID] == receipt["command_id"], "an event of another command")
    for place, content in ((DATA, event["data"]), (COMMAND, event["command"])):
        insist(content is None or sha256(content.encode()).hexdigest() == said[place], "the content is another")
    given = receipt.get("given")
    if given is not None and given["position"] == event["position"]:
        insist(said[SALT] == given["salt"], "the salt is not the one that came with the reply")
    leaf = sha256(b"\x00" + sha256(event["text"].encode()).digest()).digest()
    path = [bytes.fromhex(step) for step in event["path"]]
    insist(0 < event["position"] <= size, "the position is not in the log")
    insist(root_from(leaf, event["position"] - 1, size, path) == root, "this event is not in the log")
    return said, event["data"]


def main(arguments):
    parser = ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file")
    parser.add_argument("--log")
    parser.add_argument("--witness", action="append")
    parser.add_argument("--needed", type=int)
    chosen = parser.parse_args(arguments)
    try:
        with open(chosen.file, encoding="utf-8") as file:
            receipts = read(file.read())
        for receipt in receipts:
            events, cosigned = check(receipt, chosen.log, chosen.witness, chosen.needed)
            for said, data in events:
                print(f"{said[POSITION]} {said[STREAM]} {said[NAME]} by {said[ACTOR]}: {data}")
            print(f"in the log of {chosen.log or receipt['log']}, signed by {cosigned} witnesses")
            for each in receipt["witnesses"] if not chosen.witness else ():
                print(f"witness {each}")
    except Wrong as error:
        print(f"{chosen.file}: {error}")
        return 1
    except (OSError, LookupError, TypeError, ValueError, zlib.error) as error:
        print(f"{chosen.file}: {getattr(error, 'strerror', None) or repr(error)}", file=sys.stderr)
        return 2
    return 0 if receipts else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
