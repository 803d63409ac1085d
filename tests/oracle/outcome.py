"""What each wager of a round comes to, clause by clause. The outcome depends on the set of irregularities alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tests.oracle.hands import (
    COMMUNITY_PAY,
    MA_RATES,
    MILLION,
    PAYTABLES,
    best_flush,
    dollars,
    holds,
    pays,
    qualifies,
)
from tests.oracle.rounds import MOMENTS, Box, Irregularity, Round

Line = tuple[str, int, str]
"""`win`, `lose`, `push` or `void`; what is paid besides the stake, in millionths of a dollar; the clause."""

WAGERS = {
    "MD-HCF": ("ante", "raise", "flush_bonus", "straight_flush_bonus", "progressive"),
    "MA-HCF": ("ante", "raise", "flush_bonus", "straight_flush_bonus", "progressive"),
    "MD-CTF": ("ante", "xtra_bonus", "all_in", "same_suit", "progressive"),
}
HAND = {"MD-HCF": 7, "MA-HCF": 7, "MD-CTF": 3}
STUB = {  # the clause that has the stub counted, by how the cards are dealt
    "MD-HCF": {"manual_shoe": "8.J", "hand": "9.E", "automated": "10.E"},
    "MD-CTF": {"manual_shoe": "8.G", "hand": "9.E", "automated": "10.E"},
}
CENT = MILLION // 100


@dataclass(frozen=True)
class Voiding:
    """A clause that voids all hands, from which moment, and the wagers that it gives back."""

    clause: str
    moment: int
    returns: frozenset[str]


@dataclass(frozen=True)
class Outcome:
    lines: dict[tuple[int, str], Line]
    void: tuple[str, ...]
    """The clauses that void the round; none: the round stands."""
    deck: str
    """`goes on`, `reshuffled` or `removed`."""

    def returned(self, box: Box, wager: str) -> int:
        """All that goes to the player. A Progressive chip was collected before the deal: only a void returns it."""
        result, paid, _ = self.lines[box.seat, wager]
        back = result == "void" or (result in ("win", "push") and wager != "progressive")
        return paid + (box.stakes.get(wager, 0) if back else 0)


def found(played: Round, kind: str, *moments: str) -> list[Irregularity]:
    return [it for it in played.irregularities if it.kind == kind and it.when in (moments or MOMENTS)]


def first(irregularities: list[Irregularity]) -> int:
    return min(MOMENTS.index(it.when) for it in irregularities)


def second_card_face_up(played: Round, *moments: str) -> int | None:
    """The moment at which more than one card has been found face up while the cards are dealt."""
    count = 0
    for moment in moments:
        count += sum(it.count for it in found(played, "cards_face_up", moment))
        if count > 1:
            return MOMENTS.index(moment)
    return None


def voidings(played: Round) -> list[Voiding]:
    rules = {"MD-HCF": maryland_high_card, "MD-CTF": maryland_chase, "MA-HCF": massachusetts}[played.rulebook]
    return [
        Voiding(f"{played.rulebook} {clause}", moment, frozenset(returns))
        for clause, moment, returns in rules(played)
    ]


Found = Iterator[tuple[str, int, set[str]]]


def maryland_high_card(played: Round) -> Found:
    everything = set(WAGERS["MD-HCF"])
    # 13.F: whatever was said before it, the bonus wagers and the Progressive are settled. It stands before 13.H.
    base = {"ante", "raise"}
    # 13.A: one card face up is put aside. 13.B: more than one void all hands.
    if (moment := second_card_face_up(played, "dealing")) is not None:
        yield "13.B", moment, base
    # 13.C: a card drawn in error is the next card: nothing changes.
    # 13.D: a player or the dealer has the wrong number of cards, whenever it is found.
    if wrong := found(played, "wrong_number_of_cards"):
        yield "13.D", first(wrong), base
    # 13.E: until each player has folded or raised.
    if exposed := found(played, "dealer_card_exposed", "dealing", "decisions"):
        yield "13.E", first(exposed), base
    # 13.G: a shuffler that jams has its cards reshuffled; the round stands.
    # 13.H: a shoe that jams voids the round, and all wagers go back. After the deal it is empty (10.B(3)).
    if played.table.dealing == "automated" and (jams := found(played, "shoe_jam", "dealing")):
        yield "13.H", first(jams), everything
    yield from stub(played, base, everything)


def maryland_chase(played: Round) -> Found:
    everything = set(WAGERS["MD-CTF"])
    # 13.A-B as in High Card Flush; the deal lasts until the last community card, or the last stack (10.B).
    automated = played.table.dealing == "automated"
    deal = ("dealing",) if automated else ("dealing", "decisions", "flop", "community")
    if (moment := second_card_face_up(played, *deal)) is not None:
        # 13.C: once each hand has its three cards the community cards are dealt and the Same Suit Wager is settled.
        yield "13.B", moment, everything - ({"same_suit"} if moment > MOMENTS.index("dealing") else set())
    # 13.E: a player, the dealer or the community cards; nothing saves any wager.
    if wrong := found(played, "wrong_number_of_cards"):
        yield "13.E", first(wrong), everything
    # 13.F-G: Ante, X-tra Bonus and All In go back; the Same Suit Wager and the Progressive are settled.
    moments = ["dealing", "decisions"] + [when for when in ("flop", "community") if somebody_checks(played, when)]
    if exposed := found(played, "dealer_card_exposed", *moments):
        yield "13.F", first(exposed), {"ante", "xtra_bonus", "all_in"}
    # 13.H: a shuffler that jams gives all wagers back.
    if played.table.shuffler != "none" and (jams := found(played, "shuffler_jam")):
        yield "13.H", first(jams), everything
    if automated and (jams := found(played, "shoe_jam", "dealing")):
        yield "13.I", first(jams), everything
    yield from stub(played, everything, everything)


def somebody_checks(played: Round, when: str) -> bool:
    """Is a decision left when the Flop, or the last two community cards, are dealt (13.F)?"""
    decisions = {"flop": 1, "community": 2}[when]
    return any("all-in" not in box.actions[:decisions] for box in played.boxes)


def stub(played: Round, misdealt: set[str], wrong: set[str]) -> Found:
    """Maryland, a count of the stub that is not as it should be."""
    clause = STUB[played.rulebook][played.table.dealing]
    if counts := found(played, "stub_count_misdealt"):
        yield f"{clause}(1)", first(counts), misdealt
    if counts := found(played, "stub_count_wrong"):
        yield f"{clause}(2)", first(counts), wrong


def massachusetts(played: Round) -> Found:
    everything = set(WAGERS["MA-HCF"])
    if (moment := second_card_face_up(played, "dealing")) is not None:
        yield "13(a)", moment, everything
    wrong = found(played, "wrong_number_of_cards")
    # 13(c) names the players only; that of the dealer voids the round by 7(f)(2).
    if players := [it for it in wrong if it.where != "dealer"]:
        yield "13(c)", first(players), everything
    if dealers := [it for it in wrong if it.where == "dealer"]:
        yield "7(f)(2)", first(dealers), everything
    # 13(d): until the dealer reveals the hand, so after the last decision too.
    if exposed := found(played, "dealer_card_exposed", "dealing", "decisions", "after_decisions"):
        yield "13(d)", first(exposed), everything
    # 13(e): the cards of a shuffler that jams are reshuffled; the round stands.
    if played.table.dealing == "automated" and (jams := found(played, "shoe_jam", "dealing")):
        yield "13(f)", first(jams), everything
    if counts := found(played, "stub_count_misdealt") + found(played, "stub_count_wrong"):
        yield "7(f)(2)", first(counts), everything


def players_of(played: Round, irregularities: list[Irregularity]) -> set[int]:
    seats = {it.where for it in irregularities}
    return {box.player for box in played.boxes if box.seat in seats}


def forfeiting(played: Round, voids: list[Voiding]) -> set[int]:
    """MA-HCF 9(a): who tells about a hand before the reveal forfeits all wagers of the round, on every box."""
    if played.rulebook != "MA-HCF":
        return set()
    end = min((it.moment for it in voids), default=len(MOMENTS))
    told = found(played, "information_shared", "dealing", "decisions", "after_decisions")
    return players_of(played, [it for it in told if MOMENTS.index(it.when) <= end])


class Meter:
    """MD-HCF 12.E(2)-(3), MD-CTF 12.D(5) and the second (4), MA-HCF 11(f)."""

    def __init__(self, played: Round) -> None:
        self.played = played
        percent, second = played.table.rate, 0
        if played.rulebook == "MA-HCF" and "progressive" in played.table.paytables:
            percent, second = MA_RATES[played.table.paytables["progressive"]]
        wagered = sum(box.wagers.get("progressive", 0) for box in played.boxes)
        self.main = played.main + wagered * percent // 100
        self.secondary = played.secondary + wagered * second // 100

    def pay(self, percent: int) -> int:
        paid = self.main * percent // 100 // CENT * CENT
        self.main -= paid
        if percent == 100 and self.played.rulebook == "MA-HCF":
            self.main, self.secondary = self.secondary, 0
        elif percent == 100:
            self.main += self.played.table.reset
        return paid


def outcome(played: Round) -> Outcome:
    voids = voidings(played)
    forfeited = forfeiting(played, voids)
    left = players_of(played, found(played, "hand_abandoned"))
    meter = Meter(played)
    lines: dict[tuple[int, str], Line] = {}
    # Settlement goes from the dealer's right, counterclockwise: MD-HCF 11.B(5), MD-CTF 11.H, MA-HCF 9(e), 12(f).
    for box in sorted(played.boxes, key=lambda box: -box.seat):
        for wager in WAGERS[played.rulebook]:
            if wager not in box.stakes:
                continue
            returned = next((it.clause for it in voids if wager in it.returns), None)
            if box.player in forfeited:
                line: Line = ("lose", 0, "MA-HCF 9(a)")
            elif returned or (voids and len(box.cards) != HAND[played.rulebook]):
                line = ("void", 0, returned or voids[0].clause)
            elif box.player in left and played.rulebook != "MA-HCF":
                # A wager left behind may be treated as losing; a wager that goes back goes back all the same.
                line = ("lose", 0, f"{played.rulebook} 7.C(2)")
            elif played.rulebook == "MD-CTF":
                line = chase(played, box, wager, meter)
            else:
                line = high_card(played, box, wager, meter, folded=box.folded or box.player in left)
            lines[box.seat, wager] = line
    if played.table.shared_pay:
        share(played, lines, left)
    return Outcome(lines, tuple(it.clause for it in voids), deck(played, bool(voids)))


def deck(played: Round, void: bool) -> str:
    if found(played, "stub_count_wrong") or found(played, "shuffler_count_wrong"):
        return "removed"  # MD-HCF 5.C, 8.J(2); MD-CTF 5.E, 8.G(2); MA-HCF 7(f)(2), 7(g)
    jammed = played.table.shuffler != "none" and found(played, "shuffler_jam")
    return "reshuffled" if void or jammed else "goes on"


def high_card(played: Round, box: Box, wager: str, meter: Meter, *, folded: bool) -> Line:
    maryland = played.rulebook == "MD-HCF"
    stake = box.stakes[wager]

    def cited(md: str, ma: str) -> str:
        return f"MD-HCF {md}" if maryland else f"MA-HCF {ma}"

    if wager in ("ante", "raise"):
        if folded:
            return "lose", 0, cited("11.B(4)(a)", "9(b)")
        mine, dealers = best_flush(box.cards), best_flush(played.dealer)
        if not qualifies(played.dealer):
            if wager == "ante":
                return "win", stake, cited("12.A", "11(b)")
            return "push", 0, cited("11.B(5)(c)", "9(e)(1)(i)")
        if mine > dealers:
            return "win", stake, cited("12.A", "11(b)")
        if mine < dealers:
            return "lose", 0, cited("11.B(5)(d)(i)", "9(e)(1)(ii)b")
        return "push", 0, cited("11.B(5)(d)(iii)", "9(e)(1)(ii)c")
    letter = played.table.paytables[wager]
    if wager == "progressive":
        if folded and not maryland:
            return "lose", 0, "MA-HCF 12(c)"  # 9(c) says otherwise; the special section is followed
        prize = pays(played.rulebook, wager, letter, box.cards)
        if prize is None:
            return "lose", 0, cited("12.E(1)", "11(e)")
        paid = meter.pay(int(prize[:-1])) if isinstance(prize, str) else prize * MILLION
        return "win", paid, cited("12.E(1)", "11(e)")
    clause = cited("12.B", "11(c)") if wager == "flush_bonus" else cited("12.C", "11(d)")
    return odds(pays(played.rulebook, wager, letter, box.cards), stake, clause)


def odds(to_one: int | str | None, stake: int, clause: str) -> Line:
    assert not isinstance(to_one, str)
    return ("lose", 0, clause) if to_one is None else ("win", stake * to_one, clause)


def chase(played: Round, box: Box, wager: str, meter: Meter) -> Line:
    stake, cards = box.stakes[wager], box.cards + played.community
    if wager == "same_suit":  # a fold does not end it: 11.F(3)(a), I(2)
        return odds(pays("MD-CTF", wager, played.table.paytables[wager], cards), stake, "MD-CTF 12.C")
    if wager == "progressive":  # nor this: 11.F(4)(a)
        if best_flush(box.cards)[0] < 3:
            return "lose", 0, "MD-CTF 1.B(6)"
        if box.wheel != "Jackpot":
            return "win", dollars(box.wheel.strip("$").replace(",", "")), "MD-CTF 12.D(4)"
        fixed = played.table.paytables[wager] in "AC"
        return "win", played.table.prize if fixed else meter.pay(100), "MD-CTF 12.D(4)"
    if box.folded:
        return "lose", 0, "MD-CTF 11.F(2)"
    mine, dealers = best_flush(cards), best_flush(played.dealer + played.community)
    if wager == "ante" and not qualifies(played.dealer + played.community):
        return "push", 0, "MD-CTF 11.H(1)"
    if mine < dealers:
        return "lose", 0, "MD-CTF 11.H(3)(a)"
    if mine == dealers:
        return "push", 0, "MD-CTF 11.H(3)(c)"
    if wager != "xtra_bonus":
        return "win", stake, "MD-CTF 12.A"
    to_one = pays("MD-CTF", wager, played.table.paytables[wager], cards)
    return ("push", 0, "MD-CTF 12.B") if to_one is None else odds(to_one, stake, "MD-CTF 12.B")


def share(played: Round, lines: dict[tuple[int, str], Line], left: set[int]) -> None:
    """Envy Bonus (MD-HCF 11.B(9)(e), 12.E(4)-(5)) and Community Pay (MD-CTF 11.J(1)(d), 12.D(5)-(8)).

    They go to each box whose Progressive was settled, for each such hand of another player.
    """
    letter = played.table.paytables.get("progressive", "")
    settled = [box for box in played.boxes if lines.get((box.seat, "progressive"), ("void",))[0] != "void"]
    for box in settled:
        others = [other for other in played.boxes if other.player != box.player and other.player not in left]
        if box.player in left:
            continue
        if played.rulebook == "MD-HCF" and letter in PAYTABLES["MD-HCF"]["envy_bonus"]:
            each = [envy(letter, other) for other in others]
            amount, name, clause = sum(each) * box.wagers["progressive"], "envy_bonus", "MD-HCF 12.E(5)"
        elif played.rulebook == "MD-CTF":
            shown = [lines.get((other.seat, "progressive"), ("void", 0)) for other in others]
            each = [COMMUNITY_PAY[letter].get(it[1] // MILLION, 0) for it in shown if it[0] == "win"]
            clause = "MD-CTF 12.D(6)" if letter in "AB" else "MD-CTF 12.D(7)"
            amount, name = sum(each) * MILLION, "community_pay"
        else:
            continue
        if amount:
            lines[box.seat, name] = ("win", amount, clause)


def envy(letter: str, holder: Box) -> int:
    """Dollars for a dollar of the receiver's wager. A forfeited hand without a bonus wager is gone (11.B(4)(a))."""
    if len(holder.cards) != HAND["MD-HCF"] or (holder.folded and set(holder.wagers) == {"ante"}):
        return 0
    table = PAYTABLES["MD-HCF"]["envy_bonus"][letter]
    return max((int(pay) for line, pay in table.items() if holds(line, holder.cards, "MD-HCF")), default=0)
