"""Proves an archive of a houserules store by itself: python verify_archive.py BOOKS.jsonl [KEY ...]

Imports nothing of houserules, so that a test lab can read it at one sitting; docs/store-format.md says what it means.
Every leaf is worked out from the content, every root from the leaves, every signature is checked. KEY is a public key
that is trusted for all heads; without one the keys found are printed, to be compared with what was kept elsewhere.
What the rules lead to and whether a felt is empty at the end of a round it does not ask: `houserules audit` does.
"""

import json
import sys
from base64 import b64decode
from hashlib import sha256

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

TRANSFER = ("source", "target", "amount", "status", "event", "wager", "clauses")
PLACE = ("position", "stream", "version", "part", "name", "at", "actor", "command_id")


def digest(content):
    return sha256(content).hexdigest()


def each_once(pairs):
    names = [name for name, _ in pairs]
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"the key {name!r} is there twice")
    return dict(pairs)


def no_fraction(number):
    raise ValueError(f"{number} is not written as a whole number")


def packed(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def leaf_of(event, receipt):
    transfers = [[move[name] for name in TRANSFER] for move in event["transfers"]]
    if event["removed"] is None:
        content = [digest(event["data"].encode()), digest(event["command"].encode())]
    else:
        content = [event["removed"][:64], event["removed"][64:]]
    answered = [receipt["command_id"], receipt["request"], digest(b64decode(receipt["reply"]))]
    if receipt.get("salt"):
        answered.append(receipt["salt"])
    whole = [
        "houserules.leaf/1",
        *(event[name] for name in PLACE),
        *content,
        digest(packed(transfers)),
        digest(packed(answered)),
    ]
    return sha256(b"\x00" + packed(whole)).digest()


def add(peaks, leaf):
    """The tree as the roots of its complete subtrees, (height, hash): two of one height become one."""
    peaks.append((0, leaf))
    while len(peaks) > 1 and peaks[-1][0] == peaks[-2][0]:
        (height, left), (_, right) = peaks[-2:]
        peaks[-2:] = [(height + 1, sha256(b"\x01" + left + right).digest())]


def root_of(peaks):
    root = peaks[-1][1]
    for _, left in reversed(peaks[:-1]):
        root = sha256(b"\x01" + left + root).digest()
    return root.hex()


def is_signed(head):
    message = "houserules.head/1\n{size}\n{root}\n{at}\n".format(**head).encode()
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(head["key"])).verify(
            bytes.fromhex(head["signature"]), message
        )
    except InvalidSignature:
        return False
    return True


def verify(lines, trusted):
    """The faults of an archive, and what was found: events, keys."""
    receipts, versions, roots, peaks, keys, faults, covered = {}, {}, {}, [], set(), [], 0
    number, size, record = 0, 0, None
    for number, line in enumerate(lines, start=1):
        try:
            record = json.loads(line, object_pairs_hook=each_once, parse_float=no_fraction)
        except ValueError as error:
            return [f"line {number}: {error}"], size, sorted(keys)
        if record["kind"] == "receipt":
            receipts[record["command_id"]] = record
        elif record["kind"] == "document" and digest(record["content"].encode()) != record["digest"]:
            faults.append(f"line {number}: the document is not the one that was filed")
        elif record["kind"] == "event":
            size += 1
            version = versions[record["stream"]] = versions.get(record["stream"], 0) + 1
            receipt = receipts.get(record["command_id"])
            if (record["position"], record["version"]) != (size, version):
                faults.append(f"line {number}: out of order")
            if receipt is None or leaf_of(record, receipt).hex() != record["leaf"]:
                faults.append(f"line {number}: position {record['position']} is not as it was hashed")
            add(peaks, bytes.fromhex(record["leaf"]))
            roots[size] = root_of(peaks)
        elif record["kind"] == "head":
            keys.add(record["key"])
            covered = max(covered, record["size"])
            if not is_signed(record) or roots.get(record["size"]) != record["root"]:
                faults.append(f"line {number}: the log is not as the head of size {record['size']} has it")
            if trusted and record["key"] not in trusted:
                faults.append(f"line {number}: signed by {record['key']}, which is not trusted")
    if record != {"kind": "end", "lines": number - 1} or covered != size:
        faults.append("the end is missing")
    return faults, size, sorted(keys)


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as archive:
        faults, size, keys = verify(archive, sys.argv[2:])
    print("\n".join([*faults, *(f"signed by {key}" for key in keys), f"{size} events, {len(faults)} faults"]))
    sys.exit(1 if faults else 0)
