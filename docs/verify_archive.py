"""Proves an archive of a houserules log by itself: python verify_archive.py BOOKS.jsonl [KEY ...]

Imports nothing of houserules, so that a test lab can read it at one sitting; docs/archive-format.md explains it.
BOOKS.jsonl is what `houserules archive export` writes. Needs Python 3.11 and its package `cryptography`.
Every leaf is worked out from the content, every root from the leaves, every signature is checked, and every deck is
shuffled again from the seed that was promised and the shares that players added. KEY is a public key that is trusted
for all heads; without one the keys found are printed, to be compared with what was kept elsewhere.
What the rules lead to and what money an event moves it does not ask: `houserules audit` does.
Exit status 0: all is as it was written. 1: it is not. 2: it cannot be read, or is not whole.
"""

import hmac
import json
import re
import sys
from base64 import b64decode, b64encode
from hashlib import sha256

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
except ImportError:
    print("signatures are checked with the package `cryptography`: pip install cryptography", file=sys.stderr)
    sys.exit(2)

FORMAT = {"kind": "archive", "format": "houserules.archive/1"}
TRANSFER = ("source", "target", "amount", "detail")
PLACE = ("position", "stream", "version", "part", "name", "at", "actor", "command_id")


class Unreadable(Exception):
    """What is no archive, or not a whole one."""


def digest(content):
    return sha256(content).hexdigest()


def each_once(pairs):
    seen = {}
    for name, value in pairs:
        if name in seen:
            raise ValueError(f"the key {name!r} is there twice")
        seen[name] = value
    return seen


def no_fraction(number):
    raise ValueError(f"{number} is not written as a whole number")


def packed(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def leaf_of(event, receipt):
    if event["removed"] is None:
        content = [digest(event["data"].encode()), digest(event["command"].encode())]
    else:
        content = [event["removed"][:64], event["removed"][64:]]
    transfers = [[move[name] for name in TRANSFER] for move in event["transfers"]]
    salt = hmac.digest(receipt["salt"].encode(), str(event["position"]).encode(), "sha256")[:16].hex()
    answered = [receipt["request"], digest(b64decode(receipt["reply"])), salt]
    said = ["houserules.leaf/1", *(event[name] for name in PLACE), *content, transfers, *answered]
    return sha256(b"\x00" + sha256(packed(said)).digest()).hexdigest()


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
    try:
        root = b64encode(bytes.fromhex(head["root"])).decode()
        message = f"{head['origin']}\n{head['size']}\n{root}\n".encode()
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(head["key"])).verify(
            bytes.fromhex(head["signature"]), message
        )
    except (InvalidSignature, TypeError, ValueError):
        return False
    return True


def drbg(seed):
    """HMAC_DRBG with SHA-256 (NIST SP 800-90A): bytes, one after another, in calls of 128."""
    key, value = bytes(32), b"\x01" * 32
    for mark in (b"\x00", b"\x01"):
        key = hmac.digest(key, value + mark + seed, "sha256")
        value = hmac.digest(key, value, "sha256")
    while True:
        for _ in range(4):
            value = hmac.digest(key, value, "sha256")
            yield from value
        key = hmac.digest(key, value + b"\x00", "sha256")
        value = hmac.digest(key, value, "sha256")


def deck_of(deal, seed, shares, count):
    mixed = b"".join(bytes([len(share)]) + share for share in shares)
    stream = drbg(seed + sha256(deal.encode()).digest() + b"houserules.shuffle/1\x00" + mixed)
    deck = list(range(count))
    for last in range(count - 1, 0, -1):
        chosen = next(byte for byte in stream if byte < 256 - 256 % (last + 1)) % (last + 1)
        deck[last], deck[chosen] = deck[chosen], deck[last]
    return deck


