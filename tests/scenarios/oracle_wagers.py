"""Each wager of the oracle, settled."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tests.scenarios.oracle_hands import NUMBERS, lines, reaches_nine, strength
from tests.scenarios.oracle_money import amount, rounded, share
from tests.scenarios.oracle_rounds import Round, Seat
from tests.scenarios.oracle_tables import (
    COMMUNITY_PAY,
    MA_FLUSH_BONUS_ROWS,
    MA_PROGRESSIVE,
    MD_ENVY,
    MD_FLUSH_BONUS,
    MD_PROGRESSIVE,
    MD_STRAIGHT_FLUSH_BONUS_G,
    SAME_SUIT,
    STRAIGHT_FLUSH_BONUS,
    WHEELS,
    WHEELS_WITH_A_METER,
    XTRA_BONUS,
)


def entry(seat: Seat, wager: str, outcome: str, odds: str | None = None, paid: Fraction = Fraction(0)) -> None:
    """Write one settled wager. A progressive chip is collected before the deal and comes back only when void."""
    stake = seat.wagers.get(wager, Fraction(0))
    returned = Fraction(0)
    if outcome in ("push", "void"):
        returned = stake
    if outcome == "win":
        returned = paid if wager == "progressive" else stake + paid
    seat.settled.append(
        {"wager": wager, "staked": stake, "outcome": outcome, "odds": odds, "paid": paid, "returned": returned}
    )


class Limit:
    """What may still be paid, in order of settlement; None is no limit."""

    def __init__(self, left: Any) -> None:
        self.left = None if left is None else amount(left)

    def room(self, paid: Fraction) -> Fraction:
        return paid if self.left is None else min(paid, self.left)

    def take(self, paid: Fraction) -> None:
        if self.left is not None:
            self.left -= paid


def best(table: dict[str, Any], found: set[str]) -> Any:
    """The first line of the table, from the highest down, that the hand holds."""
    for line, pays in table.items():
        if line in found:
            return pays
    return None


def flush_bonus_table(game: Round) -> dict[str, Any]:
    letter = game.wager("flush_bonus")["paytable"]
    if game.rulebook == "MD-HCF":
        column = MD_FLUSH_BONUS[letter]
    else:
        place = "ABCDEFGHIJKLMN".index(letter)
        seven, six, five, four = (row[place] for row in MA_FLUSH_BONUS_ROWS)
        if game.reading("flush_bonus_four_card_row", "as_printed") == "marylands":
            four = MD_FLUSH_BONUS[letter][3]
        column = (seven, six, five, four)
    return dict(zip(("7", "6", "5", "4"), column, strict=True))


def straight_flush_bonus_table(game: Round) -> dict[str, Any]:
    chosen = game.wager("straight_flush_bonus")
    letter = chosen["paytable"]
    if letter != "G":
        return dict(zip(("7s", "6s", "5s", "4s", "3s"), STRAIGHT_FLUSH_BONUS[letter], strict=True))
    if game.rulebook == "MD-HCF":
        return MD_STRAIGHT_FLUSH_BONUS_G
    names = {"suit_specific_seven_card_straight_flush": "suit specific 7s"}
    names |= {f"{NUMBERS[length]}_card_straight_flush": f"{length}s" for length in (7, 6, 5, 4, 3)}
    return {names[line]: chosen["bonus"][line] for line in names if line in chosen["bonus"]}


def bonus(seat: Seat, wager: str, odds: int | None, limits: list[Limit]) -> None:
    """Settle a wager of odds to 1, cut by every limit that covers it."""
    if odds is None:
        entry(seat, wager, "lose")
        return
    paid = seat.wagers[wager] * odds
    for limit in limits:
        paid = limit.room(paid)
    for limit in limits:
        limit.take(paid)
    entry(seat, wager, "win", f"{odds} to 1", paid)


def pay_from_meter(game: Round, percent: Fraction) -> Fraction:
    """A share of the meter as it stands now, and what is left on it."""
    assert game.main is not None
    chosen = game.wager("progressive")
    paid = rounded(game.main * percent, chosen.get("rounding", "down_to_cent"))
    if percent != 1:
        game.main -= paid
    elif game.rulebook == "MA-HCF":
        assert game.secondary is not None
        game.main, game.secondary = game.secondary, Fraction(0)
    else:
        game.main = amount(chosen["reset"])
    return paid


def flush_progressive(game: Round, seat: Seat) -> None:
    """The Progressive of High Card Flush."""
    chosen = game.wager("progressive")
    tables = MD_PROGRESSIVE if game.rulebook == "MD-HCF" else MA_PROGRESSIVE
    pays = best(tables[chosen["paytable"]], lines(seat.cards, game.ace))
    if pays is None:
        entry(seat, "progressive", "lose")
    elif pays.endswith("%"):
        entry(seat, "progressive", "win", pays, pay_from_meter(game, share(pays)))
    else:
        paid = amount(pays.lstrip("$"))
        if game.reading("progressive_fixed_amounts", "as_printed") == "per_dollar":
            paid *= seat.wagers["progressive"]
        entry(seat, "progressive", "win", pays, paid)


def envy(game: Round, order: list[Seat]) -> None:
    """MD-HCF 11.B(9)(e): for each hand of the Envy table, a payment to every other player with the wager."""
    chosen = game.submission["wagers"].get("progressive")
    if game.rulebook != "MD-HCF" or not chosen or not chosen.get("envy"):
        return
    table = MD_ENVY[chosen["paytable"]]
    for holder in order:
        if not holder.complete or holder.abandoned:
            continue  # a player who has left is no longer at the same table
        if game.reading("envy_holder", "any_hand") == "hand_with_wager" and "progressive" not in holder.wagers:
            continue
        kept = {"flush_bonus", "straight_flush_bonus", "progressive"} & set(holder.wagers)
        if holder.folded and holder.decided and not kept:
            continue  # racked unseen, 11.B(4)(a); by 13.F a void round is settled under chapter 11 too
        pays = best(table, lines(holder.cards, game.ace))
        if pays is None:
            continue
        for receiver in order:
            stake = receiver.wagers.get("progressive")
            if stake is None or receiver.player == holder.player or receiver.abandoned or not receiver.complete:
                continue
            entry(receiver, "envy_bonus", "win", f"${pays}", pays * stake)


def lose_all(seat: Seat, names: list[str]) -> None:
    for name in names:
        if name in seat.wagers:
            entry(seat, name, "lose")


HIGH_CARD = ["ante", "raise", "flush_bonus", "straight_flush_bonus", "progressive"]
CHASE = ["ante", "xtra_bonus", "all_in", "same_suit", "progressive"]


def against_the_dealer(seat: Seat, dealer: list[str]) -> str:
    """Win, lose or push."""
    ours, theirs = strength(seat.cards), strength(dealer)
    return "push" if ours == theirs else "win" if ours > theirs else "lose"


def ante_and_raise(game: Round, seat: Seat, voided: bool) -> None:
    """MD-HCF 11.B(5)(c), (d); MA-HCF 9(e)(1)."""
    result = {"ante": "win", "raise": "push"}
    if voided:
        result = {"ante": "void", "raise": "void"}
    elif "raise" not in seat.wagers:
        result = {"ante": "lose"}
    elif reaches_nine(game.dealer):
        both = against_the_dealer(seat, game.dealer)
        result = {"ante": both, "raise": both}
    for name, outcome in result.items():
        if name in seat.wagers and outcome == "win":
            entry(seat, name, "win", "1 to 1", seat.wagers[name])
        elif name in seat.wagers:
            entry(seat, name, outcome)


def high_card_bonuses(game: Round, seat: Seat, limits: list[Limit]) -> None:
    """Both bonus wagers and the Progressive of a complete hand, in this order."""
    if "flush_bonus" in seat.wagers:
        bonus(seat, "flush_bonus", best(flush_bonus_table(game), lines(seat.cards, game.ace)), limits)
    if "straight_flush_bonus" in seat.wagers:
        suit = game.wager("straight_flush_bonus").get("suit")
        found = lines(seat.cards, game.ace, suit[0] if suit else None)
        bonus(seat, "straight_flush_bonus", best(straight_flush_bonus_table(game), found), limits)
    if "progressive" in seat.wagers:
        after_fold = game.reading("progressive_after_fold", "lost") == "paid"
        if game.rulebook == "MA-HCF" and seat.folded and not after_fold:
            entry(seat, "progressive", "lose")
        else:
            flush_progressive(game, seat)


def high_card_flush(game: Round, order: list[Seat], voided: bool) -> None:
    """Settle every seat of High Card Flush; in a void round Ante and Raise go back and the rest is settled."""
    limit = game.submission.get("payout_limit", {})
    per_round = Limit(limit.get("per_round"))
    for seat in order:
        if seat.abandoned:
            lose_all(seat, HIGH_CARD)
            continue
        ante_and_raise(game, seat, voided)
        if seat.complete:
            high_card_bonuses(game, seat, [Limit(limit.get("per_hand")), per_round])
        else:
            for name in HIGH_CARD[2:]:
                if name in seat.wagers:
                    entry(seat, name, "void")
    envy(game, order)


def chase_wagers(game: Round, seat: Seat, voided: bool) -> None:
    """Ante, X-tra Bonus, All In and Same Suit of one player: 11.H and 11.I."""
    cards, dealer = seat.cards + game.community, game.dealer + game.community
    ours, theirs = strength(cards), strength(dealer)
    limits = [Limit(game.submission.get("payout_limit", {}).get("per_hand"))]
    for name in ("ante", "xtra_bonus", "all_in"):
        if name not in seat.wagers:
            continue
        odds = XTRA_BONUS[game.wager(name)["paytable"]].get(str(ours[0])) if name == "xtra_bonus" else 1
        if voided:
            entry(seat, name, "void")
        elif seat.folded:
            entry(seat, name, "lose")
        elif name == "ante" and not reaches_nine(dealer):
            entry(seat, name, "push")
        elif ours < theirs:
            entry(seat, name, "lose")
        elif ours == theirs or odds is None:
            entry(seat, name, "push")
        else:
            bonus(seat, name, odds, limits)
    if "same_suit" in seat.wagers:
        table = SAME_SUIT[game.wager("same_suit")["paytable"]]
        bonus(seat, "same_suit", best(table, lines(cards, game.ace)), limits)


def spin(game: Round, seat: Seat, others: list[Seat]) -> None:
    """The Progressive of one player: 11.J and 12.D."""
    chosen = game.wager("progressive")
    letter = chosen["paytable"]
    if len({card[1] for card in seat.cards}) != 1:
        entry(seat, "progressive", "lose")
        return
    assert seat.wheel is not None
    if seat.wheel == "Jackpot":
        paid = pay_from_meter(game, Fraction(1)) if letter in WHEELS_WITH_A_METER else amount(chosen["prize"])
        entry(seat, "progressive", "win", "100%", paid)
        return
    symbol = int(seat.wheel.lstrip("$").replace(",", ""))
    assert symbol in WHEELS[letter]
    entry(seat, "progressive", "win", f"${symbol}", Fraction(symbol))
    if chosen.get("community_pay") and symbol in COMMUNITY_PAY[letter]:
        pays = COMMUNITY_PAY[letter][symbol]
        for other in others:
            if "progressive" in other.wagers and other.player != seat.player and not other.abandoned:
                entry(other, "community_pay", "win", f"${pays}", Fraction(pays))


def chase_the_flush(game: Round, order: list[Seat], voided: bool) -> None:
    """Settle every seat of Chase the Flush; in a round void by 13.C or 13.F only Same Suit and Progressive stand."""
    for seat in order:
        if seat.abandoned:
            lose_all(seat, CHASE)
        else:
            chase_wagers(game, seat, voided)
    # The wheel comes after all other wagers of the table, 11.H(2)(e).
    returned = voided and game.reading("void_round_progressive", "settled") == "returned"
    for seat in order:
        if "progressive" in seat.wagers and not seat.abandoned:
            if returned:
                entry(seat, "progressive", "void")
            else:
                spin(game, seat, order)


def void_all(order: list[Seat], chase: bool) -> None:
    for seat in order:
        for name in CHASE if chase else HIGH_CARD:
            if name in seat.wagers:
                entry(seat, name, "void")
