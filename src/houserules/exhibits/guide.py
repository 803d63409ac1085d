"""The gaming guide: the game explained to a player in two pages, with one hand worked through by the engine."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any, Final

from houserules.cards import Card, format_cards, mask_of, rank_of, suit_of
from houserules.exhibits.rules_in_words import (
    decision_text,
    line_title,
    listed,
    odds_in_words,
    qualifying_text,
    tables_of,
    title_of,
    wheel_text,
)
from houserules.exhibits.signs import sign_data
from houserules.law.words import PROGRESSIVE, Role
from houserules.money import Money, format_price
from houserules.play import (
    Decline,
    Phase,
    Round,
    Rules,
    Session,
    lawful_actions,
    lawful_amounts,
    new_table,
    opening_commands,
    shuffle_commands,
)
from houserules.play import commands as c
from houserules.play.events import SettledAs, WagerSettled

_TRIES: Final = 3000
"""The number of decks searched for one that shows a win and a bonus."""

_OUTCOMES: Final = {
    SettledAs.WIN: "wins",
    SettledAs.LOSE: "loses",
    SettledAs.PUSH: "pushes",
    SettledAs.VOID: "goes back",
}


def guide_data(rules: Rules) -> dict[str, Any]:
    book, sign = rules.book, sign_data(rules)
    return {
        "goal": book.shown.goal,
        "limits": sign["limits"],
        "steps": _steps(rules),
        "others": _others(rules),
        "tables": sign["tables"],
        "hand": _worked_hand(rules),
        "notes": [each["text"] for each in sign["notices"] if each["about"] in ("payout_limit", "wheel")],
    }


def _steps(rules: Rules) -> list[dict[str, str]]:
    book = rules.book
    required = [title_of(book, name) for name, rule in rules.stakes.items() if rule.required]
    chosen = [title_of(book, name) for name, rule in rules.stakes.items() if not rule.required]
    dealt = f"You and the dealer each receive {rules.player_cards} cards"
    if rules.dealer_cards != rules.player_cards:
        dealt = f"You receive {rules.player_cards} cards, the dealer {rules.dealer_cards}"
    if rules.community_cards:
        dealt += f"; {rules.community_cards} community cards are shared by all"
    steps = [
        {
            "title": "Wager",
            "text": f"Place {_listed(required)} before any card is dealt."
            + (f" If you like, add {_listed(chosen)}." if chosen else ""),
        },
        {"title": "Cards", "text": f"{dealt}."},
    ]
    if rules.streets:
        steps.append({"title": "Decide", "text": f"{decision_text(rules)}.{_on_a_fold(rules)}"})
    if book.qualifying is not None:
        steps.append({"title": "The dealer", "text": f"{qualifying_text(rules)}."})
    steps.append({"title": "Result", "text": "The higher hand wins; equal hands push. “What is paid” has the odds."})
    return steps


def _on_a_fold(rules: Rules) -> str:
    """What a player who does not play on gives up."""
    if not any(street.decline is Decline.FOLD for street in rules.streets):
        return ""
    lost = [title_of(rules.book, name) for name in rules.stakes if name not in rules.survive_fold]
    kept = [title_of(rules.book, name) for name in rules.stakes if name in rules.survive_fold]
    waits = " You may check until the last time that you are asked." if len(rules.streets) > 1 else ""
    stays = f"; {_listed(kept)} {'is' if len(kept) == 1 else 'are'} still settled" if kept else ""
    return f"{waits} Or fold, and lose {_listed(lost)}{stays}."


def _others(rules: Rules) -> list[dict[str, str]]:
    """Each optional wager: how much it may be, and what wins it."""
    found = []
    for name, stake in rules.stakes.items():
        if stake.required:
            continue
        amounts = " or ".join(map(format_price, stake.amounts))
        table = tables_of(rules.submission).get(name)
        told = f"{amounts or f'{format_price(stake.minimum)} to {format_price(stake.maximum)}'}. "
        if name == PROGRESSIVE:
            told += _progressive(rules)
        elif table is not None:
            lowest = line_title(rules.book, table.lines[-1].hand).lower()
            told += (
                f"Your own cards alone decide, whatever the dealer holds; the lowest hand that wins is {_a(lowest)}."
            )
        found.append({"title": title_of(rules.book, name), "text": told})
    return found


def _progressive(rules: Rules) -> str:
    offered, book = rules.submission.progressive, rules.book
    assert offered is not None
    suited = book.wagers[PROGRESSIVE].suited_hole_cards
    if suited is not None:
        told = f"{wheel_text(suited.value)}, and you are paid what it shows."
        meter = " The meter, which grows with every wager, is won on the wheel."
    else:
        told = f"It pays from {_a(line_title(book, offered.paytable.lines[-1].hand).lower())} up."
        meter = " The best hands win a part of the meter, or all of it; it grows with every wager."
    told += meter if rules.meters else ""
    told += " The wager is collected before the deal and is not given back."
    if offered.shared is not None and rules.shared_name is not None:
        shown = "has a hand" if suited is None else "spins the wheel to a symbol"
        told += f" {title_of(book, rules.shared_name)}: you are also paid when another player {shown} that is listed."
    return told


def _a(thing: str) -> str:
    return f"{'an' if thing[0] in 'aeio' else 'a'} {thing}"


def _worked_hand(rules: Rules) -> dict[str, Any]:
    """The first deck in a fixed list on which the base wager wins against a dealer who qualifies, and a bonus
    pays."""
    best: dict[str, Any] | None = None
    for seed in range(_TRIES):
        shown = _play(rules, seed)
        if best is None or shown["shows"] > best["shows"]:
            best = shown
        if best["shows"] == best["could_show"]:
            break
    assert best is not None
    return best


def _play(rules: Rules, seed: int) -> dict[str, Any]:
    session = Session(rules, new_table(rules))
    session.must(*opening_commands(rules.submission.table.decks))
    cards = list(range(rules.cards_in_deck))
    random.Random(seed).shuffle(cards)
    session.must(*shuffle_commands(rules, cards, 1), c.OpenRound(Role.DEALER))
    stakes: dict[str, int] = {}
    for name, rule in rules.stakes.items():
        if name != PROGRESSIVE:
            stakes[name] = stakes[rule.equals] if rule.equals is not None else rule.minimum
    session.must(
        c.PlaceWagers(Role.PLAYER, 0, 1, tuple(stakes.items())), c.NoMoreBets(Role.DEALER), c.Deal(Role.DEALER)
    )
    did: list[str] = []
    while (round_ := session.table.round) is not None and round_.phase is not Phase.SETTLING:
        if round_.phase is Phase.DECISIONS:
            did.append(_decide(session))
        elif round_.phase is Phase.BOARD:
            session.must(c.DealCommunity(Role.DEALER))
        else:
            session.must(c.Reveal(Role.DEALER))
    assert round_ is not None
    session.must(c.Settle(Role.DEALER))
    return _told(rules, round_, did, [event for event in session.events if isinstance(event, WagerSettled)])


def _decide(session: Session) -> str:
    """The wager of the last street, at its minimum; on earlier streets the player waits, where that is allowed."""
    rules, round_ = session.rules, session.table.round
    assert round_ is not None
    street = rules.streets[round_.stage]
    waits = street.decline is Decline.CHECK
    action = lawful_actions(street)[1 if waits else 0]
    seat = round_.seats[0]
    amount = 0 if waits else lawful_amounts(rules, round_, seat)[0]
    session.must(c.Act(Role.PLAYER, 0, seat.seat, action, amount))
    if waits:
        return f"You {action}."
    return f"You make the {title_of(rules.book, action)} of {format_price(Money(amount))}."


def _told(rules: Rules, round_: Round, did: list[str], settled: list[WagerSettled]) -> dict[str, Any]:
    book, word, seat = rules.book, rules.submission.odds_word, round_.seats[0]
    yours = rules.reader.describe(mask_of(Card(card) for card in (*seat.cards, *round_.board)))[0]
    dealers = rules.reader.describe(mask_of(Card(card) for card in (*round_.dealer, *round_.board)))[0]
    against = [each for each in settled if each.wager in rules.against_dealer]
    bonuses = [each for each in settled if each.wager not in rules.against_dealer]
    won = [each for each in settled if each.outcome is SettledAs.WIN]
    return {
        "yours": _in_suits(seat.cards),
        "your_hand": yours,
        "board": format_cards(Card(card) for card in round_.board),
        "dealers": _in_suits(round_.dealer),
        "dealer_hand": dealers,
        "did": did,
        "lines": [
            {
                "wager": title_of(book, each.wager),
                "staked": format_price(Money(each.stake)),
                "outcome": _OUTCOMES[each.outcome],
                "by": line_title(book, each.row) if each.row else "",
                "odds": odds_in_words(each.odds, word) if each.odds else "",
                "paid": format_price(Money(each.paid)),
            }
            for each in settled
        ],
        "staked": format_price(Money(sum(each.stake for each in settled))),
        "returned": format_price(Money(sum(each.returned for each in settled))),
        "shows": all(each in won for each in against) + any(each in won for each in bonuses),
        "could_show": 1 + bool(bonuses),
    }


def _in_suits(cards: Iterable[int]) -> str:
    """The cards as a player holds them: suit by suit, the longest first, from high to low."""
    held = [Card(card) for card in cards]
    suits = [suit_of(card) for card in held]
    return format_cards(sorted(held, key=lambda card: (-suits.count(suit_of(card)), suit_of(card), -rank_of(card))))


def _listed(titles: list[str]) -> str:
    return listed([f"the {title}" for title in titles])
