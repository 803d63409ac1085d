"""The triggers that refuse edits, except that retention may remove the content of an event and leave its digests; and
the check that all are in place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from houserules.log.databases.database import Query

_KEPT: Final = ("transfers", "receipts", "documents", "heads")
"""What is neither updated nor deleted, ever."""
_SAME: Final = tuple(
    f"NEW.{column} = OLD.{column}"
    for column in ("position", "stream", "version", "part", "name", "at", "actor", "command_id", "leaf")
)
_ONLY_REMOVED: Final = ("OLD.data IS NOT NULL", "NEW.data IS NULL", "NEW.removed IS NOT NULL", *_SAME)
_UNLESS_REMOVED: Final = f"NOT ({' AND '.join(_ONLY_REMOVED)})"
SQLITE_TRIGGERS: Final = tuple(
    f"CREATE TRIGGER {table}_no_{act.lower()} BEFORE {act} ON {table} {when}"
    f"BEGIN SELECT RAISE(ABORT, '{table} are append-only'); END"
    for table in (*_KEPT, "events")
    for act, when in (("DELETE", ""), ("UPDATE", f"WHEN {_UNLESS_REMOVED} " if table == "events" else ""))
)
_BODY: Final = " BEGIN RAISE EXCEPTION '% are append-only', TG_TABLE_NAME; END "
_ACTS: Final = {"DELETE": 8, "UPDATE": 16, "TRUNCATE": 32}
"""With the bits that represent them in pg_trigger."""
_BEFORE, _EACH_ROW = 2, 1
POSTGRESQL_TRIGGERS: Final = (
    f"CREATE FUNCTION houserules_append_only() RETURNS trigger LANGUAGE plpgsql AS $${_BODY}$$",
    *(
        f"CREATE TRIGGER {table}_no_{act.lower()} BEFORE {act} ON {table} "
        f"FOR EACH {'STATEMENT' if act == 'TRUNCATE' else 'ROW'} "
        f"{f'WHEN ({_UNLESS_REMOVED}) ' if (table, act) == ('events', 'UPDATE') else ''}"
        "EXECUTE FUNCTION houserules_append_only()"
        for table in (*_KEPT, "events")
        for act in _ACTS
    ),
)
_POSTGRESQL_FOUND: Final = """SELECT t.tgname, c.relname, t.tgtype, t.tgenabled, p.prosrc, pg_get_triggerdef(t.oid)
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
    WHERE NOT t.tgisinternal AND pg_table_is_visible(c.oid)"""


def trigger_faults(query: Query, postgresql: bool) -> Iterator[str]:
    """What is wrong with the triggers: those that are missing, disabled or changed, and any that this program did not
    create."""
    expected = _postgresql_expected() if postgresql else {_name(sql): sql for sql in SQLITE_TRIGGERS}
    found = dict(_postgresql_found(query) if postgresql else _sqlite_found(query))
    for name, said in expected.items():
        if name not in found:
            yield f"the trigger {name} is not there, which refuses edits"
        elif found[name] != said:
            yield f"the trigger {name}, which refuses edits, is switched off or was changed"
    for name in found.keys() - expected.keys():
        yield f"the trigger {name} is none of the log's own"


def _name(sql: str) -> str:
    return sql.split()[2]


def _sqlite_found(query: Query) -> Iterator[tuple[str, str]]:
    for name, sql in query("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'", ()):
        yield str(name), str(sql)


def _postgresql_expected() -> dict[str, str]:
    """A trigger's table, kind, state, condition and function, as one text."""
    return {
        f"{table}_no_{act.lower()}": _described(
            table,
            bits | _BEFORE | (0 if act == "TRUNCATE" else _EACH_ROW),
            _BODY,
            _as_printed(_ONLY_REMOVED) if (table, act) == ("events", "UPDATE") else "",
        )
        for table in (*_KEPT, "events")
        for act, bits in _ACTS.items()
    }


def _as_printed(terms: tuple[str, ...]) -> str:
    """A condition as PostgreSQL prints it."""
    joined = " AND ".join(f"({term.replace('NEW.', 'new.').replace('OLD.', 'old.')})" for term in terms)
    return f"(NOT ({joined}))"


def _described(table: str, kind: int, body: str, condition: str) -> str:
    return f"{table} {kind} {body.strip()} {condition}"


def _postgresql_found(query: Query) -> Iterator[tuple[str, str]]:
    for name, table, kind, enabled, body, definition in query(_POSTGRESQL_FOUND, ()):
        _, when, rest = definition.partition(" WHEN (")
        condition = rest.partition(") EXECUTE ")[0].replace('"', "") if when else ""
        state = enabled if isinstance(enabled, str) else bytes(enabled).decode()
        yield name, _described(table, kind, body, condition) if state in "OA" else "switched off"
