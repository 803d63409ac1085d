"""What a round should have paid, worked out a second time.

A plain program beside the round engine, and independent of it: it shares no code with the package. Pay tables are
typed from the documents, cards are two letters, money is fractions. It takes a scenario as `houserules settle` does
and says what `houserules settle --json` should answer. Where the documents leave something open it follows the
defaults and the switches of the register of readings.

When an irregularity happened is "dealing" (also where nothing is said: before any decision), "decisions" (before the
last one), or "after_decisions" (before the dealer's hand is shown).

What must be lawful in a scenario is not checked here; feed it lawful ones.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tests.scenarios.oracle_hands import NUMBERS, best_flush, reaches_nine
from tests.scenarios.oracle_money import amount, share, show
from tests.scenarios.oracle_rounds import Json, Round, Seat, read
from tests.scenarios.oracle_tables import MA_RATES
from tests.scenarios.oracle_wagers import chase_the_flush, high_card_flush, void_all


def decide(game: Round, early: bool) -> None:
    """Place the wagers that the decisions made, unless the round was stopped before them."""
    for seat in game.seats:
        seat.decided = not early
        if early:
            seat.actions = []
            continue
        if game.chase:
            if "all-in" in seat.actions:
                seat.wagers["all_in"] = seat.wagers["ante"] * (3 - seat.actions.index("all-in"))
        elif not seat.folded:
            seat.wagers["raise"] = amount(seat.actions[0].split()[1])


VOIDS = {
    "MD-HCF": {
        "cards_face_up": "13.B",
        "wrong_number_of_cards": "13.D",
        "dealer_card_exposed": "13.E",
        "shoe_jam": "13.H",
    },
    "MD-CTF": {
        "cards_face_up": "13.B",
        "wrong_number_of_cards": "13.E",
        "dealer_card_exposed": "13.F",
        "shuffler_jam": "13.H",
        "shoe_jam": "13.I",
    },
    "MA-HCF": {
        "cards_face_up": "13(a)",
        "wrong_number_of_cards": "13(c)",
        "dealer_card_exposed": "13(d)",
        "shoe_jam": "13(f)",
    },
}
COUNTS = {
    "MD-HCF": {"manual_shoe": "8.J", "hand": "9.E", "automated": "10.E"},
    "MD-CTF": {"manual_shoe": "8.G", "hand": "9.E", "automated": "10.E"},
}


def void_clause(game: Round, irregularity: Json) -> str | None:
    """The clause by which this ends the round, or None."""
    kind = irregularity["kind"]
    if kind in ("stub_count_wrong", "stub_count_misdealt"):
        if game.rulebook == "MA-HCF":
            return "7(f)(2)"
        step = "(1)" if kind == "stub_count_misdealt" else "(2)"
        return COUNTS[game.rulebook][game.submission["table"]["dealing"]] + step
    if kind == "cards_face_up":
        found = sum(other.get("count", 1) for other in game.irregularities if other["kind"] == kind)
        kept = game.submission["table"].get("order") == "stacks_community_players_dealer_kept"
        when = irregularity.get("when", "dealing")
        stacks = game.submission["table"]["dealing"] == "automated"
        over = when == "after_decisions" or (when == "decisions" and stacks)
        if found < 2 or (over and not kept):
            return None  # nothing is being dealt any more; 10.B(3) keeps a stack for the dealer in the shuffler
        if game.chase and when != "dealing" and not kept:
            return "13.C"  # with the stack kept, the dealer has not received three cards
    if kind == "dealer_card_exposed" and game.rulebook != "MA-HCF" and irregularity.get("when") == "after_decisions":
        return None  # Maryland voids until the last player has acted, Massachusetts until the dealer's reveal
    return VOIDS[game.rulebook].get(kind)


def lock_out(game: Round) -> None:
    """Every accepted Progressive wager raises the meters before the first card."""
    if game.main is None:
        return
    chosen = game.wager("progressive")
    rates = MA_RATES[chosen["paytable"]] if game.rulebook == "MA-HCF" else (chosen["rate"], "0%")
    for seat in game.seats:
        stake = seat.wagers.get("progressive", Fraction(0))
        game.main += stake * share(rates[0])
        if game.secondary is not None:
            game.secondary += stake * share(rates[1])


def stopped_early(game: Round, ending: Json) -> bool:
    """Whether the round ended before the first decision."""
    early = bool(ending.get("when", "dealing") == "dealing")
    if game.chase and ending["kind"].startswith("stub_count"):
        # 8.D(4), 9.B(4): the stub is there to be counted when the board is out; 10.B(4): when the last stack is.
        table = game.submission["table"]
        kept = table.get("order") == "stacks_community_players_dealer_kept"
        return early and table["dealing"] == "automated" and not kept
    return early


def players_gone(game: Round) -> None:
    """Those who left the table or told their cards; before deciding, they made no further wager."""
    for irregularity in game.irregularities:
        if irregularity["kind"] not in ("hand_abandoned", "information_shared"):
            continue
        named = next(seat for seat in game.seats if seat.number == irregularity["seat"])
        for seat in game.seats:  # 7.C(2) and 9(a) speak of the player's wagers, at whichever box
            if seat.player != named.player:
                continue
            if irregularity.get("when", "dealing") == "dealing":
                seat.actions = ["fold"]
                for name in ("raise", "all_in"):
                    seat.wagers.pop(name, None)
            if game.rulebook != "MA-HCF" or irregularity["kind"] == "information_shared":
                seat.abandoned = True


def side_wagers_stand(game: Round, clause: str) -> bool:
    """Whether a round that is void by this clause still settles what does not hang on the dealer's hand."""
    if clause in ("MD-HCF 13.B", "MD-HCF 13.D", "MD-HCF 13.E"):
        return game.reading("void_round_bonuses", "settled") == "settled"
    return clause in ("MD-CTF 13.C", "MD-CTF 13.F")


