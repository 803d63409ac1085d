"""Books that somebody with the key has rewritten and signed anew, for ``test_tampering.py`` and docs/tampering.md."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any, Final

from msgspec import json

from houserules.log import Transfer
from houserules.shuffle import Sealed
from tests.support.tampering import Entry

Rewriting = Callable[[list[Entry]], object]
HOUR: Final = 3_600_000


def of(entries: list[Entry], name: str) -> list[Entry]:
    found = [entry for entry in entries if entry.name == name]
    assert found, name
    return found


def says(name: str, /, **values: Any) -> Rewriting:
    """The last event of this name says something else, and its transfers stay."""
    return lambda entries: of(entries, name)[-1].says(**values)


def moves(name: str, number: int = 0, **values: Any) -> Rewriting:
    """The last event of this name that moves money moves it otherwise, and says what it said."""
    return lambda entries: _paying(entries, name).moves_instead(number, **values)


def _paying(entries: list[Entry], name: str) -> Entry:
    return [entry for entry in of(entries, name) if entry.moves][-1]


def without(name: str) -> Rewriting:
    def rewrite(entries: list[Entry]) -> None:
        for entry in of(entries, name):
            entries.remove(entry)

    return rewrite


def amounts(name: str, factor: int) -> Rewriting:
    """The event and its transfers agree, on more than the rules give."""

    def rewrite(entries: list[Entry]) -> None:
        entry = _paying(entries, name)
        for key in ("amount", "paid", "returned"):
            if key in entry.data:
                entry.data[key] *= factor
        entry.moves[:] = [
            Transfer(move.source, move.target, move.amount * factor, move.detail) for move in entry.moves
        ]

    return rewrite


def _commitment(context: str, seed: str) -> str:
    return sha256(b"houserules.seed/1\x00" + context.encode() + b"\x00" + bytes.fromhex(seed)).hexdigest()


def seeds(seed: str, commit: bool) -> Rewriting:
    def rewrite(entries: list[Entry]) -> None:
        for entry in of(entries, "shuffle.seed_promised/1"):
            entry.says(seed=seed)
            if commit:
                entry.says(commitment=_commitment(entry.data["context"], seed))

    return rewrite


def another_seed(entries: list[Entry]) -> None:
    entry, seed = of(entries, "shuffle.seed_promised/1")[0], "5a" * 32
    entry.says(seed=seed, commitment=_commitment(entry.data["context"], seed))


def promised_again(entries: list[Entry]) -> None:
    """A second draw, before the first was used."""
    sealed = of(entries, "shuffle.deck_sealed/1")[-1]
    old = next(
        each for each in of(entries, "shuffle.seed_promised/1") if each.data["context"] == sealed.data["context"]
    )
    place = entries.index(old)
    version = 2 + sum(each.stream == old.stream for each in entries[:place])
    context, seed = f"{old.stream}/shuffle:{version}", "5a" * 32
    said = {**old.data, "context": context, "seed": seed, "commitment": _commitment(context, seed)}
    entries.insert(place + 1, Entry(
        old.stream, 0, old.name, old.at, old.actor, old.command_id, said, b"", []))  # fmt: skip


def _seal_anew(entry: Entry) -> None:
    sealed = Sealed(entry.data["context"], tuple(entry.data["cards"]), tuple(entry.data["salts"]))
    entry.says(commitment=sealed.commitment.root)


def stacked(entries: list[Entry]) -> None:
    """The dealer's best cards on top, shuffled and sealed so, with the root made anew."""
    for name in ("table.cards_shuffled/1", "shuffle.deck_sealed/1"):
        entry = of(entries, name)[0]
        entry.says(cards=sorted(entry.data["cards"]))
        if entry.command:
            command = json.decode(entry.command)
            entry.command = json.encode({**command, "cards": entry.data["cards"]})
    _seal_anew(of(entries, "shuffle.deck_sealed/1")[0])


def one_salt(entries: list[Entry]) -> None:
    entry = of(entries, "shuffle.deck_sealed/1")[0]
    entry.says(salts=["00" * 16] * 52)
    _seal_anew(entry)


def _entering(entries: list[Entry]) -> Entry:
    """That somebody has entered cards which another is to confirm."""
    return next(entry for entry in of(entries, "table.step_taken/1") if entry.data["step"] == "confirm_cards")


def not_opened_for_it(entries: list[Entry]) -> None:
    """The table never allowed entered cards, in any of its settings."""
    stream = of(entries, "shuffle.cards_confirmed/1")[0].stream
    for entry in entries:
        if entry.stream == stream and "settings" in entry.data:
            entry.says(settings={**entry.data["settings"], "entered_cards": False})


def allowed_afterwards(entries: list[Entry]) -> None:
    stream = of(entries, "shuffle.cards_confirmed/1")[0].stream
    opened = next(entry for entry in of(entries, "table.opened/1") if entry.stream == stream)
    opened.says(settings={**opened.data["settings"], "entered_cards": False})


