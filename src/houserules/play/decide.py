"""``decide``: what a command leads to under the rules. It changes nothing; it answers with events or a refusal."""

from __future__ import annotations

from typing import assert_never

from houserules.law import Submission
from houserules.play import commands as c
from houserules.play.compiled import compiled
from houserules.play.decisions import decide_act
from houserules.play.events import Accepted
from houserules.play.irregularities import decide_count_stub, decide_report
from houserules.play.refusals import Refused
from houserules.play.rounds import (
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
from houserules.play.state import Table
from houserules.play.table_life import decide_at_table
from houserules.play.wagers import decide_place, decide_withdraw


def decide(submission: Submission, table: Table, command: c.AnyCommand) -> Accepted | Refused:
    rules = compiled(submission)
    match command:
        case c.PlaceWagers():
            return decide_place(rules, table, command)
        case c.Act():
            return decide_act(rules, table, command)
        case c.Settle():
            return decide_settle(rules, table, command)
        case c.OpenRound():
            return decide_open_round(rules, table, command)
        case c.NoMoreBets() | c.NoMoreBetsOfOld():
            return decide_close_betting(rules, table, command)
        case c.CollectProgressive():
            return decide_collect(rules, table, command)
        case c.ReadCards():
            return decide_read(rules, table, command)
        case c.Deal():
            return decide_deal(rules, table, command)
        case c.DealCommunity():
            return decide_deal_community(rules, table, command)
        case c.Reveal():
            return decide_reveal(rules, table, command)
        case c.ValidatePayout():
            return decide_validate(rules, table, command)
        case c.SpinWheel():
            return decide_spin(rules, table, command)
        case c.WithdrawWagers():
            return decide_withdraw(rules, table, command)
        case c.CorrectCount():
            return decide_correct_count(rules, table, command)
        case c.CountStub():
            return decide_count_stub(rules, table, command)
        case c.Report():
            return decide_report(rules, table, command)
        case (
            c.ReceiveCards() | c.InspectCards() | c.VerifyInspection() | c.SpreadCards() | c.ViewCards()
            | c.StackCards() | c.Shuffle() | c.OrderShuffle() | c.CutCards() | c.OrderRecut() | c.GoIdle()
            | c.RemoveDeck()
            | c.ReportDevice() | c.CoverDevice() | c.ChangeDealing() | c.CloseTable()
        ):  # fmt: skip
            return decide_at_table(rules, table, command)
        case _:
            assert_never(command)