class Shuffles:
    """The decks of all tables: promised, mixed with players' shares, shuffled, sealed, dealt from."""

    def __init__(self):
        self.seeds, self.gone, self.worked_out = set(), set(), 0
        self.promised, self.shares, self.shuffled, self.sealed = {}, {}, {}, {}

    def event(self, stream, name, data):
        """What is wrong with an event of a table. Where content was removed, what came of it cannot be told."""
        if data is None:
            self.gone.add(stream)
            return []
        said = json.loads(data)
        deck = stream, said.get("deck")
        if name == "shuffle.seed_promised/1":
            self.promised[deck], self.shares[said["context"]] = said, []
            return self.promise(said) if said["seed"] else []
        if name == "shuffle.entropy_added/1":
            self.shares.setdefault(said["deal"], []).append(said["text"].encode().hex())
        if name == "table.cards_shuffled/1":
            self.shuffled[deck] = said
            self.sealed.pop(deck, None)
        if name == "shuffle.deck_sealed/1":
            self.sealed[deck] = said
            shuffled, promised = self.shuffled.pop(deck, None), self.promised.pop(deck, None)
            return [] if promised is None and stream in self.gone else self.seal(shuffled, promised, said)
        if name in ("shuffle.deck_opened/1", "shuffle.deck_discarded/1"):
            self.sealed.pop(deck, None)
        if name == "round.opened/1" and deck not in self.sealed and stream not in self.gone:
            return [f"round {said['round']} is dealt from a deck that was not sealed"]
        return []

    def promise(self, said):
        digest = sha256(b"houserules.seed/1\x00" + said["context"].encode() + b"\x00" + bytes.fromhex(said["seed"]))
        if digest.hexdigest() != said["commitment"]:
            yield "the seed is not the one that was committed to"
        if said["seed"] in self.seeds:
            yield "the seed was promised before"
        self.seeds.add(said["seed"])

    def seal(self, shuffled, promised, said):
        deal, cards, shares = said["context"], said["cards"], said["shares"]
        if shuffled is None or promised is None or promised["context"] != deal:
            yield "a deck is sealed that was not promised or not shuffled"
            return
        if [card for card in shuffled["cards"] if card >= 0] != cards:
            yield "the deck is sealed in another order than it was shuffled in"
        if cards and self.root(deal, cards, said["salts"]) != said["commitment"]:
            yield "the root is not that of the cards and salts"
        if said["method"] == "automatic":
            self.worked_out += 1
            if shares != self.shares[deal]:
                yield "the shares are not those that players added"
            given = [bytes.fromhex(share) for share in self.shares[deal]]
            if cards != deck_of(deal, bytes.fromhex(promised["seed"]), given, len(cards)):
                yield "the seed and the shares lead to another order of the cards"
        elif said["method"] not in ("entered", "as_dealt") or not shuffled.get("entered") or shares:
            yield "how the cards came about is not what the shuffle says"

    def root(self, deal, cards, salts):
        start, peaks = b"\x00houserules.deck/1\x00" + deal.encode() + b"\x00" + len(cards).to_bytes(2, "big"), []
        for place, (card, salt) in enumerate(zip(cards, salts, strict=True)):
            leaf = start + place.to_bytes(2, "big") + bytes([card]) + bytes.fromhex(salt)
            add(peaks, sha256(leaf).digest())
        return root_of(peaks)


def read(lines):
    """The number and the record of every line."""
    number = 0
    for number, line in enumerate(lines, start=1):
        if number == 1 and what_it_is(line):
            raise Unreadable(f"this is {what_it_is(line)}")
        try:
            record = json.loads(line, object_pairs_hook=each_once, parse_float=no_fraction)
        except (ValueError, RecursionError) as error:
            if number > 1 and not line.endswith(b"\n"):
                raise Unreadable(f"line {number} breaks off: the archive is truncated") from None
            raise Unreadable(f"line {number} cannot be read: {error}") from None
        if number == 1 and record != FORMAT:
            raise Unreadable("this is no archive: line 1 does not name the format")
        yield number, record
    if number == 0:
        raise Unreadable("the file is empty")


