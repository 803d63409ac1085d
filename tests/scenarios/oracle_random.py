"""Lawful scenarios at random, biased towards what is rare, and their comparison with the command.

    python -m tests.scenarios.oracle_random --count 20000 --seed 1

settles that many scenarios of each rulebook with `houserules settle --json` and with the oracle, and prints every
difference.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import random
import sys
import tempfile
from collections import Counter
from fractions import Fraction
from pathlib import Path

from tests.scenarios.oracle import differences
from tests.scenarios.oracle_hands import RANKS, SUITS, best_flush, rank
from tests.scenarios.oracle_money import show
from tests.scenarios.oracle_rounds import Json, bundled_submission, deal
from tests.scenarios.oracle_tables import WHEELS

DECK = [r + s for s in SUITS for r in RANKS]
NAMES = {"MD-HCF": "md-high-card-flush", "MD-CTF": "md-chase-the-flush", "MA-HCF": "ma-high-card-flush"}


class Maker:
    """One scenario; equal rulebook and seed make equal scenarios."""

    def __init__(self, rulebook: str, seed: int, *, every_count: bool = False) -> None:
        self.rulebook = rulebook
        self.every_count = every_count  # wrong stub counts under each way of dealing, not from a manual shoe alone
        self.chase = rulebook == "MD-CTF"
        self.random = random.Random(f"{rulebook}/{seed}")
        self.left = list(DECK)
        self.random.shuffle(self.left)
        self.jackpots = not self.chase and self.often(0.2)  # a night of long runs

    def often(self, chance: float) -> bool:
        return self.random.random() < chance

    # Cards.

    def take(self, wanted: list[str]) -> bool:
        """Take these cards if all of them are left."""
        if len(set(wanted)) != len(wanted) or not set(wanted) <= set(self.left):
            return False
        self.left = [card for card in self.left if card not in wanted]
        return True

    def fill(self, hand: list[str], count: int, most: int = 7) -> list[str]:
        """Fill a hand from what is left, with at most this number of a suit where that can be done."""
        while len(hand) < count:
            held = Counter(card[1] for card in hand)
            fit = [card for card in self.left if held[card[1]] < most] or self.left
            card = fit[0]
            self.left.remove(card)
            hand.append(card)
        return hand

    def suited(self, length: int, low: int = 2, high: int = 14) -> list[str]:
        suit = self.random.choice(SUITS)
        fit = [card for card in self.left if card[1] == suit and low <= rank(card) <= high]
        return fit[:length]

    def run(self, length: int) -> list[str]:
        """Suited cards in sequence; one in three starts at the ace, one in six ends with it."""
        low = self.random.choice([self.random.randint(2, 15 - length)] * 3 + [1, 1, 15 - length])
        suit = self.random.choice(SUITS)
        return [RANKS[(value - 2) % 13] + suit for value in range(low, low + length)]

    def special(self, size: int) -> list[str]:
        """The heart of a hand: a long flush, a run, four of a kind, or nothing."""
        style = self.random.randrange(10)
        if style < 3:
            return self.suited(self.random.randint(3, size))
        if style < 7:
            return self.run(self.random.randint(3, size))
        if style == 7 and size >= 7:
            wanted = self.random.choice([[r + s for s in SUITS] for r in RANKS])
            return wanted + self.run(3) if self.often(0.5) else wanted
        if style == 8 and size >= 7:
            suit = self.random.choice(SUITS)
            return [r + suit for r in "9TJQKA"]
        return []

    def hand(self, size: int, dealer: list[str]) -> list[str]:
        if dealer and self.often(0.2):  # the dealer's cards in other suits: a tie, or nearly
            turn = self.random.randint(1, 3)
            twin = [card[0] + SUITS[(SUITS.index(card[1]) + turn) % 4] for card in dealer]
            if self.often(0.4):
                twin = best_flush(twin)[:-1]
            if self.take(twin):
                return self.fill(twin, size, 3)
        heart = self.special(size) if self.often(0.75) else []
        if self.jackpots and self.often(0.8):
            tries = [self.run(self.random.choice([size, size, size - 1])) for _ in range(10)]
            heart = next((run for run in tries if set(run) <= set(self.left)), heart)
        if not self.take(heart):
            heart = []
        hand = self.fill(heart, size)
        self.random.shuffle(hand)
        return hand

    def dealers_hand(self, size: int) -> list[str]:
        style = self.random.randrange(6)
        heart: list[str] = []
        most = 7
        if style < 3 and size == 7:  # around the nine
            top = self.random.choice([8, 9, 9, 10])
            heart, most = self.suited(self.random.choice([2, 3, 3, 3, 4]), 2, top), 2
        elif style == 3:
            heart = self.special(size)
        if not self.take(heart):
            heart = []
        hand = self.fill(heart, size, most)
        self.random.shuffle(hand)
        return hand

    # Submissions.

    def submission(self) -> Json:
        pick = self.random.choice
        filed = bundled_submission(NAMES[self.rulebook])
        del filed["approved_on"]  # a draft: JSON knows no dates
        table, wagers = filed["table"], filed["wagers"]
        table["adjacent_boxes"] = pick([1, 2, 3])
        table["maximum"] = pick(["500", "1000", "5000"])
        ways = ["manual_shoe", "automated", "hand"]
        table["dealing"] = pick(ways[:2] if self.rulebook == "MA-HCF" else ways)
        progressive = wagers["progressive"]
        progressive["rounding"] = pick(["down_to_cent"] * 3 + ["nearest_cent", "up_to_cent", "down_to_dollar"])
        readings: dict[str, str] = {}
        if self.chase:
            self.chase_submission(filed, readings)
        else:
            flushes = "ABCDEFGHIJKLMNO" if self.rulebook == "MD-HCF" else "ABCDEFGHIJKLMN"
            wagers["flush_bonus"]["paytable"] = pick(flushes)
            wagers["straight_flush_bonus"]["paytable"] = pick("ABCDEFG")
            for name in ("flush_bonus", "straight_flush_bonus"):
                wagers[name]["maximum"] = pick(["100", "1000"])
        if self.rulebook == "MD-HCF":
            letter = pick("ABCDE")
            least = {"A": "30000", "B": "30000", "C": "5000", "D": "30000", "E": "25000"}[letter]
            progressive |= {"paytable": letter, "initial": least, "reset": pick([least, "31234.56"])}
            progressive |= {"rate": pick(["22%", "22.125%", "7.5%"]), "amount": pick(["1", "1", "5"])}
            progressive["envy"] = letter in "CDE" and self.often(0.8)
            readings["ace_low_straight_flush"] = pick(["high_only", "also_low"])
            readings["progressive_fixed_amounts"] = pick(["as_printed", "per_dollar"])
            readings["envy_holder"] = pick(["any_hand", "hand_with_wager"])
            readings["void_round_bonuses"] = pick(["settled", "returned"])
            limit = pick([None, "50000", "50000", "1000", "333.50"])
            filed["payout_limit"] = {"per_hand": limit} if limit else {}
        if self.rulebook == "MA-HCF":
            progressive["paytable"] = pick("ABCD")
            readings["progressive_after_fold"] = pick(["lost", "paid"])
            readings["flush_bonus_four_card_row"] = pick(["as_printed", "marylands"])
            straight = wagers["straight_flush_bonus"]
            if straight["paytable"] == "G":
                odds = [5000, 2000, 500, 100, 50, 7]
                names = [f"{n}_card_straight_flush" for n in ("seven", "six", "five", "four", "three")]
                names = ["suit_specific_seven_card_straight_flush", *names]
                straight["bonus"] = dict(zip(names, odds, strict=True))
                straight["suit"] = pick(["spades", "hearts", "diamonds", "clubs"])
            limits = {"per_hand": pick(["50000", "1000", "200"]), "per_round": pick(["75000", "1500", "400.25"])}
            filed["payout_limit"] = {name: limits[name] for name in limits if self.often(0.6)}
        filed["readings"] = {name: choice for name, choice in readings.items() if self.often(0.6)}
        for name in [name for name in wagers if name != "xtra_bonus"]:
            if self.often(0.05):
                del wagers[name]
        for name in ("payout_limit", "readings"):
            if not filed.get(name):
                filed.pop(name, None)
        return filed

    def chase_submission(self, filed: Json, readings: dict[str, str]) -> None:
        pick = self.random.choice
        table, wagers = filed["table"], filed["wagers"]
        progressive = wagers["progressive"]
        if table["dealing"] == "automated":
            table["order"] = pick(["stacks_community_dealer_players", "stacks_community_players_dealer_kept"])
        wagers["xtra_bonus"]["paytable"] = pick("AB")
        wagers["same_suit"] |= {"paytable": pick("ABCD"), "maximum": pick(["100", "1000"])}
        letter = pick("ABCD")
        least = {"A": "5000", "B": "5000", "C": "10000", "D": "10000"}[letter]
        progressive |= {
            "paytable": letter,
            "amount": "1" if letter in "AB" else "5",
            "community_pay": self.often(0.8),
        }
        progressive["segments"] = [{"symbol": "Jackpot", "count": 1}]
        progressive["segments"] += [{"symbol": f"${value:,}", "count": 3} for value in WHEELS[letter]]
        if letter in "BD":
            progressive |= {"initial": least, "reset": pick([least, "12345.67"]), "rate": pick(["20%", "12.345%"])}
        else:
            for name in ("initial", "reset", "rate"):
                progressive.pop(name)
            progressive["prize"] = pick([least, "25000"])
        readings["ace_low_straight_flush"] = pick(["low_with_2345", "high_only", "also_low"])
        readings["void_round_progressive"] = pick(["settled", "returned"])
        limit = pick([None, "50000", "50000", "60000.50", "500000"])
        filed["payout_limit"] = {"per_hand": limit} if limit else {}

    # Scenarios.

    def stake(self, low: int, high: int) -> str:
        value = self.random.choice([low, low * 2, low * 5, high, self.random.randint(low, high)])
        value = min(value, high)
        return f"{value}.50" if value < high and self.often(0.2) else str(value)

    def wagers(self, filed: Json) -> dict[str, str]:
        made = {"ante": self.stake(10, int(filed["table"]["maximum"]))}
        if self.chase:
            made["xtra_bonus"] = made["ante"]
        for name in ("flush_bonus", "straight_flush_bonus", "same_suit"):
            if name in filed["wagers"] and self.often(0.8):
                made[name] = self.stake(5, int(filed["wagers"][name]["maximum"]))
        if "progressive" in filed["wagers"] and self.often(0.85):
            made["progressive"] = filed["wagers"]["progressive"]["amount"]
        return made

    def decide(self, given: Json, cards: list[str]) -> None:
        if self.chase:
            ways = [["all-in"], ["check", "all-in"], ["check", "check", "all-in"], ["check", "check", "fold"]]
            given["actions"] = self.random.choice(ways)
            return
        most = {5: 2, 6: 3, 7: 3}.get(len(best_flush(cards)), 1)
        ante = Fraction(given["wagers"]["ante"])
        amounts = [ante, ante * most, ante * self.random.randint(1, most)]
        if most > 1:
            amounts.append(ante + self.random.randint(0, int(ante * (most - 1))))
        given["action"] = "fold" if self.often(0.3) else f"raise {show(self.random.choice(amounts))}"

    def seats(self, filed: Json, numbers: list[int], hands: list[list[str]]) -> list[Json]:
        """Players with wagers and decisions; some play two or three adjacent boxes."""
        seats: list[Json] = []
        player = 0
        boxes = filed["table"]["adjacent_boxes"]
        for number, cards in zip(numbers, hands, strict=True):
            given: Json = {"seat": number, "wagers": self.wagers(filed)}
            beside = seats and seats[-1]["seat"] == number - 1
            more = beside and sum(seat["player"] == player for seat in seats) < boxes
            if not more or self.often(0.5):
                player += 1
            given["player"] = player
            self.decide(given, cards)
            if self.chase and "progressive" in given["wagers"] and len({card[1] for card in cards}) == 1:
                symbols = [part["symbol"] for part in filed["wagers"]["progressive"]["segments"]]
                some = [symbols[0], symbols[4], self.random.choice(symbols), self.random.choice(symbols)]
                given["wheel"] = self.random.choice(some)
            seats.append(given)
        if player == len(seats):
            for seat in seats:
                del seat["player"]
        return seats

    def meters(self, filed: Json) -> dict[str, str]:
        progressive = filed["wagers"].get("progressive")
        if not progressive or self.often(0.3):
            return {}
        if self.rulebook == "MA-HCF":
            found = {"main": self.random.choice(["10000", "41250.17", "12345.6789", "3.21"])}
            if self.often(0.7):
                found["secondary"] = self.random.choice(["0", "250.5", "1234.567"])
            return found
        if not progressive.get("rate"):
            return {}
        return {"main": self.random.choice(["41250.17", "30000.005", "99999.99", "54321.98765"])}

    def make(self) -> Json:
        filed = self.submission()
        numbers = sorted(self.random.sample(range(1, 7), self.random.choice([1, 2, 3, 3, 4, 5, 6])))
        size = 3 if self.chase else 7
        board: list[str] = []
        if self.chase:
            heart = self.special(4) if self.often(0.7) else []
            board = self.fill(heart if self.take(heart) else [], 4, 4)
            self.random.shuffle(board)
        early = [self.hand(size, []) for _ in numbers] if self.jackpots else []
        dealer = self.dealers_hand(size)
        hands = early or [self.chase_hand(board, dealer) if self.chase else self.hand(size, dealer) for _ in numbers]
        scenario: Json = {"submission": filed, "seats": self.seats(filed, numbers, hands)}
        meters = self.meters(filed)
        if meters:
            scenario["meters"] = meters
        if self.often(0.25):
            scenario["irregularities"] = [self.irregularity(numbers, filed)]
        if self.often(0.35):
            self.lay_deck(scenario, hands, dealer, board)
            return scenario
        scenario["dealer"] = " ".join(dealer)
        if self.chase:
            scenario["community"] = " ".join(board)
        for given, cards in zip(scenario["seats"], hands, strict=True):
            given["cards"] = " ".join(cards)
        return scenario

    def chase_hand(self, board: list[str], dealer: list[str]) -> list[str]:
        """Three hole cards, often of the board's main suit, often of one suit."""
        if self.often(0.35):
            suit = best_flush(board)[0][1]
            fit = [card for card in self.left if card[1] == suit][: self.random.randint(1, 3)]
            if self.take(fit):
                return self.fill(fit, 3)
        if self.often(0.4):
            fit = self.suited(3)
            if self.take(fit):
                return self.fill(fit, 3)
        return self.hand(3, dealer)

    def irregularity(self, numbers: list[int], filed: Json) -> Json:
        kinds = ["cards_face_up", "cards_face_up", "drawn_in_error", "wrong_number_of_cards", "dealer_card_exposed"]
        kinds += ["shuffler_jam", "hand_abandoned"]
        dealing = filed["table"]["dealing"]
        if dealing == "automated":
            kinds.append("shoe_jam")
        if self.every_count or dealing == "manual_shoe":
            kinds += ["stub_count_wrong", "stub_count_misdealt"]
        if self.rulebook == "MA-HCF":
            kinds.append("information_shared")
        found: Json = {"kind": self.random.choice(kinds)}
        if self.often(0.7):
            found["when"] = self.random.choice(["dealing", "decisions", "after_decisions"])
        if found["kind"] == "cards_face_up":
            if not self.chase and found.get("when") == "decisions":
                del found["when"]  # in High Card Flush the deal is over when the decisions begin
            found["count"] = self.random.choice([1, 2, 3])
        if found["kind"] in ("hand_abandoned", "information_shared"):
            found["seat"] = self.random.choice(numbers)
        if found["kind"] == "wrong_number_of_cards":
            if self.often(0.6):
                found["seat"] = self.random.choice(numbers)
            else:
                found["who"] = self.random.choice(["dealer", "community"] if self.chase else ["dealer"])
        return found

    def lay_deck(self, scenario: Json, hands: list[list[str]], dealer: list[str], board: list[str]) -> None:
        """Put the cards into a deck so that the submission's method deals them as they are."""
        places = [str(place) for place in range(52)]
        to_hands, to_dealer, to_board = deal(places, len(hands), scenario["submission"])
        lain: dict[int, str] = {}
        for way, cards in [*zip(to_hands, hands, strict=True), (to_dealer, dealer), (to_board, board)]:
            for place, card in zip(way, cards, strict=True):
                lain[int(place)] = card
        rest = iter(self.left)
        deck = [lain.get(place) or next(rest) for place in range(52)]
        for found in scenario.get("irregularities", []):
            dealt = len(lain)
            spare = dealt < 52 and deck[51] not in lain.values()
            if found["kind"] == "cards_face_up" and found["count"] == 1 and spare:
                found["card"] = deck.pop()
                deck.insert(self.random.randrange(dealt), found["card"])
        scenario["deck"] = " ".join(deck)


def settle(scenario: Json, path: Path) -> tuple[int, str, str]:
    """Status, output and complaint of the real command."""
    from houserules.cli.main import run  # noqa: PLC0415

    path.write_text(json.dumps(scenario), "utf-8")
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = run(["settle", str(path), "--json"])
    return status, out.getvalue(), err.getvalue()


def compare(rulebook: str, seed: int, path: Path, *, every_count: bool = False) -> list[str]:
    """The differences of one scenario made from this seed."""
    scenario = Maker(rulebook, seed, every_count=every_count).make()
    status, out, err = settle(scenario, path)
    if status != 0:
        return [f"status {status}: {err.strip()}"]
    return differences(scenario, json.loads(out))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--rulebook", choices=list(NAMES), action="append")
    parser.add_argument("--every-count", action="store_true", help="wrong stub counts under each way of dealing")
    chosen = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for rulebook in chosen.rulebook or list(NAMES):
            for seed in range(chosen.seed, chosen.seed + chosen.count):
                found = compare(rulebook, seed, Path(folder) / "scenario.json", every_count=chosen.every_count)
                failed += bool(found)
                for line in found:
                    print(f"{rulebook} {seed}: {line}", flush=True)
            print(f"{rulebook}: {chosen.count} compared", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
