"""Why a log would not or could not do as asked."""

from __future__ import annotations


class LogError(Exception):
    """Why a log would not or could not do as asked. Nothing was changed, unless :class:`LogUnavailable` says that
    this is unknown."""


class CommitRefused(LogError):
    """This commit would break a promise of the log; others are not affected."""


class StaleVersion(CommitRefused):
    """Another commit was appended to the stream first."""

    def __init__(self, stream: str, expected: int, actual: int) -> None:
        super().__init__(f"{stream} is at version {actual}, not {expected}")
        self.stream, self.expected, self.actual = stream, expected, actual


class OtherRequest(CommitRefused):
    """This command id was used before, for another request."""

    def __init__(self, command_id: str) -> None:
        super().__init__(f"the command id {command_id!r} was used before, for another request")
        self.command_id = command_id


class Unbalanced(CommitRefused):
    """An account that must be empty is not, or one that must not go below zero would."""

    def __init__(self, account: str, balance: int, wanted: str) -> None:
        super().__init__(f"{account} would stand at {balance}; it must stand at {wanted}")
        self.account, self.balance, self.wanted = account, balance, wanted


class BalanceTooLarge(CommitRefused):
    """An account would be further from zero than a database can store."""

    def __init__(self, account: str, balance: int) -> None:
        super().__init__(f"{account} would stand at {balance}, which is more than can be kept")
        self.account, self.balance = account, balance


class LogUnavailable(LogError):
    """The disk is full, the connection is lost, the file cannot be written. Nothing of the commit was stored, unless
    ``unknown`` is true: then the connection was lost while committing, or there was a fault while writing; a retry
    with the same command id shows."""

    def __init__(self, why: str, *, unknown: bool = False) -> None:
        super().__init__(why)
        self.unknown = unknown


class LeaseLost(LogUnavailable):
    """Another process has taken this log over. Nothing of the commit was stored."""

    def __init__(self, held: int, number: int) -> None:
        super().__init__(f"the lease {held} of this log has passed to another process, which holds {number}")


class ConstraintBroken(LogError):
    """The database itself refused: a number twice, a transfer of nothing. Nothing was stored."""


class LogLocked(LogError):
    """Another service process has this SQLite file open."""


class UnusableLog(LogError):
    """Not a houserules database, one with another schema than this program's, or a URL that cannot be read."""


class UnusableAddress(UnusableLog):
    """Neither a path nor a recognized address. It may contain a password, so it is not repeated."""
