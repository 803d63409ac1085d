"""Check a deal of houserules with Python alone: python verify_deal.py FILE.json

FILE.json is the answer of GET /api/tables/TABLE/hands/NUMBER/openings or GET /api/hands/TABLE/NUMBER/stub.
It has "commitment": {"deal": "...", "count": 52, "root": "<hex>"} and the places opened after the round,
"openings": [{"place": 0, "card": 12, "salt": "<hex>", "path": ["<hex>", ...]}, ...]. The stub, for regulators, also
has "seed", "seed_digest", "shares": the deck is worked out again. "method": "entered": how they were mixed is open.
Exit status 0: it holds, and every "text" names its card. 1: it does not. 2: the file cannot be read.
"""

import hmac
import json
import sys
from hashlib import sha256

CARDS = [rank + suit for suit in "shdc" for rank in "23456789TJQKA"]


def root_of(leaf, place, count, path):
    """Walk from a leaf to the root as RFC 6962 does; None if the path has the wrong length."""
    last, node = count - 1, leaf
    for sibling in path:
        if last == 0:
            return None
        if place & 1 or place == last:
            node = sha256(b"\x01" + sibling + node).digest()
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            node = sha256(b"\x01" + node + sibling).digest()
        place, last = place >> 1, last >> 1
    return node if last == 0 else None


def is_opened(commitment, opening):
    salt, place, card = bytes.fromhex(opening["salt"]), opening["place"], opening["card"]
    if len(salt) != 16 or not 0 <= place < commitment["count"] or not 0 <= card < 52:
        return False
    numbers = commitment["count"].to_bytes(2, "big") + place.to_bytes(2, "big") + bytes([card])
    leaf = sha256(b"\x00houserules.deck/1\x00" + commitment["deal"].encode() + b"\x00" + numbers + salt).digest()
    root = root_of(leaf, place, commitment["count"], [bytes.fromhex(step) for step in opening["path"]])
    return root is not None and root.hex() == commitment["root"] and opening.get("text", CARDS[card]) == CARDS[card]


def drbg(seed):
    """HMAC_DRBG with SHA-256 (NIST SP 800-90A): bytes, one after another, in calls of 128."""
    key, value = bytes(32), b"\x01" * 32
    for mark, material in ((b"\x00", seed), (b"\x01", seed)):
        key = hmac.digest(key, value + mark + material, "sha256")
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


def problems(data):
    commitment, openings, method = data["commitment"], data["openings"], data.get("method", "automatic")
    range(1, 53).index(commitment["count"])  # No deck has more cards, or none: that is not readable.
    if not openings:
        yield "no place is opened: this shows nothing"
    yield from (f"place {o['place']}: not the card committed to" for o in openings if not is_opened(commitment, o))
    yield from (f"the same {k} twice" for k in ("place", "card") if len({o[k] for o in openings}) < len(openings))
    fits = method == "entered" or (method == "automatic" and data.get("seed_digest") != "")
    if not fits or not all(type(cut) is int and 0 < cut < commitment["count"] for cut in data.get("cuts", ())):
        yield "the method or the cuts do not fit this deck"
    if method == "entered" and any(data.get(key) for key in ("seed", "seed_digest", "shares")):
        yield "cards from outside have no seed and no shares"
    elif data.get("seed") is not None:
        seed, deal, shares = bytes.fromhex(data["seed"]), commitment["deal"], map(bytes.fromhex, data["shares"])
        if sha256(b"houserules.seed/1\x00" + deal.encode() + b"\x00" + seed).hexdigest() != data["seed_digest"]:
            yield "the seed is not the one that was committed to"
        deck = deck_of(deal, seed, shares, commitment["count"])
        yield from (f"place {o['place']}: not the seed's card" for o in openings if deck[o["place"]] != o["card"])


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] in ("-h", "--help"):
        sys.exit(print(__doc__) or 2 * (len(sys.argv) != 2))
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            found = list(problems(data := json.load(file)))
    except (OSError, ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        sys.exit(print(f"cannot be read: {error!r}", __doc__.splitlines()[2], sep="\n", file=sys.stderr) or 2)
    source = " from the seed" if data.get("seed") is not None else ""
    source = " from outside (how they were mixed is not proven)" if data.get("method") == "entered" else source
    cards = [CARDS[opening["card"]] for opening in data["openings"] if not found]
    sys.exit(print(*found or [f"holds: {len(cards)} cards{source}, {' '.join(cards)}"], sep="\n") or bool(found))
