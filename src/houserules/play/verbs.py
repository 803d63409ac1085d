"""What can be done at a table: every command, with the function that decides it and what is tried to list it.

``decide`` and ``legal_commands`` use this table. The command itself names the step of the rulebook that it takes, and
the phases of a round that it belongs to.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeVar, get_args

from msgspec import Struct

from houserules.play import candidates
from houserules.play import commands as c
from houserules.play.candidates import Candidates, simple
from houserules.play.events import Accepted
from houserules.play.refusals import Refused
from houserules.play.round.decisions import decide_act
from houserules.play.round.irregularities import decide_count_stub, decide_report
from houserules.play.round.steps import (
    decide_close_betting,
    decide_collect,
    decide_correct_count,
    decide_deal,
    decide_deal_community,
    decide_open_round,
    decide_read,
    decide_reveal,
    decide_settle,
    decide_spin,
    decide_validate,
)
from houserules.play.round.wagers import decide_place, decide_withdraw
from houserules.play.rules import Rules
from houserules.play.state import Table
from houserules.play.table_life import decide_at_table

Answer = Accepted | Refused
C = TypeVar("C", bound=c.Command)


class Verb(Struct, frozen=True):
    decide: Callable[[Rules, Table, Any], Answer]
    candidates: Candidates
    """The commands that are put to ``decide`` when someone asks what they may do."""


def _verb(
    command: type[C], decide: Callable[[Rules, Table, C], Answer], tried: Candidates | None = None
) -> tuple[type[c.Command], Verb]:
    """One row. The types ensure that the function decides this very command. Without ``tried``, the command is tried
    once for each deck or each box that it may be about, or once."""
    return command, Verb(decide, tried or partial(simple, command))


_ROWS: Final[dict[type[c.Command], Verb]] = dict(
    (
        _verb(c.ReceiveCards, decide_at_table, candidates.receive),
        _verb(c.Shuffle, decide_at_table, candidates.shuffle),
        _verb(c.CutCards, decide_at_table, candidates.cut),
        _verb(c.OpenRound, decide_open_round),
        _verb(c.ReportDevice, decide_at_table, candidates.report_device),
        _verb(c.CoverDevice, decide_at_table, candidates.cover_device),
        _verb(c.ReportRepair, decide_at_table, candidates.report_repair),
        _verb(c.UncoverDevice, decide_at_table, candidates.uncover_device),
        _verb(c.ChangeDealing, decide_at_table, candidates.change_dealing),
        _verb(c.PlaceWagers, decide_place, candidates.place),
        _verb(c.WithdrawWagers, decide_withdraw, candidates.withdraw),
        _verb(c.NoMoreBets, decide_close_betting),
        _verb(c.CollectProgressive, decide_collect, candidates.collect),
        _verb(c.ReadCards, decide_read, candidates.read),
        _verb(c.Deal, decide_deal),
        _verb(c.Act, decide_act, candidates.act),
        _verb(c.DealCommunity, decide_deal_community),
        _verb(c.CountStub, decide_count_stub, candidates.count_stub),
        _verb(c.Reveal, decide_reveal),
        _verb(c.Settle, decide_settle),
        _verb(c.CorrectCount, decide_correct_count),
        _verb(c.ValidatePayout, decide_validate),
        _verb(c.SpinWheel, decide_spin, candidates.spin),
        _verb(c.Report, decide_report, candidates.report),
    )
)
"""The verbs of a round, and those between rounds that need other candidates than one command for each deck."""

_BETWEEN_ROUNDS: Final = "table."


def _row(command: type[c.Command]) -> Verb:
    """A step between rounds needs no row: all of them are decided in one place."""
    row = _ROWS.get(command)
    if row is None:
        tag = command.__struct_config__.tag
        assert isinstance(tag, str)
        assert tag.startswith(_BETWEEN_ROUNDS), f"nothing decides {tag}"
        row = Verb(decide_at_table, partial(simple, command))
    return row


VERBS: Final[dict[type[c.Command], Verb]] = {command: _row(command) for command in get_args(c.AnyCommand)}
