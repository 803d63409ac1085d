"""Shapes of requests and answers. Written by scripts/api_client.py from the description of the API; not to be edited."""
# fmt: off
# ruff: noqa

from typing import Any, Literal, NotRequired, TypedDict
from houserules.client.shapes.part1 import Exact
from houserules.client.shapes.part1 import AgainstDealer
from houserules.client.shapes.part1 import HandShown
from houserules.client.shapes.part1 import Alarm
from houserules.client.shapes.part1 import AreaShown
from houserules.client.shapes.part1 import BookWager
from houserules.client.shapes.part1 import BoxShown
from houserules.client.shapes.part1 import CardCounts
from houserules.client.shapes.part1 import LineShown
from houserules.client.shapes.part1 import VoidShown
from houserules.client.shapes.part1 import ClosedRound
from houserules.client.shapes.part1 import DeckShown
from houserules.client.shapes.part1 import CommitmentShown
from houserules.client.shapes.part1 import Compared
from houserules.client.shapes.part1 import DealtTo
from houserules.client.shapes.part1 import Decision

HitShown = TypedDict("HitShown", {
    "at": int, "round": int, "line": str, "paid": str, "from_meter": bool, "seat": NotRequired[int],
    "table": NotRequired[str],
})
Period = TypedDict("Period", {
    "period": str, "rounds": int, "drop": str, "staked": str, "win": str, "hold": str | None,
})
FloorReport = TypedDict("FloorReport", {
    "table": str, "rulebook": str, "name": str, "kind": str, "tray": str, "drop": dict[str, Period],
    "periods": list[Period], "wagers": list[Compared], "theory_computing": bool, "theory_refused": str | None,
    "without_theory": list[str], "hits": list[HitShown], "alarms": list[Alarm],
})
FloorTable = TypedDict("FloorTable", {
    "table": str, "rulebook": str, "name": str, "kind": str, "tray": str, "drop": dict[str, Period],
    "periods": list[Period], "wagers": list[Compared], "theory_computing": bool, "theory_refused": str | None,
    "without_theory": list[str], "hits": list[HitShown], "alarms": list[Alarm], "version": int, "phase": str,
    "decks": list[DeckShown], "automatic": list[str],
})
HandSeal = TypedDict("HandSeal", {
    "deal": str, "count": int, "root": str, "seed_digest": str, "shares": list[str], "method": str,
    "cuts": list[int],
})
Versions = TypedDict("Versions", {
    "first": int, "last": int,
})
RecalledHand = TypedDict("RecalledHand", {
    "number": int, "entered": bool, "phase": str, "turn": int | None, "stage": str, "board": list[str],
    "dealer": list[str] | None, "dealer_hand": HandShown | None, "dealer_qualifies": bool | None,
    "void": str | None, "voids": list[VoidShown], "claim": int | None, "seats": list[BoxShown],
    "settled": list[LineShown], "deal": str, "at": int, "table": str, "versions": Versions, "position": int,
    "seal": HandSeal | None,
})
FoundHands = TypedDict("FoundHands", {
    "hands": list[RecalledHand], "next": int | None,
})
Frame = TypedDict("Frame", {
    "version": int, "position": int, "at": int, "actor": str, "event": str, "clauses": list[str],
    "round": ClosedRound | None, "dealt": NotRequired[list[DealtTo]], "community": NotRequired[list[str]],
    "hands": NotRequired[dict[str, list[str]]], "dealer": NotRequired[list[str]],
    "burned": NotRequired[list[str]], "stub": NotRequired[list[str]], "felt": NotRequired[str],
})
Funded = TypedDict("Funded", {
    "account": str, "kind": str, "balance": str,
})
WagerTitle = TypedDict("WagerTitle", {
    "title": str, "short": str,
})
GameShown = TypedDict("GameShown", {
    "short": str, "felt": str, "suit": str, "order": list[str], "wagers": dict[str, WagerTitle],
    "lines": dict[str, str], "base_wager": str, "progressive_wager": str | None, "shared_bonus": str | None,
})
GoIdle = TypedDict("GoIdle", {
    "command_id": str, "expected_version": int, "face_up": NotRequired[bool], "type": Literal["go_idle"],
})
GuidedHand = TypedDict("GuidedHand", {
    "table": str, "version": int,
})
WitnessesCounted = TypedDict("WitnessesCounted", {
    "signed": int, "needed": int, "of": int,
})
Health = TypedDict("Health", {
    "status": str, "version": str, "tables": int, "position": int, "troubles": dict[str, str],
    "witnesses": WitnessesCounted,
})
HowFar = TypedDict("HowFar", {
    "done": float, "ahead": int, "question": str,
})
Identity = TypedDict("Identity", {
    "subject": str,
})
Incident = TypedDict("Incident", {
    "at": int, "position": int, "event": str, "actor": str, "clauses": list[str], "facts": dict[str, Any],
})
Inclusion = TypedDict("Inclusion", {
    "position": int, "size": int, "leaf": str, "path": list[str],
})
Inscription = TypedDict("Inscription", {
    "text": str | None, "place": str | None, "clauses": list[str],
})
InspectCards = TypedDict("InspectCards", {
    "command_id": str, "expected_version": int, "deck": NotRequired[int], "type": Literal["inspect_cards"],
})
Job = Literal["player", "dealer", "floorperson", "pit_manager", "auditor", "regulator", "administrator"]
Leave = TypedDict("Leave", {
    "command_id": str, "expected_version": int, "type": Literal["leave"],
})
LimitShown = TypedDict("LimitShown", {
    "what": str, "amount": str | None, "used": str, "next": str | None, "next_from": int | None,
})
LimitsShown = TypedDict("LimitsShown", {
    "limits": list[LimitShown], "break_until": int | None, "day_ends": int,
})
MeterEvent = TypedDict("MeterEvent", {
    "version": int, "at": int, "actor": str, "event": str, "data": dict[str, Any],
})
MeterInLobby = TypedDict("MeterInLobby", {
    "id": str, "main": str,
})
MeterShown = TypedDict("MeterShown", {
    "meter": str, "name": str, "version": int, "main": str, "secondary": str, "tables": list[str],
    "hits": list[HitShown],
})
NewAccount = TypedDict("NewAccount", {
    "account": str, "name": str, "roles": list[Job], "password": str,
})
NewBreak = TypedDict("NewBreak", {
    "hours": int,
})
NewFunds = TypedDict("NewFunds", {
    "command_id": str, "amount": str, "kind": NotRequired[Literal["live", "practice"]],
})
NewLimit = TypedDict("NewLimit", {
    "amount": str | None,
})
NewPasskey = TypedDict("NewPasskey", {
    "name": str, "credential": str, "client_data": str, "attestation": str, "password": NotRequired[str],
})
NewPassword = TypedDict("NewPassword", {
    "password": str,
})
NewRoles = TypedDict("NewRoles", {
    "roles": list[Job],
})
NewTable = TypedDict("NewTable", {
    "submission": str | dict[str, Any], "kind": NotRequired[Literal["practice", "live"]],
    "name": NotRequired[str | None], "meter": NotRequired[str | None],
    "automatic": NotRequired[list[str] | None], "betting_seconds": NotRequired[int | None],
    "decision_seconds": NotRequired[int | None], "least_tray": NotRequired[str | None],
    "entered_cards": NotRequired[bool | None],
})
NoMoreBets = TypedDict("NoMoreBets", {
    "command_id": str, "expected_version": int, "type": Literal["no_more_bets"],
})
NotYet = TypedDict("NotYet", {
    "progress": HowFar,
})
WagerOdds = TypedDict("WagerOdds", {
    "wager": str, "edge": Exact, "hits": Exact,
})
OddsShown = TypedDict("OddsShown", {
    "wagers": list[WagerOdds], "computing": bool,
})
OpenRound = TypedDict("OpenRound", {
    "command_id": str, "expected_version": int, "type": Literal["open_round"],
})
OpeningShown = TypedDict("OpeningShown", {
    "place": int, "card": int, "salt": str, "path": list[str], "text": str,
})
Openings = TypedDict("Openings", {
    "commitment": CommitmentShown, "openings": list[OpeningShown], "seed": str | None, "seed_digest": str,
    "shares": list[str], "method": str, "cuts": list[int],
})
OrderRecut = TypedDict("OrderRecut", {
    "command_id": str, "expected_version": int, "deck": NotRequired[int], "type": Literal["order_recut"],
})
OrderShuffle = TypedDict("OrderShuffle", {
    "command_id": str, "expected_version": int, "deck": NotRequired[int], "type": Literal["order_shuffle"],
})
OwnHand = TypedDict("OwnHand", {
    "number": int, "entered": bool, "phase": str, "turn": int | None, "stage": str, "board": list[str],
    "dealer": list[str] | None, "dealer_hand": HandShown | None, "dealer_qualifies": bool | None,
    "void": str | None, "voids": list[VoidShown], "claim": int | None, "seats": list[BoxShown],
    "settled": list[LineShown], "deal": str, "at": int, "table": str, "versions": Versions, "position": int,
    "seal": HandSeal | None, "rulebook": str, "kind": str,
})
OwnFile = TypedDict("OwnFile", {
    "hands": list[OwnHand], "next": int | None, "account": str,
})
OwnHands = TypedDict("OwnHands", {
    "hands": list[OwnHand], "next": int | None,
})
OwnPassword = TypedDict("OwnPassword", {
    "password": str, "old": NotRequired[str | None],
})
PaperFile = TypedDict("PaperFile", {
    "name": str, "title": str,
})
PaperShown = TypedDict("PaperShown", {
    "paper": str, "title": str, "files": list[PaperFile],
})
PasskeyRemoval = TypedDict("PasskeyRemoval", {
    "password": NotRequired[str],
})
PasskeyRoles = TypedDict("PasskeyRoles", {
    "roles": list[Job],
})
PasskeyRolesShown = TypedDict("PasskeyRolesShown", {
    "roles": list[str],
})
PasskeyShown = TypedDict("PasskeyShown", {
    "passkey": str, "name": str, "site": str, "added_at": int, "used_at": int,
})
PasskeySignIn = TypedDict("PasskeySignIn", {
    "credential": str, "client_data": str, "authenticator_data": str, "signature": str, "user": str,
    "keep": NotRequired[Literal["cookie", "bearer"]],
})
PayLine = TypedDict("PayLine", {
    "line": str, "pays": str, "clauses": list[str],
})
PayoutLimitShown = TypedDict("PayoutLimitShown", {
    "per_hand": str | None, "per_round": str | None, "wagers": list[str], "clause": str,
})
PaytableShown = TypedDict("PaytableShown", {
    "letter": str, "clause": str, "for_each": str | None, "lines": list[PayLine], "otherwise": PayLine | None,
})
PlaceWagers = TypedDict("PlaceWagers", {
    "command_id": str, "expected_version": int, "seat": int, "wagers": dict[str, str],
    "ready": NotRequired[bool], "type": Literal["place_wagers"],
})
Proposal = TypedDict("Proposal", {
    "command_id": str, "main": str, "reason": str, "secondary": NotRequired[str | None],
})
Proposed = TypedDict("Proposed", {
    "correction": str,
})
Purse = TypedDict("Purse", {
    "live": str, "practice": str,
})
PutAwayAlarm = TypedDict("PutAwayAlarm", {
    "command_id": str, "expected_version": int, "wager": str, "alarm": str, "reason": str,
    "type": Literal["put_away_alarm"],
})
Qualifying = TypedDict("Qualifying", {
    "hand": str, "clauses": list[str],
})
Ranking = TypedDict("Ranking", {
    "hands": list[str], "clauses": list[str],
})
ReadCards = TypedDict("ReadCards", {
    "command_id": str, "expected_version": int, "cards": list[str], "type": Literal["read_cards"],
})
ReadingShown = TypedDict("ReadingShown", {
    "id": str, "title": str, "clauses": list[str], "question": str, "readings": dict[str, str], "default": str,
    "reason": str, "switch": bool, "worth": list[str],
})
Ready = TypedDict("Ready", {
    "command_id": str, "expected_version": int, "type": Literal["ready"],
})
ReceiptEvent = TypedDict("ReceiptEvent", {
    "position": int, "text": str, "data": str | None, "command": str | None, "path": list[str],
})
ReceiptShown = TypedDict("ReceiptShown", {
    "command_id": str, "log": str, "needed": int, "witnesses": list[str], "checkpoint": str,
    "events": list[ReceiptEvent],
})
ReceiveCards = TypedDict("ReceiveCards", {
    "command_id": str, "expected_version": int, "deck": NotRequired[int], "type": Literal["receive_cards"],
})
RemoveDeck = TypedDict("RemoveDeck", {
    "command_id": str, "expected_version": int, "deck": NotRequired[int], "type": Literal["remove_deck"],
})
Replay = TypedDict("Replay", {
    "table": str, "number": int, "frames": list[Frame],
})
Report = TypedDict("Report", {
    "command_id": str, "expected_version": int, "kind": str, "count": NotRequired[int],
    "cards": NotRequired[list[str]], "seat": NotRequired[int | None], "who": NotRequired[str | None],
    "during": NotRequired[str | None], "type": Literal["report"],
})
ReportDevice = TypedDict("ReportDevice", {
    "command_id": str, "expected_version": int, "device": NotRequired[str], "type": Literal["report_device"],
})
ReportRepair = TypedDict("ReportRepair", {
    "command_id": str, "expected_version": int, "device": NotRequired[str], "type": Literal["report_repair"],
})
RequestAsked = TypedDict("RequestAsked", {
    "request": str,
})
RequestDone = TypedDict("RequestDone", {
    "request": str, "account": str, "balance": str | None,
})
RequestShown = TypedDict("RequestShown", {
    "request": str, "by": str, "at": int, "change": str, "account": str, "roles": list[str],
    "amount": str | None, "subject": str | None,
})
Reveal = TypedDict("Reveal", {
    "command_id": str, "expected_version": int, "type": Literal["reveal"],
})
RulebookShown = TypedDict("RulebookShown", {
    "id": str, "game": str, "title": str, "jurisdiction": str, "document": str, "automatic": list[str],
    "cards": CardCounts, "wagers": list[BookWager], "shared_key": str | None, "shown": GameShown,
})
Segment = TypedDict("Segment", {
    "symbol": str, "count": int,
})
WagerRules = TypedDict("WagerRules", {
    "wager": str, "required": bool, "minimum": str, "maximum": str, "amounts": list[str], "equals": str | None,
    "clauses": list[str], "needs": str | None,
})
WheelHand = TypedDict("WheelHand", {
    "suited_cards": int, "clauses": list[str],
})
RulesShown = TypedDict("RulesShown", {
    "rulebook": str, "game": str, "jurisdiction": str, "operator": str, "approved_on": str | None, "digest": str,
    "seats": int, "adjacent_boxes": int, "adjacent_boxes_clause": str, "payout_limit": PayoutLimitShown | None,
    "dealing": str, "shuffler": str, "decks": int, "cards": CardCounts, "odds_word": str,
    "wagers": list[WagerRules], "decision": Decision, "ranking": Ranking, "qualifying": Qualifying | None,
    "against_dealer": dict[str, AgainstDealer], "paytables": dict[str, PaytableShown], "areas": list[AreaShown],
    "inscriptions": dict[str, Inscription], "wheel": list[Segment] | None, "wheel_hand": WheelHand | None,
    "steps": dict[str, list[str]], "irregularities": list[str], "readings": dict[str, str], "shown": GameShown,
})
SessionShown = TypedDict("SessionShown", {
    "session": str, "opened_at": int, "heard_at": int, "until": int, "current": bool,
})
Settle = TypedDict("Settle", {
    "command_id": str, "expected_version": int, "type": Literal["settle"],
})
Shuffle = TypedDict("Shuffle", {
    "command_id": str, "expected_version": int, "deck": NotRequired[int], "cards": NotRequired[list[str] | None],
    "as_dealt": NotRequired[bool], "counted": NotRequired[int | None], "type": Literal["shuffle"],
})
SignIn = TypedDict("SignIn", {
    "account": str, "password": str, "keep": NotRequired[Literal["cookie", "bearer"]],
})
SignInAsGuest = TypedDict("SignInAsGuest", {
    "keep": NotRequired[Literal["cookie", "bearer"]],
})
SignInByLink = TypedDict("SignInByLink", {
    "secret": str, "keep": NotRequired[Literal["cookie", "bearer"]],
})
SignedHead = TypedDict("SignedHead", {
    "size": int, "root": str, "origin": str, "key": str, "signature": str,
})
SignedIn = TypedDict("SignedIn", {
    "account": str, "name": str, "roles": list[str], "guest": bool, "csrf": str,
    "set_password": NotRequired[bool], "add_passkey": NotRequired[bool], "token": NotRequired[str | None],
    "until": NotRequired[int | None],
})
Sit = TypedDict("Sit", {
    "command_id": str, "expected_version": int, "seat": int, "buy_in": NotRequired[str | None],
    "type": Literal["sit"],
})
SpinWheel = TypedDict("SpinWheel", {
    "command_id": str, "expected_version": int, "seat": int, "symbol": NotRequired[str | None],
    "type": Literal["spin_wheel"],
})
SpreadCards = TypedDict("SpreadCards", {
    "command_id": str, "expected_version": int, "deck": NotRequired[int], "type": Literal["spread_cards"],
})
