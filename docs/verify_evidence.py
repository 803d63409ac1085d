"""Checks evidence that a witness kept: python verify_evidence.py FILE [WITNESS-VKEY [LOG-VKEY]]

Imports nothing of houserules; docs/witness.md explains it. Needs Python 3.11 and its package `cryptography`.
The keys in the file are printed; name them to be sure that they are those that you know from elsewhere.
Exit status 0: the evidence holds. 1: it does not. 2: it cannot be read.
"""

import json
import sys
from base64 import b64decode, b64encode
from hashlib import sha256

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
except ImportError:
    print("signatures are checked with the package `cryptography`: pip install cryptography", file=sys.stderr)
    sys.exit(2)

SIGNATURE, COSIGNATURE = 1, 4


class Wrong(Exception):
    """The evidence does not hold."""


def parse_vkey(text):
    name, number, encoded = text.split("+", 2)
    content = b64decode(encoded, validate=True)
    if key_number(name, content).hex() != number:
        raise Wrong(f"the number of the key of {name} is wrong")
    return name, content[0], content[1:]


def key_number(name, content):
    return sha256(name.encode() + b"\n" + content).digest()[:4]


def signatures(note, name, kind, public):
    """The text of a note, and what a key signed under it."""
    text, _, lines = note.rpartition("\n\n")
    number, found = key_number(name, bytes([kind]) + public), []
    for line in lines.split("\n")[:-1]:
        dash, who, encoded = line.split(" ")
        content = b64decode(encoded, validate=True)
        if (dash, who, content[:4]) == ("—", name, number):
            found.append(content[4:])
    return text + "\n", found


def verified(public, signature, message):
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def is_signed(note, vkey):
    name, kind, public = parse_vkey(vkey)
    text, found = signatures(note, name, kind, public)
    return kind == SIGNATURE and bool(found) and all(verified(public, each, text.encode()) for each in found)


def cosigned_at(note, vkey):
    """When the witness cosigned the checkpoint; None where it did not."""
    name, kind, public = parse_vkey(vkey)
    text, found = signatures(note, name, kind, public)
    for each in found:
        at = int.from_bytes(each[:8], "big")
        if kind == COSIGNATURE and verified(public, each[8:], f"cosignature/v1\ntime {at}\n{text}".encode()):
            return at
    return None


def checkpoint(note):
    origin, size, root = note.split("\n")[:3]
    return origin, int(size), b64decode(root, validate=True)


def both_roots(old, new, path):
    """The roots of both sizes that a path leads to (RFC 9162, 2.1.4.2); it begins with a subtree of the old tree."""
    place, last = old - 1, new - 1
    while place & 1:
        place, last = place >> 1, last >> 1
    first = second = path[0]
    for sibling in path[1:]:
        if last == 0:
            raise Wrong("the path is too long")
        if place & 1 or place == last:
            first, second = node(sibling, first), node(sibling, second)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            second = node(second, sibling)
        place, last = place >> 1, last >> 1
    if last:
        raise Wrong("the path is too short")
    return first, second


def node(left, right):
    return sha256(b"\x01" + left + right).digest()


def insist(holds, otherwise):
    if not holds:
        raise Wrong(otherwise)


def check(content, witness=None, log=None):
    """What the evidence proves. :class:`Wrong` where it proves nothing."""
    lines = content.rpartition("\n\n")[0].split("\n")
    insist(lines[0] == "houserules.evidence/1", "not a file of evidence")
    said, path = {}, []
    for line in lines[1:]:
        name, _, value = line.partition(" ")
        if name == "node":
            path.append(b64decode(value, validate=True))
        else:
            said[name] = value
    insist(witness in (None, said["witness"]), f"signed by another witness, {said['witness']}")
    insist(log in (None, said["log"]), f"about another log, {said['log']}")
    name, _, public = parse_vkey(said["witness"])
    own = bytes([SIGNATURE]) + public
    own = f"{name}+{key_number(name, own).hex()}+{b64encode(own).decode()}"
    insist(is_signed(content, own), "the witness did not sign this")
    old, new = (b64decode(said.get(each, "")).decode() for each in ("old", "new"))
    proved = KINDS[said["kind"]](said, old, new, path)
    return said, proved


