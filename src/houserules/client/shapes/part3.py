"""Shapes of requests and answers. Written by scripts/api_client.py from the description of the API; not to be edited."""
# fmt: off
# ruff: noqa

from typing import Any, Literal, NotRequired, TypedDict
from houserules.client.shapes.part1 import DecisionTotal
from houserules.client.shapes.part2 import MeterInLobby

StackCards = TypedDict("StackCards", {
    "command_id": str, "expected_version": int, "deck": NotRequired[int], "type": Literal["stack_cards"],
})
WagerTotal = TypedDict("WagerTotal", {
    "wager": str, "hands": int, "staked": str, "net": str, "expected": str | None,
})
Statistics = TypedDict("Statistics", {
    "hands": int, "among": int, "net": str, "expected": str | None, "deviation": str | None,
    "wagers": list[WagerTotal], "decisions": list[DecisionTotal], "computing": bool,
})
SubmissionShown = TypedDict("SubmissionShown", {
    "name": str, "toml": str, "data": dict[str, Any],
})
TableDecision = TypedDict("TableDecision", {
    "table": str, "cards": list[str], "board": list[str], "action": str,
})
TableInLobby = TypedDict("TableInLobby", {
    "table": str, "name": str, "kind": str, "rulebook": str, "game": str, "jurisdiction": str, "minimum": str,
    "maximum": str, "seats": int, "open_seats": int, "meter": MeterInLobby | None, "phase": str,
    "entered_cards": bool, "closed": bool, "trouble": str | None, "seat": int | None, "own": bool,
})
ToAnalyse = TypedDict("ToAnalyse", {
    "submission": str | dict[str, Any], "meter": NotRequired[str | None], "players": NotRequired[int],
})
ToAnswer = TypedDict("ToAnswer", {
    "submission": str | dict[str, Any], "question": str, "action": str,
})
ToCheck = TypedDict("ToCheck", {
    "submission": str | dict[str, Any], "live": NotRequired[bool],
})
ToCompare = TypedDict("ToCompare", {
    "a": str | dict[str, Any], "b": str | dict[str, Any],
})
ToDesign = TypedDict("ToDesign", {
    "submission": str | dict[str, Any], "edge": str, "wager": NotRequired[str | None],
    "what": NotRequired[Literal["table", "wheel", "meter"] | None], "within": NotRequired[str | None],
    "hits": NotRequired[str | None], "hits_within": NotRequired[str | None],
    "deviation": NotRequired[str | None], "deviation_within": NotRequired[str | None],
    "odds": NotRequired[list[str]], "lines": NotRequired[list[str]], "top": NotRequired[int | None],
    "segments": NotRequired[int | None], "start": NotRequired[str | None], "answers": NotRequired[int],
})
ToDrill = TypedDict("ToDrill", {
    "submission": str | dict[str, Any], "board": NotRequired[int | None],
})
ToGuide = TypedDict("ToGuide", {
    "table": str,
})
ToPay = TypedDict("ToPay", {
    "submission": str | dict[str, Any], "question": str, "amounts": list[str],
})
ToPrint = TypedDict("ToPrint", {
    "submission": str | dict[str, Any],
})
ToStudy = TypedDict("ToStudy", {
    "submission": str | dict[str, Any],
})
TransferShown = TypedDict("TransferShown", {
    "position": int, "index": int, "source": str, "target": str, "amount": str, "status": str, "event": str,
    "wager": str | None, "clauses": list[str],
})
UncoverDevice = TypedDict("UncoverDevice", {
    "command_id": str, "expected_version": int, "device": NotRequired[str], "type": Literal["uncover_device"],
})
ValidatePayout = TypedDict("ValidatePayout", {
    "command_id": str, "expected_version": int, "seat": int, "type": Literal["validate_payout"],
})
VerifyInspection = TypedDict("VerifyInspection", {
    "command_id": str, "expected_version": int, "deck": NotRequired[int], "type": Literal["verify_inspection"],
})
ViewCards = TypedDict("ViewCards", {
    "command_id": str, "expected_version": int, "deck": NotRequired[int], "type": Literal["view_cards"],
})
VisitBegun = TypedDict("VisitBegun", {
    "address": str,
})
VisitDone = TypedDict("VisitDone", {
    "code": str, "state": str, "keep": NotRequired[Literal["cookie", "bearer"]],
})
WaysIn = TypedDict("WaysIn", {
    "provider": str | None,
})
WithdrawWagers = TypedDict("WithdrawWagers", {
    "command_id": str, "expected_version": int, "seat": int, "type": Literal["withdraw_wagers"],
})
WitnessShown = TypedDict("WitnessShown", {
    "name": str, "vkey": str, "address": str, "size": int, "behind": int, "at": int,
    "state": Literal["waiting", "signed", "silent", "contradicts"], "trouble": str,
})
WitnessesShown = TypedDict("WitnessesShown", {
    "needed": int, "size": int, "signed": int, "witnesses": list[WitnessShown],
})