def confirmed_alone(entries: list[Entry]) -> None:
    """Who entered the cards confirms them, by every word of the books."""
    confirmed, entered = of(entries, "shuffle.cards_confirmed/1")[0], _entering(entries)
    confirmed.says(by=entered.data["by"])
    for entry in entries:
        if entry.command_id == confirmed.command_id:
            entry.actor = entered.actor


def _is_a_player(entries: list[Entry], account: str) -> None:
    """As the books now have it, from the first day on."""
    opened = next(entry for entry in of(entries, "account.opened/1") if entry.stream == f"account:{account}")
    opened.says(jobs=["player"])


def confirmed_by_a_player(entries: list[Entry]) -> None:
    _is_a_player(entries, of(entries, "shuffle.cards_confirmed/1")[0].data["by"])


def entered_by_a_player(entries: list[Entry]) -> None:
    _is_a_player(entries, _entering(entries).data["by"])


def never_to_be_confirmed(entries: list[Entry]) -> None:
    """Neither that they wait for a second person, nor that one has looked."""
    entries.remove(_entering(entries))
    entries.remove(of(entries, "shuffle.cards_confirmed/1")[0])


def no_share(entries: list[Entry]) -> None:
    """A share is left out wherever it stands."""
    share = of(entries, "shuffle.entropy_added/1")[0]
    entries.remove(share)
    sealed = next(
        entry for entry in of(entries, "shuffle.deck_sealed/1") if entry.data["context"] == share.data["deal"]
    )
    sealed.says(shares=sealed.data["shares"][1:])


def card_exchanged(entries: list[Entry]) -> None:
    dealt = of(entries, "round.cards_dealt/1")[0].data["cards"]
    dealt[0], dealt[1] = dealt[1], dealt[0]


def extra_transfer(entries: list[Entry]) -> None:
    ready = of(entries, "table.player_ready/1")[0]
    chips = next(move.target for move in of(entries, "table.chips_bought/1")[0].moves if "/chips:" in move.target)
    ready.moves.append(Transfer(chips, "practice/operator", 1, '["posted","table.player_ready/1",null,[]]'))


def hit_made_up(entries: list[Entry]) -> None:
    entry = of(entries, "meter.moved/1")[-1]
    hit = {"event": "meter.hit/1", "table": entry.data["table"], "round": 1, "seat": 2, "line": "x", "paid": 1,
           "from_meter": False}  # fmt: skip
    place = entries.index(entry) + 1
    entries.insert(place, Entry(
        entry.stream, 0, "meter.hit/1", entry.at, entry.actor, entry.command_id, hit, b"", []))  # fmt: skip


def uncommanded(entries: list[Entry]) -> None:
    of(entries, "round.betting_closed/1")[-1].command = b""


def a_clause_less(entries: list[Entry]) -> None:
    entry = next(each for each in of(entries, "round.wager_settled/1") if len(each.data["clauses"]) > 1)
    entry.says(clauses=entry.data["clauses"][:-1])


def clause_of_another_program(entries: list[Entry]) -> None:
    """Another program is named, which might cite otherwise, and another hand is dealt."""
    for entry in of(entries, "table.rules_pinned/1"):
        entry.says(engine="0.0.9")
    card_exchanged(entries)


def raise_left_out(entries: list[Entry]) -> None:
    entry = of(entries, "round.raised/1")[0]
    entries[:] = [each for each in entries if each.command_id != entry.command_id]


def set_back(entries: list[Entry]) -> None:
    entry = of(entries, "round.raised/1")[0]
    for each in entries:
        if each.command_id == entry.command_id:
            each.at -= HOUR