def expected(scenario: Json) -> Json:
    """What `houserules settle --json` should answer, as far as money, hands, order and meters go."""
    game = read(scenario)
    order = sorted(game.seats, key=lambda seat: seat.number, reverse=True)
    lock_out(game)
    void: Json | None = None
    early = False
    for irregularity in game.irregularities:
        clause = void_clause(game, irregularity)
        if clause and void is None:
            void = {"clause": f"{game.rulebook} {clause}", "reason": irregularity["kind"]}
            early = stopped_early(game, irregularity)
            for seat in game.seats:
                if irregularity["kind"] == "wrong_number_of_cards" and seat.number == irregularity.get("seat"):
                    seat.complete = False
    decide(game, early)
    players_gone(game)
    if void and not side_wagers_stand(game, void["clause"]):
        void_all(order, game.chase)
    elif game.chase:
        chase_the_flush(game, order, void is not None)
    else:
        high_card_flush(game, order, void is not None)
    meters: dict[str, str] = {}
    if game.main is not None:
        meters["main"] = show(game.main)
    if game.secondary is not None:
        meters["secondary"] = show(game.secondary)
    dealer_cards = game.dealer + game.community
    return {
        "rulebook": game.rulebook,
        "dealer": {
            "hand": hand_name(dealer_cards),
            "cards": " ".join(best_flush(dealer_cards)),
            "qualifies": None if void else reaches_nine(dealer_cards),
        },
        "seats": [seat_answer(seat, seat.cards + game.community) for seat in order],
        "meters": meters,
        "void": void,
    }


def hand_name(cards: list[str]) -> str:
    return f"{NUMBERS[len(best_flush(cards))]}-card flush"


def seat_answer(seat: Seat, cards: list[str]) -> Json:
    staked = sum((line["staked"] for line in seat.settled), Fraction(0))
    returned = sum((line["returned"] for line in seat.settled), Fraction(0))
    money = ("staked", "paid", "returned")
    return {
        "seat": seat.number,
        "hand": hand_name(cards),
        "cards": " ".join(best_flush(cards)),
        "wagers": [line | {name: show(line[name]) for name in money} for line in seat.settled],
        "staked": show(staked),
        "returned": show(returned),
        "net": show(returned - staked),
    }


# Comparing.


def by_rank(text: str | None) -> list[str] | None:
    """Two flushes of the same ranks in two suits are equally good; which one is shown is of no consequence."""
    return None if text is None else [card[0] for card in text.split()]


def plain(answer: Json) -> Json:
    """The parts of an answer that are compared.

    What others' hands brought comes last, in any order. The hands of a void round are left out: how much of them was
    dealt is not in every scenario, and nothing is decided by them.
    """

    def wagers(given: list[Json]) -> list[tuple[Any, ...]]:
        keys = ("wager", "staked", "outcome", "odds", "paid", "returned")
        rows = [tuple(line[key] for key in keys) for line in given]
        gifts = sorted(row for row in rows if row[0] in ("envy_bonus", "community_pay"))
        return [row for row in rows if row[0] not in ("envy_bonus", "community_pay")] + gifts

    dealer = answer["dealer"]

    def hand(holder: Json) -> tuple[Any, ...]:
        return () if answer["void"] else (holder["hand"], by_rank(holder["cards"]))

    return {
        "rulebook": answer["rulebook"],
        "dealer": (hand(dealer), dealer["qualifies"]),
        "seats": [
            (
                seat["seat"],
                hand(seat),
                wagers(seat["wagers"]),
                seat["staked"],
                seat["returned"],
                seat["net"],
            )
            for seat in answer["seats"]
        ],
        "meters": answer["meters"],
        "void": answer["void"],
    }


def differences(scenario: Json, answer: Json) -> list[str]:
    """Where an answer departs from what is expected, in words; none is well."""
    wanted, got = plain(expected(scenario)), plain(answer)
    return [f"{key}: expected {wanted[key]}, got {got[key]}" for key in wanted if wanted[key] != got[key]]
