"""Shapes of requests and answers. Written by scripts/api_client.py from the description of the API; not to be edited."""
# fmt: off
# ruff: noqa

from typing import Any, Literal, NotRequired, TypedDict

AccountShown = TypedDict("AccountShown", {
    "account": str, "name": str, "roles": list[str], "guest": bool, "closed": bool, "failures": int,
    "made_by": str, "approved_by": str, "subject": str,
})
Act = TypedDict("Act", {
    "command_id": str, "expected_version": int, "seat": int, "action": str, "amount": NotRequired[str],
    "cards": NotRequired[list[str]], "type": Literal["act"],
})
AddEntropy = TypedDict("AddEntropy", {
    "command_id": str, "expected_version": int, "text": str, "type": Literal["add_entropy"],
})
AddingChallenge = TypedDict("AddingChallenge", {
    "challenge": str, "site": str, "user": str, "account": str, "name": str, "known": list[str],
})
Exact = TypedDict("Exact", {
    "exact": str, "decimal": str,
})
AdvisedOption = TypedDict("AdvisedOption", {
    "action": str, "ev": Exact,
})
ChancesShown = TypedDict("ChancesShown", {
    "win": Exact, "tie": Exact, "not_qualifying": Exact | None,
})
AdviceShown = TypedDict("AdviceShown", {
    "seat": int, "cards": list[str], "board": list[str], "known": list[str], "computing": bool,
    "options": list[AdvisedOption], "chances": ChancesShown | None,
})
VerdictShown = TypedDict("VerdictShown", {
    "outcome": str, "clause": str, "clauses": list[str],
})
AgainstDealer = TypedDict("AgainstDealer", {
    "odds": str | None, "verdicts": dict[str, VerdictShown],
})
BonusHand = TypedDict("BonusHand", {
    "name": str, "cards": list[str],
})
HandShown = TypedDict("HandShown", {
    "name": str, "cards": list[str], "bonus": NotRequired[BonusHand],
})
ClaimShown = TypedDict("ClaimShown", {
    "player": str, "seat": int, "cards": list[str], "hand": HandShown | None, "board": list[str],
    "paytable": str | None, "line": str, "odds": str | None, "paid": str, "clauses": list[str],
    "meter_before": str, "meter_after": str, "deal": str, "verifiable": bool,
})
ChoiceOfInput = TypedDict("ChoiceOfInput", {
    "label": str, "fields": dict[str, Any],
})
InputShown = TypedDict("InputShown", {
    "name": str, "input": str, "label": str, "value": NotRequired[int],
    "choices": NotRequired[list[ChoiceOfInput]],
})
OptionShown = TypedDict("OptionShown", {
    "type": str, "title": str, "deck": NotRequired[int], "seat": NotRequired[int | None],
    "action": NotRequired[str], "kind": NotRequired[str], "device": NotRequired[str], "method": NotRequired[str],
    "chips": NotRequired[int], "sensors": NotRequired[int], "counted": NotRequired[int],
    "depth": NotRequired[int], "wagers": NotRequired[dict[str, str]], "smallest": NotRequired[str],
    "largest": NotRequired[str], "sets_hand": NotRequired[bool], "clause": NotRequired[str | None],
    "roles": NotRequired[list[str]], "inputs": NotRequired[list[InputShown]], "aside": NotRequired[bool],
})
Alarm = TypedDict("Alarm", {
    "alarm": str, "seconds": NotRequired[int], "seat": NotRequired[int | None], "round": NotRequired[int],
    "rounds": NotRequired[int], "deck": NotRequired[int], "device": NotRequired[str], "tray": NotRequired[str],
    "missing": NotRequired[str], "wager": NotRequired[str], "since": NotRequired[int], "hands": NotRequired[int],
    "net": NotRequired[str], "clause": NotRequired[str | None], "claim": NotRequired[ClaimShown | None],
    "option": NotRequired[OptionShown],
})
Approval = TypedDict("Approval", {
    "command_id": str,
})
AreaShown = TypedDict("AreaShown", {
    "wager": str, "required": bool, "sensor": bool, "right_of": str | None, "clauses": list[str],
})
Balance = TypedDict("Balance", {
    "account": str, "balance": str,
})
Balances = TypedDict("Balances", {
    "balances": list[Balance], "total": str,
})
BookWager = TypedDict("BookWager", {
    "wager": str, "offer": str, "paytables": str | None, "wheel": bool,
})
BoxShown = TypedDict("BoxShown", {
    "seat": int, "player": int, "yours": bool, "wagers": dict[str, str], "action": str | None, "amount": str,
    "card_count": int, "cards": list[str] | None, "hand": HandShown | None, "forfeited": str | None,
})
BundledShown = TypedDict("BundledShown", {
    "name": str, "rulebook": str,
})
BuyIn = TypedDict("BuyIn", {
    "command_id": str, "expected_version": int, "amount": str, "type": Literal["buy_in"],
})
CardCounts = TypedDict("CardCounts", {
    "player": int, "dealer": int, "community": int,
})
CashOut = TypedDict("CashOut", {
    "command_id": str, "expected_version": int, "amount": str, "type": Literal["cash_out"],
})
Challenge = TypedDict("Challenge", {
    "challenge": str, "site": str,
})
ChangeDealing = TypedDict("ChangeDealing", {
    "command_id": str, "expected_version": int, "method": str, "type": Literal["change_dealing"],
})
ChangeSettings = TypedDict("ChangeSettings", {
    "command_id": str, "expected_version": int, "automatic": NotRequired[list[str] | None],
    "betting_seconds": NotRequired[int | None], "decision_seconds": NotRequired[int | None],
    "least_tray": NotRequired[str | None], "type": Literal["change_settings"],
})
FaultShown = TypedDict("FaultShown", {
    "code": str, "clause": str, "key": str, "value": str, "message": str, "lawful": str,
})
Checked = TypedDict("Checked", {
    "rulebook": str, "digest": str, "lawful": bool, "faults": list[FaultShown], "data": dict[str, Any],
})
Where = TypedDict("Where", {
    "key": str, "value": str,
})
ChoiceShown = TypedDict("ChoiceShown", {
    "key": str, "clauses": list[str], "values": list[str], "lawful": str | None, "where": Where | None,
})
ClauseShown = TypedDict("ClauseShown", {
    "id": str, "chapter": str, "gist": str, "kind": str, "status": str,
})
CloseTable = TypedDict("CloseTable", {
    "command_id": str, "expected_version": int, "type": Literal["close_table"],
})
LineShown = TypedDict("LineShown", {
    "seat": int, "wager": str, "staked": str, "outcome": str, "odds": str | None, "paid": str, "returned": str,
    "clause": str, "clauses": list[str], "paytable": str | None, "line": str | None, "hand_of_seat": int | None,
    "limited_by": str | None,
})
VoidShown = TypedDict("VoidShown", {
    "reason": str, "clause": str,
})
ClosedRound = TypedDict("ClosedRound", {
    "number": int, "entered": bool, "phase": str, "turn": int | None, "stage": str, "board": list[str],
    "dealer": list[str] | None, "dealer_hand": HandShown | None, "dealer_qualifies": bool | None,
    "void": str | None, "voids": list[VoidShown], "claim": int | None, "seats": list[BoxShown],
    "settled": list[LineShown], "deal": str, "at": int,
})
CollectProgressive = TypedDict("CollectProgressive", {
    "command_id": str, "expected_version": int, "chips": int, "sensors": int,
    "type": Literal["collect_progressive"],
})
LeafShown = TypedDict("LeafShown", {
    "position": int, "salt": str,
})
DeckShown = TypedDict("DeckShown", {
    "deck": int, "status": str,
})
HeldCards = TypedDict("HeldCards", {
    "seat": int, "cards": list[str],
})
StepShown = TypedDict("StepShown", {
    "step": str, "title": str, "clause": str | None, "status": str, "option": int | None, "say": str | None,
    "waits": str | None,
})
TurnedUp = TypedDict("TurnedUp", {
    "seat": int, "cards": list[str], "hand": HandShown,
})
Desk = TypedDict("Desk", {
    "decks": list[DeckShown], "rounds_since_stub_count": int, "devices_out_of_order": NotRequired[list[str]],
    "devices_still_covered": NotRequired[list[str]], "progressive_wagers": NotRequired[int],
    "claim": NotRequired[int | None], "automatic": NotRequired[list[str]], "dealing": NotRequired[str],
    "next_deck": NotRequired[int], "cards_to_read": NotRequired[int], "payouts": NotRequired[list[LineShown]],
    "to_settle": NotRequired[list[TurnedUp]], "steps": NotRequired[list[OptionShown]],
    "procedure": NotRequired[list[StepShown]], "hands": NotRequired[list[HeldCards]],
    "dealer": NotRequired[list[str]], "burned": NotRequired[list[str]], "set_aside": NotRequired[list[str]],
    "cards_set_aside": NotRequired[int], "stub": NotRequired[int], "felt": NotRequired[str],
})
ProgressiveSystem = TypedDict("ProgressiveSystem", {
    "open": bool, "accepted": list[int], "clauses": list[str],
})
RoundShown = TypedDict("RoundShown", {
    "number": int, "entered": bool, "phase": str, "turn": int | None, "stage": str, "board": list[str],
    "dealer": list[str] | None, "dealer_hand": HandShown | None, "dealer_qualifies": bool | None,
    "void": str | None, "voids": list[VoidShown], "claim": int | None, "seats": list[BoxShown],
    "settled": list[LineShown],
})
SealShown = TypedDict("SealShown", {
    "deck": int, "deal": str, "seed_digest": str, "root": str | None, "shares": list[str], "method": str | None,
    "cuts": list[int],
})
PlayerShown = TypedDict("PlayerShown", {
    "name": str, "you": bool, "chips": str, "ready": bool, "left": bool, "away": bool, "played": bool,
})
SeatShown = TypedDict("SeatShown", {
    "seat": int, "player": PlayerShown | None,
})
NotNow = TypedDict("NotNow", {
    "type": str, "action": str | None, "code": str, "clause": str | None, "facts": dict[str, str],
})
You = TypedDict("You", {
    "account": str, "name": str, "seat": int | None, "chips": str, "own": bool, "options": list[OptionShown],
    "not_now": list[NotNow],
})
TableChanges = TypedDict("TableChanges", {
    "table": NotRequired[str], "name": NotRequired[str], "kind": NotRequired[str], "version": NotRequired[int],
    "rulebook": NotRequired[str], "game": NotRequired[str], "jurisdiction": NotRequired[str],
    "submission": NotRequired[str], "closed": NotRequired[bool], "idle": NotRequired[bool],
    "rounds": NotRequired[int], "phase": NotRequired[str], "deadline": NotRequired[int | None],
    "automatic": NotRequired[list[str]], "entered_cards": NotRequired[bool],
    "deal_order": NotRequired[list[int]], "meters": NotRequired[dict[str, str]],
    "progressive_system": NotRequired[ProgressiveSystem | None], "seats": NotRequired[list[SeatShown]],
    "seal": NotRequired[list[SealShown]], "round": NotRequired[RoundShown | None],
    "last_round": NotRequired[ClosedRound | None], "you": NotRequired[You | None],
    "desk": NotRequired[Desk | None],
})
TableView = TypedDict("TableView", {
    "table": str, "name": str, "kind": str, "version": int, "rulebook": str, "game": str, "jurisdiction": str,
    "submission": str, "closed": bool, "idle": bool, "rounds": int, "phase": str, "deadline": int | None,
    "automatic": list[str], "entered_cards": bool, "deal_order": list[int], "meters": dict[str, str],
    "progressive_system": ProgressiveSystem | None, "seats": list[SeatShown], "seal": list[SealShown],
    "round": RoundShown | None, "last_round": ClosedRound | None, "you": You | None, "desk": Desk | None,
})
CommandAnswer = TypedDict("CommandAnswer", {
    "command_id": str, "table": str, "version": int, "accepted": bool, "receipt": NotRequired[LeafShown],
    "view": NotRequired[TableView], "number": NotRequired[int], "changes": NotRequired[TableChanges],
})
CommitmentShown = TypedDict("CommitmentShown", {
    "deal": str, "count": int, "root": str,
})
Score = TypedDict("Score", {
    "result": float, "low": float, "high": float,
})
Compared = TypedDict("Compared", {
    "wager": str, "hands": int, "rounds": int, "net": str, "expected": str, "band": str, "band_below": str,
    "score": Score, "alarm": str | None,
})
ConfirmCards = TypedDict("ConfirmCards", {
    "command_id": str, "expected_version": int, "deck": NotRequired[int], "type": Literal["confirm_cards"],
})
Consistency = TypedDict("Consistency", {
    "old": int, "new": int, "path": list[str],
})
CorrectCount = TypedDict("CorrectCount", {
    "command_id": str, "expected_version": int, "seat": int, "type": Literal["correct_count"],
})
CorrectionShown = TypedDict("CorrectionShown", {
    "correction": str, "by": str, "main": str, "secondary": str, "reason": str, "seconded_by": str,
    "approvals": int,
})
CountStub = TypedDict("CountStub", {
    "command_id": str, "expected_version": int, "counted": int, "misdealt": NotRequired[bool],
    "in_deck": NotRequired[int], "type": Literal["count_stub"],
})
Course = TypedDict("Course", {
    "table": str, "theory_computing": bool, "wagers": dict[str, list[Compared]],
})
CoverDevice = TypedDict("CoverDevice", {
    "command_id": str, "expected_version": int, "device": NotRequired[str], "how": NotRequired[str],
    "type": Literal["cover_device"],
})
CreditTray = TypedDict("CreditTray", {
    "command_id": str, "expected_version": int, "amount": str, "type": Literal["credit_tray"],
})
CutCards = TypedDict("CutCards", {
    "command_id": str, "expected_version": int, "deck": NotRequired[int], "depth": NotRequired[int],
    "type": Literal["cut_cards"],
})
DayShown = TypedDict("DayShown", {
    "day": int, "answers": int, "right": int,
})
Deal = TypedDict("Deal", {
    "command_id": str, "expected_version": int, "type": Literal["deal"],
})
DealCommunity = TypedDict("DealCommunity", {
    "command_id": str, "expected_version": int, "type": Literal["deal_community"],
})
DealtTo = TypedDict("DealtTo", {
    "to": str, "card": str,
})
DecisionSize = TypedDict("DecisionSize", {
    "when": str, "smallest": int, "largest": int, "clauses": list[str],
})
StageShown = TypedDict("StageShown", {
    "stage": str, "wager": str, "passive": str, "board": int, "sizes": list[DecisionSize], "clauses": list[str],
    "asked": str,
})
Decision = TypedDict("Decision", {
    "stages": list[StageShown],
})
DecisionTotal = TypedDict("DecisionTotal", {
    "action": str, "hands": int, "net": str,
})
SlipShown = TypedDict("SlipShown", {
    "cards": list[str], "board": list[str], "action": str, "best": str, "cost": Exact, "due": int,
})
StreetShown = TypedDict("StreetShown", {
    "board": int, "answers": int, "right": int, "price": Exact | None,
})
ProgressShown = TypedDict("ProgressShown", {
    "streets": list[StreetShown], "days": list[DayShown], "slips": list[SlipShown], "price": Exact | None,
})
DrillAnswer = TypedDict("DrillAnswer", {
    "options": list[AdvisedOption], "best": str, "cost": Exact, "due": int | None,
    "chances": ChancesShown | None, "progress": ProgressShown,
})
DrillHand = TypedDict("DrillHand", {
    "question": str, "cards": list[str], "board": list[str], "options": list[str], "again": bool,
})
ErrorBody = TypedDict("ErrorBody", {
    "code": str, "message": str, "clause": NotRequired[str | None], "facts": NotRequired[dict[str, str]],
    "where": NotRequired[str | None],
})
ErrorReply = TypedDict("ErrorReply", {
    "error": ErrorBody,
})
EventShown = TypedDict("EventShown", {
    "position": int, "stream": str, "version": int, "part": int, "event": str, "at": int, "actor": str,
    "withheld": bool, "removed": bool, "data": dict[str, Any] | None, "leaf": str,
})
ExamShown = TypedDict("ExamShown", {
    "exam": str, "account": str, "rulebook": str, "at": int, "seconds": int, "took": int | None,
    "right": int | None, "asked": int | None, "passed": bool | None, "wrong": list[str],
})
LineAsked = TypedDict("LineAsked", {
    "seat": int, "wager": str, "staked": str, "paytable": str | None,
})
LayoutAsked = TypedDict("LayoutAsked", {
    "question": str, "round": ClosedRound, "meters": dict[str, str], "spins": dict[str, str],
    "lines": list[LineAsked],
})
ExamBegunShown = TypedDict("ExamBegunShown", {
    "exam": ExamShown, "layouts": list[LayoutAsked],
})
LayoutPaid = TypedDict("LayoutPaid", {
    "right": list[bool], "lines": list[LineShown],
})
ExamGraded = TypedDict("ExamGraded", {
    "exam": ExamShown, "layouts": list[LayoutPaid],
})
ExamPaper = TypedDict("ExamPaper", {
    "amounts": list[list[str]],
})
FillTray = TypedDict("FillTray", {
    "command_id": str, "expected_version": int, "amount": str, "type": Literal["fill_tray"],
})
