"""Ways to tamper with the books of the small house, for ``test_tampering.py`` and the tables in docs/tampering.md."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from houserules.log import LogReader, Stored, digest_of

Edit = Callable[[LogReader], Sequence[str]]


def sql(*statements: str) -> Edit:
    """Statements in which ``{e}`` is the position of a settled wager that pays, ``{a}`` and ``{b}`` are the positions
    after it, ``{c}`` is its command and ``{last}`` the end of the log."""

    def edit(log: LogReader) -> list[str]:
        paying = {kept.position for kept in log.transfers()}
        settled = [each for each in named(log, "round.wager_settled/1") if each.position in paying]
        e = settled[0].position
        values = {"e": e, "a": e + 1, "b": e + 2, "c": settled[0].command_id, "last": log.position()}
        return [statement.format(**values) for statement in statements]

    return edit


def named(log: LogReader, name: str) -> list[Stored]:
    return [stored for stored in log.read_all() if stored.name == name]


def says(name: str, **values: Any) -> Edit:
    """The last event of this name, with these values in place of its own."""

    def edit(log: LogReader) -> list[str]:
        stored = named(log, name)[-1]
        assert stored.data is not None
        said = msgspec.json.encode({**msgspec.json.decode(stored.data), **values})
        assert said != stored.data
        return [f"UPDATE events SET data = '\\x{said.hex()}' WHERE position = {stored.position}"]

    return edit


def gone(log: LogReader) -> list[str]:
    """Content taken away as retention does it, without a record."""
    stored = named(log, "round.wager_settled/1")[0]
    assert stored.data is not None
    digests = digest_of(stored.data) + digest_of(stored.command or b"")
    return [
        f"UPDATE events SET data = NULL, command = NULL, removed = '\\x{digests}' WHERE position = {stored.position}"
    ]


def exchanged(log: LogReader) -> list[str]:
    """The rules that were pinned for one table, pinned for another."""
    first, second, *_ = named(log, "table.rules_pinned/1")
    assert second.data is not None
    return [f"UPDATE events SET data = '\\x{second.data.hex()}' WHERE position = {first.position}"]


_MAX_HEAD: Final = "(SELECT max(size) FROM heads)"
_MAX_ACCOUNT: Final = "(SELECT max(id) FROM accounts)"
_OWN: Final = "command_id = '{c}'"
_MADE_UP: Final = "INSERT INTO receipts (command_id, request, reply, position, events, at, salt) "

EDITS: Final[dict[str, Edit]] = {
    "an event's data": sql("UPDATE events SET data = '\\x7b7d' WHERE position = {e}"),
    "an event's name": sql("UPDATE events SET name = 'round.folded/1' WHERE position = {e}"),
    "an event's command": sql("UPDATE events SET command = '\\x7b7d' WHERE position = {e}"),
    "an event's actor": sql("UPDATE events SET actor = 'bob' WHERE position = {e}"),
    "an event's time": sql("UPDATE events SET at = at + 1 WHERE position = {e}"),
    "an event's stream": sql("UPDATE events SET stream = 2, version = 9999 WHERE position = {e}"),
    "an event's part": sql("UPDATE events SET part = part + 1 WHERE position = {e}"),
    "an event's command id": sql("UPDATE events SET command_id = 'forged' WHERE position = {e}"),
    "an event's hash": sql("UPDATE events SET leaf = '\\x" + "ab" * 32 + "' WHERE position = {e}"),
    "an event's version": sql("UPDATE events SET version = 9999 WHERE position = {e}"),
    "an event deleted": sql("DELETE FROM events WHERE position = {e}"),
    "two events deleted": sql("DELETE FROM events WHERE position = {e} OR position = {a}"),
    "the first event deleted": sql("DELETE FROM events WHERE position = 1"),
    "the last events deleted": sql("DELETE FROM events WHERE position > {last} - 5"),
    "an event with all that is its own deleted": sql(
        "DELETE FROM transfers WHERE position = {e}", "DELETE FROM events WHERE position = {e}"),
    "an event put in twice": sql(
        "INSERT INTO events (position, stream, version, part, name, at, actor, command_id, data, command, leaf) "
        "SELECT {last} + 1, stream, 9999, part, name, at, actor, command_id, data, command, leaf FROM events "
        "WHERE position = {e}"),
    "two events in each other's place": sql(
        "UPDATE events SET position = 1000000 WHERE position = {e}",
        "UPDATE events SET position = {e} WHERE position = {a}",
        "UPDATE events SET position = {a} WHERE position = 1000000"),
    "content gone without a record": gone,
    "the times of a whole command set back": sql(
        "UPDATE events SET at = at - 3600000 WHERE " + _OWN, "UPDATE receipts SET at = at - 3600000 WHERE " + _OWN),
    "a transfer's amount": sql("UPDATE transfers SET amount = amount + 1 WHERE position = {e}"),
    "who was paid": sql(f"UPDATE transfers SET target = {_MAX_ACCOUNT} WHERE position = {{e}}"),
    "who paid": sql(f"UPDATE transfers SET source = {_MAX_ACCOUNT} WHERE position = {{e}}"),
    "a transfer turned round": sql("UPDATE transfers SET source = target, target = source WHERE position = {e}"),
    "the clause of a transfer": sql(
        "UPDATE transfers SET detail = '[\"posted\",\"x\",null,[]]' WHERE position = {e}"),
    "a transfer deleted": sql("DELETE FROM transfers WHERE position = {e}"),
    "a transfer put in twice": sql(
        "INSERT INTO transfers (position, number, source, target, amount, detail) "
        "SELECT position, number + 10, source, target, amount, detail FROM transfers WHERE position = {e}"),
    "a transfer without an event": sql(
        "INSERT INTO transfers (position, number, source, target, amount, detail) "
        "SELECT {last} + 1, number, source, target, amount, detail FROM transfers WHERE position = {e}"),
    "a transfer at another event": sql("UPDATE transfers SET position = 1 WHERE position = {e}"),
    "a transfer between accounts that are not there": sql(
        "UPDATE transfers SET source = 9998, target = 9999 WHERE position = {e}"),
    "an account renamed": sql("UPDATE accounts SET name = 'purse:bob' WHERE id = 1"),
    "two accounts in each other's place": sql(
        "UPDATE accounts SET id = -1 WHERE id = 1", "UPDATE accounts SET id = 1 WHERE id = 2",
        "UPDATE accounts SET id = 2 WHERE id = -1"),
    "a balance": sql("UPDATE accounts SET balance = balance + 1 WHERE id = 1"),
    "two balances that make up for each other": sql(
        "UPDATE accounts SET balance = balance + 1 WHERE id = 1",
        "UPDATE accounts SET balance = balance - 1 WHERE id = 2"),
    "an account deleted": sql("DELETE FROM accounts WHERE id = 1"),
    "a stream made up": sql("INSERT INTO streams (id, name) VALUES (99, 'table:99')"),
    "a stream renamed": sql("UPDATE streams SET name = 'table:99' WHERE id = 1"),
    "two streams in each other's place": sql(
        "UPDATE streams SET id = -1 WHERE id = 1", "UPDATE streams SET id = 1 WHERE id = 2",
        "UPDATE streams SET id = 2 WHERE id = -1"),
    "a reply": sql("UPDATE receipts SET reply = '\\x00' WHERE " + _OWN),
    "a receipt deleted": sql("DELETE FROM receipts WHERE " + _OWN),
    "when a command was answered": sql("UPDATE receipts SET at = at + 1 WHERE " + _OWN),
    "a receipt's salt": sql("UPDATE receipts SET salt = command_id WHERE " + _OWN),
    "what was asked": sql("UPDATE receipts SET request = command_id WHERE " + _OWN),
    "a receipt's place": sql("UPDATE receipts SET position = 9999 WHERE " + _OWN),
    "how many events a command has": sql("UPDATE receipts SET events = events + 1 WHERE " + _OWN),
    "a receipt made up": sql(
        _MADE_UP + "SELECT 'forged', request, reply, position, events, at, salt FROM receipts WHERE " + _OWN),
    "a receipt without events made up": sql(_MADE_UP + "VALUES ('forged', '', '\\x00', {e}, 0, 0, '')"),
    "a receipt beyond the log": sql(_MADE_UP + "VALUES ('forged', '', '\\x00', 999999, 0, 0, '')"),
    "a head's signature": sql(f"UPDATE heads SET signature = root || root WHERE size = {_MAX_HEAD}"),
    "a head's signature in capital letters": sql(
        f"UPDATE heads SET signature = upper(signature) WHERE size = {_MAX_HEAD}"),
    "a head's root": sql(f"UPDATE heads SET root = signature WHERE size = {_MAX_HEAD}"),
    "a head's origin": sql(f"UPDATE heads SET origin = 'other' WHERE size = {_MAX_HEAD}"),
    "a head's key": sql(f"UPDATE heads SET key = '{'ab' * 32}' WHERE size = {_MAX_HEAD}"),
    "a head's size": sql(f"UPDATE heads SET size = size + 1 WHERE size = {_MAX_HEAD}"),
    "the first head deleted": sql("DELETE FROM heads WHERE size = (SELECT min(size) FROM heads)"),
    "the last head deleted": sql(f"DELETE FROM heads WHERE size = {_MAX_HEAD}"),
    "all heads deleted": sql("DELETE FROM heads"),
    "a head put aside": sql("UPDATE heads SET size = -size WHERE size = (SELECT min(size) FROM heads)"),
    "a head in the middle put aside": sql(
        "UPDATE heads SET size = -size WHERE size = (SELECT size FROM heads ORDER BY size LIMIT 1 OFFSET 3)"),
    "the count of heads": sql("UPDATE log SET heads = heads + 1"),
    "the kept size, smaller": sql("UPDATE log SET size = size - 1"),
    "the kept size, larger": sql("UPDATE log SET size = size + 1"),
    "the peaks of the tree": sql("UPDATE log SET peaks = '\\x00'"),
    "a tile of the tree made up": sql("INSERT INTO tiles (level, number, hash) VALUES (8, 9999, '\\x00')"),
    "a submission": sql("UPDATE documents SET content = '\\x7b7d'"),
    "a submission deleted": sql("DELETE FROM documents"),
    "a snapshot": sql("UPDATE snapshots SET data = '\\x00'"),
    "a snapshot's signature": sql("UPDATE snapshots SET signature = ''"),
    "a snapshot at another version": sql("UPDATE snapshots SET version = version + 1000"),
    "a snapshot of another stream": sql("UPDATE snapshots SET stream = 'table:99'"),
    "a snapshot made up": sql(
        "INSERT INTO snapshots (stream, version, data, signature) VALUES ('table:99', 1, '\\x00', 'ab')"),
    "rules of another table": exchanged,
    "the law that rules were pinned under": says(
        "table.rules_pinned/1", law={"rulebook": "MD-HCF", "version": "9", "digest": "00"}),
    "the program that rules were pinned under": says("table.rules_pinned/1", engine="0"),
    "the meter that a table began with": says("table.rules_pinned/1", main=1),
    "a seed zeroed": says("shuffle.seed_promised/1", seed="00" * 32),
    "the commitment to a seed": says("shuffle.seed_promised/1", commitment="00" * 32),
    "a share": says("shuffle.entropy_added/1", text="mallory"),
    "the shuffle of a share": says("shuffle.entropy_added/1", deal="table:1/shuffle:1"),
    "the order of a sealed deck": says("shuffle.deck_sealed/1", cards=list(range(52))),
    "the shares of a sealed deck": says("shuffle.deck_sealed/1", shares=[]),
    "the root of a sealed deck": says("shuffle.deck_sealed/1", commitment="00" * 32),
    "how a deck came about": says("shuffle.deck_sealed/1", method="entered"),
    "the round that a deck was opened after": says("shuffle.deck_opened/1", round=7),
    "the order of a shuffled deck": says("table.cards_shuffled/1", cards=list(range(52))),
    "cards that were dealt": says("round.cards_dealt/1", cards=list(range(21))),
    "chips that were bought": says("table.chips_bought/1", amount=1),
    "whose chips were cashed": says("table.chips_cashed/1", account="mallory"),
    "who took a seat": says("table.seat_taken/1", account="mallory"),
    "what a tray was filled with": says("table.tray_filled/1", amount=1),
    "what a meter moved to": says("meter.moved/1", main=1),
    "what a correction made of a meter": says("meter.correction_approved/1", main=1),
    "what was paid into a purse": says("purse.funded/1", amount=1),
    "who may do what": says("account.opened/1", jobs=["administrator"]),
}  # fmt: skip

TRIGGERS: Final[dict[str, tuple[str, str]]] = {
    "a trigger dropped": ("DROP TRIGGER events_no_update", "DROP TRIGGER events_no_update ON events"),
    "a trigger changed or switched off": (
        "DROP TRIGGER heads_no_delete -- CREATE TRIGGER heads_no_delete BEFORE DELETE ON heads BEGIN SELECT 1; END",
        "ALTER TABLE heads DISABLE TRIGGER heads_no_delete"),
    "a trigger made up": (
        "CREATE TRIGGER skim AFTER INSERT ON transfers BEGIN SELECT 1; END",
        "CREATE TRIGGER skim AFTER INSERT ON transfers FOR EACH ROW EXECUTE FUNCTION houserules_append_only()"),
}  # fmt: skip
"""On SQLite, on PostgreSQL."""

FRACTIONS: Final = {
    "half an event, as the kept size": "UPDATE log SET size = size + 0.5",
    "half a head, as their count": "UPDATE log SET heads = heads + 0.5",
    "half a millionth of a dollar, in a balance": "UPDATE accounts SET balance = balance + 0.5 WHERE id = 1",
    "half a millionth of a dollar, in a transfer": "UPDATE transfers SET amount = amount + 0.5",
    "half a position, of a transfer": "UPDATE transfers SET position = position + 0.5",
    "half a position, of a receipt": "UPDATE receipts SET position = position + 0.5",
}
"""SQLite keeps them in columns of whole numbers; PostgreSQL rounds them."""
