"""What may be asked: tables. Written by scripts/api_client.py from the description of the API; not to be edited."""
# fmt: off
# ruff: noqa

from typing import Any, Literal
from houserules.client.asking import Group, place
from houserules.client import shapes as s

AnyRequest = (
    s.Sit | s.Leave | s.BuyIn | s.CashOut | s.Ready | s.AddEntropy | s.PlaceWagers | s.WithdrawWagers | s.Act | s.ReceiveCards
    | s.InspectCards | s.VerifyInspection | s.SpreadCards | s.ViewCards | s.StackCards | s.OrderShuffle | s.OrderRecut
    | s.RemoveDeck | s.Shuffle | s.ConfirmCards | s.CutCards | s.OpenRound | s.GoIdle | s.CloseTable | s.ReportDevice
    | s.CoverDevice | s.ReportRepair | s.UncoverDevice | s.ChangeDealing | s.NoMoreBets | s.CollectProgressive | s.CorrectCount
    | s.ReadCards | s.Deal | s.DealCommunity | s.CountStub | s.Reveal | s.Settle | s.SpinWheel | s.ValidatePayout | s.Report
    | s.FillTray | s.CreditTray | s.ChangeSettings | s.PutAwayAlarm
)


class Tables(Group):
    def lobby(self) -> list[s.TableInLobby]:
        """Every table that is open, for anybody to see; who is signed in is told which are theirs."""
        found: list[s.TableInLobby] = self._ask("GET", "/api/tables")
        return found

    def open_table(self, data: s.NewTable) -> s.TableInLobby:
        """Open a table. Live ones need a submission that is lawful and approved, and a pit manager."""
        found: s.TableInLobby = self._ask("POST", "/api/tables", body=data)
        return found

    def see_table(
        self, table_id: str, *, desk: Literal["player", "dealer", "surveillance"] = "player",
    ) -> s.TableView:
        """The table as the caller may see it from this desk."""
        found: s.TableView = self._ask("GET", f"/api/tables/{place(table_id)}", {"desk": desk})
        return found

    def see_rules(self, table_id: str) -> s.RulesShown:
        """What may be wagered here, how it pays, and the steps of a round, each with its clause."""
        found: s.RulesShown = self._ask("GET", f"/api/tables/{place(table_id)}/rules")
        return found

    def odds(self, table_id: str) -> s.OddsShown:
        """The house edge of every wager here and how often it wins, exact, under best play; the progressive at
        its initial amount. What is not known yet is left out while it is computed."""
        found: s.OddsShown = self._ask("GET", f"/api/tables/{place(table_id)}/odds")
        return found

    def command(
        self, table_id: str, data: AnyRequest, *, feed: str | None = None,
        desk: Literal["player", "dealer", "surveillance"] = "player", view: Literal["whole", "none"] = "whole",
    ) -> s.CommandAnswer:
        """Ask something of a table. The answer is given after it is kept; a retry with the same id changes
        nothing."""
        found: s.CommandAnswer = self._ask("POST", f"/api/tables/{place(table_id)}/commands", {"feed": feed, "desk": desk, "view": view}, body=data)
        return found

    def advice(self, table_id: str) -> s.AdviceShown:
        """The exact value of each option, at practice tables only. A live table has no such thing. 202 while it
        is being worked out: ask again."""
        found: s.AdviceShown = self._ask("GET", f"/api/tables/{place(table_id)}/advice")
        return found

    def recall(self, table_id: str, *, limit: int = 10, before: int | None = None) -> list[s.RecalledHand]:
        """The last hands, newest first, as the caller may remember them."""
        found: list[s.RecalledHand] = self._ask("GET", f"/api/tables/{place(table_id)}/hands", {"limit": limit, "before": before})
        return found

    def hand(self, table_id: str, number: int) -> s.RecalledHand:
        """Any hand ever dealt here, as the caller may remember it."""
        found: s.RecalledHand = self._ask("GET", f"/api/tables/{place(table_id)}/hands/{place(number)}")
        return found

    def openings(self, table_id: str, number: int) -> s.Openings:
        """Proof that the cards one saw are those that were sealed before betting closed."""
        found: s.Openings = self._ask("GET", f"/api/tables/{place(table_id)}/hands/{place(number)}/openings")
        return found
