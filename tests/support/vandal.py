"""Edits behind the log's back."""

from __future__ import annotations

import sqlite3

import psycopg


class Vandal:
    """Somebody who can write the database past the log, and puts the triggers back afterwards."""

    def __init__(self, url: str) -> None:
        self.url = url

    def do(self, *statements: str) -> None:
        if self.url.startswith("postgresql:"):
            with psycopg.connect(self.url, autocommit=True) as server:
                server.execute("SET session_replication_role = replica")
                for statement in statements:
                    server.execute(statement.encode())
            return
        file = sqlite3.connect(self.url)
        triggers = file.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            file.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            file.execute(statement.replace("'\\x", "x'") if "\\x" in statement else statement)
        for _, sql in triggers:
            file.execute(sql)
        file.commit()
        file.close()