REWRITTEN: Final[dict[str, Rewriting]] = {
    "all seeds zeroed": seeds("00" * 32, commit=False),
    "all seeds zeroed, and committed to so": seeds("00" * 32, commit=True),
    "a seed and its commitment exchanged": another_seed,
    "a second seed drawn after the first was promised": promised_again,
    "a deck stacked, shuffled and sealed so": stacked,
    "a deck sealed with one salt for all": one_salt,
    "a deck said to come from outside": says("shuffle.deck_sealed/1", method="entered", shares=[]),
    "cards entered at a table that was not opened for it": not_opened_for_it,
    "entered cards allowed after the table was opened": allowed_afterwards,
    "entered cards that nobody confirmed": without("shuffle.cards_confirmed/1"),
    "entered cards that nobody was to confirm": never_to_be_confirmed,
    "entered cards confirmed by who entered them": confirmed_alone,
    "entered cards confirmed by somebody without the role": confirmed_by_a_player,
    "entered cards said to be confirmed by somebody else": says("shuffle.cards_confirmed/1", by="mallory"),
    "entered cards said to be entered by somebody else": lambda entries: _entering(entries).says(by="mallory"),
    "cards entered by somebody without the role": entered_by_a_player,
    "the confirmation of another deck": says("shuffle.cards_confirmed/1", deck=2),
    "all seals left out": without("shuffle.deck_sealed/1"),
    "a player's share left out": no_share,
    "a player's share changed": says("shuffle.entropy_added/1", text="mallory"),
    "a deck opened after another round": says("shuffle.deck_opened/1", round=7),
    "two cards dealt in each other's place": card_exchanged,
    "the dealer's cards": says("round.dealer_revealed/1", cards=list(range(7))),
    "a wager paid twice, event and transfers": amounts("round.wager_settled/1", 2),
    "a wager paid to somebody else": moves("round.wager_settled/1", target="practice/operator"),
    "a wager said to have lost": says("round.wager_settled/1", outcome="lose", paid=-1),
    "a stake that is larger, event and transfers": amounts("round.raised/1", 2),
    "money moved with an event that moves none": extra_transfer,
    "chips given for money that was not paid": moves("table.chips_bought/1", number=-1, amount=9_000_000_000),
    "practice money lent beyond what was bought": moves("table.chips_bought/1", amount=9_000_000_000),
    "chips said to be bought for less": says("table.chips_bought/1", amount=1),
    "chips cashed to another purse": moves("table.chips_cashed/1", number=1, target="practice/purse:mallory"),
    "more chips cashed than were there": amounts("table.chips_cashed/1", 1_000_000),
    "a tray filled with less than is said": moves("table.tray_filled/1", amount=1),
    "a tray credited with more than is said": moves("table.tray_credited/1", amount=900_000_000),
    "a purse paid into with more than is said": moves("purse.funded/1", amount=900_000_000),
    "more paid out than a purse held": amounts("purse.paid_out/1", 100),
    "who sat at a seat": says("table.seat_taken/1", account="mallory"),
    "a table opened by nobody": without("table.opened/1"),
    "a meter that shows another amount than its table moved it to": says("meter.moved/1", main=1),
    "a meter moved with less money than it shows": moves("progressive.meter_changed/1", amount=1),
    "the moves of a meter left out": without("meter.moved/1"),
    "a win of the meter made up": hit_made_up,
    "a correction approved by who proposed it": says("meter.correction_approved/1", by="pat"),
    "a correction approved to another amount": says("meter.correction_approved/1", main=1),
    "a correction that nobody proposed": without("meter.correction_proposed/1"),
    "a meter opened with another amount": says("meter.opened/1", main=1),
    "a clause less cited": a_clause_less,
    "play that no command led to": uncommanded,
    "a decision left out": raise_left_out,
    "another program named, and another hand dealt": clause_of_another_program,
    "the law of a table": says("table.rules_pinned/1", law={"rulebook": "MD-HCF", "version": "9", "digest": "00"}),
    "the meter that a table began with": says("table.rules_pinned/1", main=1),
    "a command an hour before those around it": set_back,
}  # fmt: skip
"""All of these change cards, money or what an event means."""


def last_command_left_out(entries: list[Entry]) -> None:
    last = entries[-1].command_id
    entries[:] = [entry for entry in entries if entry.command_id != last]


def another_actor(entries: list[Entry]) -> None:
    for entry in entries:
        if entry.command_id == of(entries, "table.tray_filled/1")[0].command_id:
            entry.actor = "mallory"


def a_moment_later(entries: list[Entry]) -> None:
    first = entries[0].command_id
    for entry in entries:
        if entry.command_id == first:
            entry.at -= 1000


def a_month_later(entries: list[Entry]) -> None:
    for entry in entries:
        entry.at += 30 * 24 * HOUR


def other_settings(entries: list[Entry]) -> None:
    entry = of(entries, "table.settings_changed/1")[-1]
    entry.says(settings={**entry.data["settings"], "betting_seconds": 1})


def renamed(entries: list[Entry]) -> None:
    """Ann was never there; Mallory did all that she did."""

    def other(text: str) -> str:
        return text.replace("ann", "mallory") if text == "ann" or text.endswith(":ann") else text

    for entry in entries:
        entry.stream, entry.actor = other(entry.stream), other(entry.actor)
        entry.says(**{key: other(value) for key, value in entry.data.items() if isinstance(value, str)})
        entry.moves[:] = [
            Transfer(other(move.source), other(move.target), move.amount, move.detail) for move in entry.moves
        ]


LEFT_TO_A_WITNESS: Final[dict[str, Rewriting]] = {
    "the end cut off": last_command_left_out,
    "who asked for something": another_actor,
    "a time, by less than a minute": a_moment_later,
    "every time, by the same span": a_month_later,
    "the name of an account": says("account.opened/1", name="Mallory"),
    "a player under another name throughout": renamed,
    "more paid in at the cage, as event and as money": amounts("purse.funded/1", 2),
    "a larger fill, as event and as money": amounts("table.tray_filled/1", 2),
    "the settings of a table": other_settings,
    "a password": says("account.password_set/1", hash="forged"),
}  # fmt: skip
PUT_BACK: Final[dict[str, Rewriting]] = {"an older copy of the whole database": last_command_left_out}
"""Without the key: books that were signed so once. They are made anew here, as the same is signed in the same way."""
