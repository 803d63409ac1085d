"""Edits behind the log's back."""

from __future__ import annotations

import sqlite3

import psycopg


class Vandal:
    """Somebody who can write the database past the log, triggers and all."""

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
        for (trigger,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            file.execute(f"DROP TRIGGER {trigger}")
        for statement in statements:
            file.execute(statement.replace("'\\x", "x'") if "\\x" in statement else statement)
        file.commit()
        file.close()