def what_it_is(line):
    """What a file is that begins so, where people often take it for an archive."""
    if line.startswith(b"SQLite format 3"):
        return "a database; the archive of it comes from `houserules archive export`"
    if line.startswith(b'{"position":'):
        return "the API's list of events; the archive comes from `houserules archive export`"
    if line.startswith(b"{") and b'"openings"' in line:
        return "a file of openings, which verify_deal.py checks"
    return ""


def verify(lines, trusted):
    """What was found in an archive: faults, events, keys; and whether it is whole."""
    found = Found(trusted)
    record = number = None
    for number, record in read(lines):
        try:
            found.see(number, record)
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            raise Unreadable(f"line {number} cannot be read: {error!r}") from None
    whole = record["kind"] == "end"
    if whole and record != {"kind": "end", "lines": number - 1}:
        found.faults.append(f"line {number}: the end tells of another number of lines")
    if whole and found.covered != found.size:
        found.faults.append(f"no head covers what comes after position {found.covered}")
    return found, whole


class Found:
    def __init__(self, trusted):
        self.trusted, self.receipts, self.versions, self.roots, self.peaks = trusted, {}, {}, {}, []
        self.keys, self.faults, self.covered, self.size, self.shuffles = set(), [], 0, 0, Shuffles()

    def see(self, number, record):
        if record["kind"] == "receipt":
            self.receipts[record["command_id"]] = record
        elif record["kind"] == "document" and digest(record["content"].encode()) != record["digest"]:
            self.faults.append(f"line {number}: the document is not the one that was filed")
        elif record["kind"] == "event":
            self.event(number, record)
        elif record["kind"] == "head":
            self.head(number, record)

    def event(self, number, record):
        self.size += 1
        version = self.versions[record["stream"]] = self.versions.get(record["stream"], 0) + 1
        receipt = self.receipts.get(record["command_id"])
        if (record["position"], record["version"]) != (self.size, version):
            self.faults.append(f"line {number}: out of order")
        if receipt is None or record["leaf"] != leaf_of(record, receipt):
            self.faults.append(f"line {number}: position {record['position']} is not as it was hashed")
        if record["stream"].startswith("table:"):
            try:
                wrong = list(self.shuffles.event(record["stream"], record["name"], record["data"]))
            except (AttributeError, LookupError, TypeError, ValueError) as error:
                wrong = [f"{record['name']} cannot be read: {error!r}"]
            self.faults += [f"line {number}: {what}" for what in wrong]
        add(self.peaks, bytes.fromhex(record["leaf"]))
        self.roots[self.size] = root_of(self.peaks)

    def head(self, number, record):
        self.keys.add(record["key"])
        self.covered = max(self.covered, record["size"])
        if not is_signed(record) or self.roots.get(record["size"]) != record["root"]:
            self.faults.append(f"line {number}: the log is not as the head of size {record['size']} has it")
        if self.trusted and record["key"] not in self.trusted:
            self.faults.append(f"line {number}: signed by {record['key']}, which is not trusted")


def main(arguments):
    if not arguments or {"-h", "--help"} & {*arguments}:
        print(__doc__, end="")
        return 0 if arguments else 2
    books, *trusted = arguments
    try:
        for key in trusted:
            if not re.fullmatch("[0-9a-f]{64}", key):
                raise Unreadable(f"KEY {key}: a public key is 64 hexadecimal digits")
        with open(books, "rb") as archive:
            found, whole = verify(archive, trusted)
    except (OSError, Unreadable) as error:
        print(f"{books}: {getattr(error, 'strerror', None) or error}", file=sys.stderr)
        return 2
    size, faults, decks = found.size, found.faults, found.shuffles.worked_out
    count = f"{size} event{'s' * (size != 1)}, {len(faults)} fault{'s' * (len(faults) != 1)}"
    again = [f"{decks} deck{'s' * (decks != 1)} shuffled again"] if decks else []
    said = [*faults, *(f"signed by {key}" for key in sorted(found.keys)), *again, count]
    print("\n".join(said))
    if not whole:
        print(f"{books}: the last line is missing: the archive is truncated", file=sys.stderr)
        return 2
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
