"""Lawful random rounds with up to four irregularities, and rounds as scenario files."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from tests.oracle.hands import DECK, MILLION, PAYTABLES, RANKS, WHEELS, best_flush
from tests.oracle.outcome import HAND, WAGERS, voidings
from tests.oracle.rounds import MOMENTS, Box, Irregularity, Round, Table

RULEBOOKS = ("MD-HCF", "MD-CTF", "MA-HCF")
LEAST_METER = {"MD-HCF": dict.fromkeys("ABD", 30000) | {"C": 5000, "E": 25000}, "MD-CTF": dict.fromkeys("AB", 5000)}
LEAST_METER["MD-CTF"] |= dict.fromkeys("CD", 10000)


def random_round(rng: Random, rulebook: str) -> Round:
    """Up to four things go wrong. A slip is two entries, one for each hand; so is leaving two boxes."""
    table = random_table(rng, rulebook)
    boxes = random_boxes(rng, table)
    played = deal(rng, Round(table, tuple(boxes), main=table.reset + rng.randrange(10**8) * 10000))
    for _ in range(rng.choice((0, 1, 1, 2, 2, 3, 4))):
        played = go_wrong(rng, played)
    return end(rng, played)


def random_table(rng: Random, rulebook: str) -> Table:
    ways = ["manual_shoe", "automated"] if rulebook == "MA-HCF" else ["manual_shoe", "hand", "automated"]
    dealing = rng.choice(ways)
    by_hand = ["none"] if dealing == "manual_shoe" and rulebook != "MA-HCF" else []
    shuffler = rng.choice([*by_hand, "plain", "counting"])
    letters = {
        wager: rng.choice(sorted(tables))
        for wager, tables in PAYTABLES[rulebook].items()
        if wager in WAGERS[rulebook]
    }
    letters.setdefault("progressive", rng.choice("ABCD"))
    reset = LEAST_METER[rulebook][letters["progressive"]] if rulebook in LEAST_METER else 10000
    shared = rulebook == "MD-CTF" or letters["progressive"] in PAYTABLES["MD-HCF"]["envy_bonus"]
    amount, shared = reset * MILLION, shared and rulebook != "MA-HCF"
    return Table(rulebook, letters, dealing, shuffler, reset=amount, prize=amount, shared_pay=shared)


def random_boxes(rng: Random, table: Table) -> list[Box]:
    boxes: list[Box] = []
    for seat in sorted(rng.sample(range(1, 7), rng.randint(1, 6))):
        ante = rng.choice((10, 15, 25, 100)) * MILLION
        wagers = {"ante": ante} | ({"xtra_bonus": ante} if table.rulebook == "MD-CTF" else {})
        for wager in ("same_suit",) if table.rulebook == "MD-CTF" else ("flush_bonus", "straight_flush_bonus"):
            if rng.random() < 0.6:
                wagers[wager] = 5 * MILLION
        if rng.random() < 0.6:
            wagers["progressive"] = rng.choice(progressive_amounts(table)) * MILLION
        neighbour = boxes and boxes[-1].seat == seat - 1 and not boxes[-1].person and rng.random() < 0.3
        boxes.append(Box(seat, wagers, person=seat - 1 if neighbour else 0))
    return boxes


def progressive_amounts(table: Table) -> tuple[int, ...]:
    """MD-HCF 12.E(4)(a) lets players wager different amounts; a wheel and MA-HCF 12(a) have one."""
    if table.rulebook == "MD-CTF":
        return (5,) if table.paytables["progressive"] in "CD" else (1,)
    return (1, 2, 5) if table.rulebook == "MD-HCF" else (1,)


def deal(rng: Random, played: Round) -> Round:
    """Full hands and all decisions; now and then a run in one suit, which chance alone would hardly bring."""
    cards = rng.sample(DECK, len(DECK))
    if rng.random() < 0.4:
        start, suit = rng.randrange(13), rng.choice("shdc")
        run = [RANKS[(start + step) % 13] + suit for step in range(rng.randint(3, 7))]
        cards = [*[card for card in cards if card not in run], *run]
    each = HAND[played.rulebook]
    hands = [tuple(cards.pop() for _ in range(each)) for _ in range(len(played.boxes) + 1)]
    community = tuple(cards.pop() for _ in range(4)) if played.rulebook == "MD-CTF" else ()
    dealer = hands.pop(rng.randrange(len(hands)))
    letter = played.table.paytables["progressive"]
    symbols = ["Jackpot", *(f"${dollars:,}" for dollars in WHEELS[letter])] if played.rulebook == "MD-CTF" else [""]
    boxes = [
        replace(
            box, cards=hand, actions=decide(rng, played.rulebook, box.wagers["ante"], hand), wheel=rng.choice(symbols)
        )
        for box, hand in zip(played.boxes, hands, strict=True)
    ]
    return replace(played, boxes=tuple(boxes), dealer=dealer, community=community)


def decide(rng: Random, rulebook: str, ante: int, hand: tuple[str, ...]) -> tuple[str, ...]:
    if rulebook == "MD-CTF":
        return rng.choice(
            (("all-in",), ("check", "all-in"), ("check", "check", "all-in"), ("check", "check", "fold"))
        )
    most = {5: 2, 6: 3, 7: 3}.get(best_flush(hand)[0], 1)
    raised = (
        ante // MILLION * rng.randint(1, most)
        if rng.random() < 0.7
        else rng.randint(ante // MILLION, ante * most // MILLION)
    )
    return ("fold",) if rng.random() < 0.3 else (f"raise {raised}",)


def kinds(table: Table) -> list[str]:
    """What can go wrong at this table and can be said in a scenario."""
    some = [
        "cards_face_up",
        "drawn_in_error",
        "dealer_card_exposed",
        "hand_abandoned",
        *["wrong_number_of_cards"] * 2,
    ]
    some += ["shuffler_jam"] if table.shuffler != "none" else []
    some += ["stub_count_misdealt", "stub_count_wrong"] if table.shuffler != "counting" else []
    some += ["shoe_jam"] if table.dealing == "automated" else []
    return some + (["information_shared"] if table.rulebook == "MA-HCF" else [])


def go_wrong(rng: Random, played: Round) -> Round:
    """One more irregularity."""
    chase, automated = played.rulebook == "MD-CTF", played.table.dealing == "automated"
    later = ["flop", "community"] if chase else []
    counted = "after_decisions" if chase and not automated else "decisions"
    seat = rng.choice(played.boxes).seat
    match kind := rng.choice(kinds(played.table)):
        case "cards_face_up":
            when = rng.choice(["dealing", *(later if not automated else [])])
            it = Irregularity(kind, when, count=rng.choice((1, 1, 2, 3)))
        case "dealer_card_exposed":
            it = Irregularity(kind, rng.choice(["dealing", "decisions", *later, "after_decisions", "reveal"]))
        case "wrong_number_of_cards":
            return misdeal(rng, played)
        case "hand_abandoned":
            return abandon(played, seat)
        case "information_shared":
            if any(told.kind == kind and told.where == seat for told in played.irregularities):
                return played
            it = Irregularity(kind, rng.choice(("decisions", "after_decisions")), seat)
        case "stub_count_misdealt" | "stub_count_wrong":
            it = Irregularity(kind, counted)
            played = misdeal(rng, played, counted) if kind == "stub_count_misdealt" else played
        case "shuffler_jam":
            it = Irregularity(kind, rng.choice(("dealing", "decisions")))
        case _:
            it = Irregularity(kind)
    return replace(played, irregularities=played.irregularities | {it})


def misdeal(rng: Random, played: Round, when: str = "") -> Round:
    """One hand has a card too many or too few, or a card slipped from one hand into another. Once a round."""
    if any(it.kind == "wrong_number_of_cards" for it in played.irregularities):
        return played
    hands: dict[int | str, tuple[str, ...]] = {box.seat: box.cards for box in played.boxes} | {
        "dealer": played.dealer
    }
    if played.community:
        hands["community"] = played.community
    used = {card for hand in hands.values() for card in hand}
    spare = next(card for card in DECK if card not in used)
    moments = [it for it in MOMENTS[1:] if played.community or it not in ("flop", "community")]
    when = when or rng.choice(moments)
    may_slip = [where for where in hands if where != "community" or MOMENTS.index(when) >= MOMENTS.index("community")]
    wrong = rng.sample(may_slip, rng.choice((1, 2)))
    match wrong, rng.random() < 0.5:
        case [one, other], _:
            hands[one], hands[other] = hands[one][:-1], hands[other] + hands[one][-1:]
        case [one], True:
            hands[one] += (spare,)
        case [one], _:
            hands[one] = hands[one][: -rng.choice((1, 2))]
    boxes = []
    for box in played.boxes:
        raised = box.seat in wrong and box.actions and box.actions[0].startswith("raise")
        actions = (f"raise {box.wagers['ante'] // MILLION}",) if raised else box.actions
        boxes.append(replace(box, cards=hands[box.seat], actions=actions))
    return replace(
        played,
        boxes=tuple(boxes),
        dealer=hands["dealer"],
        community=hands.get("community", ()),
        irregularities=played.irregularities
        | {Irregularity("wrong_number_of_cards", when, where) for where in wrong},
    )


def abandon(played: Round, seat: int) -> Round:
    """The player of this seat leaves before the decision, on each box."""
    player = next(box.player for box in played.boxes if box.seat == seat)
    theirs = [box.seat for box in played.boxes if box.player == player]
    boxes = [replace(box, actions=()) if box.seat in theirs else box for box in played.boxes]
    left = {Irregularity("hand_abandoned", "decisions", where) for where in theirs}
    return replace(played, boxes=tuple(boxes), irregularities=played.irregularities | left)


def end(rng: Random, played: Round) -> Round:
    """What cannot have happened any more once the round was void is left out: irregularities, decisions, cards."""
    if voids := voidings(played):
        end = min(it.moment for it in voids)
        played = replace(played, irregularities=frozenset(known_by(played, end)))
        played = replace(played, boxes=decided_by(rng, played, MOMENTS[end]))
        whole = all(it.kind not in ("wrong_number_of_cards", "dealer_card_exposed") for it in played.irregularities)
        if MOMENTS[end] == "dealing" and whole and rng.random() < 0.6:
            complete = rng.randrange(len(played.boxes) + 1)
            boxes = [box if at < complete else replace(box, cards=()) for at, box in enumerate(played.boxes)]
            played = replace(played, boxes=tuple(boxes), dealer=(), community=())
    boxes = [box if spins(box) else replace(box, wheel="") for box in played.boxes]
    return replace(played, boxes=tuple(boxes))


def spins(box: Box) -> bool:
    return "progressive" in box.wagers and len(box.cards) == 3 and best_flush(box.cards)[0] == 3


def known_by(played: Round, end: int) -> set[Irregularity]:
    """A wrong number is a fact of the deal: in a round that ends while it is dealt it is found then."""
    kept = set()
    for it in played.irregularities:
        if it.kind == "wrong_number_of_cards" and MOMENTS[end] == "dealing":
            kept.add(replace(it, when="dealing"))
        elif it.kind == "wrong_number_of_cards" or MOMENTS.index(it.when) <= end:
            kept.add(it)
    return kept


def decided_by(rng: Random, played: Round, end: str) -> tuple[Box, ...]:
    """At `decisions` at least one player has not decided."""
    count = len(played.boxes)
    match end:
        case "betting" | "dealing":
            took, part = 0, 0
        case "decisions":
            longest = max(len(box.actions) for box in played.boxes) or 1
            took, part = rng.randrange(longest), rng.randrange(count)
            part = min([part, *(at for at, box in enumerate(played.boxes) if len(box.actions) > took)])
        case "flop" | "community":
            took, part = (1, 0) if end == "flop" else (2, 0)
        case _:
            return played.boxes
    return tuple(replace(box, actions=box.actions[: took + (at < part)]) for at, box in enumerate(played.boxes))


def money(amount: int) -> str:
    assert amount % 10000 == 0
    return f"{amount // MILLION}.{amount % MILLION // 10000:02}"


def as_submission(table: Table) -> dict[str, Any]:
    """A draft that offers every wager of the table."""
    maryland = table.rulebook != "MA-HCF"
    decks = 1 if table.shuffler == "none" else 2
    floor = {"seats": 6, "dealing": table.dealing, "shuffler": table.shuffler, "decks": decks}
    limits = {"adjacent_boxes": 2, "minimum": "10", "maximum": "500"}
    wagers: dict[str, dict[str, Any]] = {
        wager: {"paytable": letter} | ({"minimum": "5", "maximum": "500"} if wager != "xtra_bonus" else {})
        for wager, letter in table.paytables.items()
        if wager != "progressive"
    }
    progressive: dict[str, Any] = {
        "paytable": table.paytables["progressive"],
        "amount": [str(amount) for amount in progressive_amounts(table)],
    }
    if maryland:
        amount = money(table.reset)
        progressive |= {"rate": f"{table.rate}%", "initial": amount, "reset": amount}
        progressive["envy" if table.rulebook == "MD-HCF" else "community_pay"] = table.shared_pay
    if table.rulebook == "MD-CTF":
        symbols = ["Jackpot", *(f"${amount:,}" for amount in WHEELS[progressive["paytable"]])]
        progressive["segments"] = [{"symbol": symbol, "count": 1} for symbol in symbols]
        if progressive["paytable"] in "AC":
            progressive["prize"] = money(table.prize)
    submission = {
        "rulebook": table.rulebook,
        "table": floor | limits,
        "wagers": wagers | {"progressive": progressive},
    }
    return submission | ({"operator": "Example Casino"} if maryland else {})


def as_scenario(played: Round) -> dict[str, Any]:
    """The round as `houserules settle` reads it, irregularities in an order that says nothing."""
    scenario: dict[str, Any] = {"submission": as_submission(played.table)}
    if played.dealer:
        scenario["dealer"] = " ".join(played.dealer)
    if played.community:
        scenario["community"] = " ".join(played.community)
    scenario["meters"] = {"main": money(played.main)}
    if played.rulebook == "MA-HCF":
        scenario["meters"]["secondary"] = money(played.secondary)
    scenario["seats"] = []
    for box in played.boxes:
        early = {wager: money(stake) for wager, stake in box.wagers.items()}
        seat: dict[str, Any] = {"seat": box.seat, "wagers": early, "actions": list(box.actions)}
        seat |= {"player": box.person} if box.person else {}
        seat |= {"cards": " ".join(box.cards)} if box.cards else {}
        seat |= {"wheel": box.wheel} if box.wheel else {}
        scenario["seats"].append(seat)
    scenario["irregularities"] = []
    for it in sorted(played.irregularities, key=repr):
        entry: dict[str, Any] = {"kind": it.kind, "when": it.when}
        entry |= {"count": it.count} if it.kind == "cards_face_up" else {}
        if it.where:
            entry["seat" if isinstance(it.where, int) else "who"] = it.where
        scenario["irregularities"].append(entry)
    return scenario