def fork(said, old, new, path):
    insist(is_signed(old, said["log"]) and is_signed(new, said["log"]), "the log did not sign both checkpoints")
    (origin, size, root), (other, larger, new_root) = checkpoint(old), checkpoint(new)
    insist(origin == other == said["log"].partition("+")[0], "the checkpoints are of other logs")
    if size == larger:
        insist(root != new_root, "both checkpoints say the same")
        return f"the log signed two histories of {size} events"
    if size > larger:
        size, larger, root, new_root = larger, size, new_root, root
    first, second = both_roots(size, larger, path)
    insist(second == new_root, "the path does not lead to the newer checkpoint")
    insist(first != root, "the newer log begins with the older one")
    return f"the log signed a history of {larger} events that does not begin with the one of {size} that it signed"


def rollback(said, old, new, _path):
    insist(is_signed(old, said["log"]) and is_signed(new, said["log"]), "the log did not sign both checkpoints")
    at = cosigned_at(old, said["witness"])
    insist(checkpoint(new)[1] < checkpoint(old)[1], "the later checkpoint is not the smaller one")
    insist(at is not None and at <= int(said["at"]), "the larger checkpoint was not seen before")
    return f"the witness says that {checkpoint(new)[1]} events were shown after {checkpoint(old)[1]} had been"


def key(said, _old, new, _path):
    try:
        signed = is_signed(new, said["log"])
    except ValueError:
        signed = False
    insist(not signed, "this is signed with the key of the log")
    return "the witness says that the house showed this, which its key did not sign"


def unproved(said, old, new, _path):
    insist(is_signed(old, said["log"]) and is_signed(new, said["log"]), "the log did not sign both checkpoints")
    return "the witness says that the house did not show the tiles of a checkpoint that it signed"


def silence(said, old, _new, _path):
    insist(not old or is_signed(old, said["log"]), "the log did not sign the checkpoint")
    if not old:
        return "the witness says that it was never shown anything"
    at = cosigned_at(old, said["witness"])
    insist(at is not None and at < int(said["at"]), "the witness did not cosign the checkpoint before")
    return f"the witness says that it was shown nothing newer for {int(said['at']) - at} seconds"


def books(said, _old, new, path):
    insist(is_signed(new, said["log"]), "the log did not sign the checkpoint")
    insist(cosigned_at(new, said["witness"]) is not None, "the witness did not cosign the checkpoint")
    if "leaf" not in said:
        return f"the witness says of a log that was signed: {said['detail']}"
    text, data, command = (b64decode(said.get(each, "")) for each in ("leaf", "data", "command"))
    leaf = json.loads(text)
    insist(leaf[0] == "houserules.leaf/1", "not the text of a leaf")
    for content, digest in ((data, leaf[9]), (command, leaf[10])):
        insist(not content or sha256(content).hexdigest() == digest, "the event is not the one in the leaf")
    _, size, root = checkpoint(new)
    found = sha256(b"\x00" + sha256(text).digest()).digest()
    insist(root_from(found, leaf[1] - 1, size, path) == root, "the event is not in the log that was signed")
    event = data.decode() or leaf[5]
    return f"the log signed this event at position {leaf[1]}, and the witness says of it: {said['detail']}\n{event}"


def root_from(found, index, size, path):
    """The root that a path leads to (RFC 9162, 2.1.3.2)."""
    last = size - 1
    insist(0 <= index <= last, "there is no such position")
    for sibling in path:
        insist(last, "the path is too long")
        if index & 1 or index == last:
            found = node(sibling, found)
            while not index & 1 and index:
                index, last = index >> 1, last >> 1
        else:
            found = node(found, sibling)
        index, last = index >> 1, last >> 1
    insist(not last, "the path is too short")
    return found


def withheld(said, _old, new, _path):
    insist(is_signed(new, said["log"]), "the log did not sign the checkpoint")
    insist(cosigned_at(new, said["witness"]) is not None, "the witness did not cosign the checkpoint")
    return "the witness says that the house did not show it the content behind a checkpoint that it signed"


KINDS = {
    "fork": fork, "rollback": rollback, "key": key, "unproved": unproved, "silence": silence, "books": books,
    "results": books, "withheld": withheld,
}  # fmt: skip


def main(arguments):
    if not arguments or {"-h", "--help"} & {*arguments}:
        print(__doc__, end="")
        return 0 if arguments else 2
    try:
        with open(arguments[0], encoding="utf-8", newline="") as file:
            content = file.read()
        said, proved = check(content, *arguments[1:3])
    except Wrong as error:
        print(f"{arguments[0]}: it does not hold: {error}")
        return 1
    except (OSError, LookupError, ValueError) as error:
        print(f"{arguments[0]}: {getattr(error, 'strerror', None) or repr(error)}", file=sys.stderr)
        return 2
    print(f"{said['kind']}: {proved}\nlog {said['log']}\nwitness {said['witness']}\nat {said['at']}: {said['what']}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
