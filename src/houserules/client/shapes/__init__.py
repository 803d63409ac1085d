"""All shapes. Written by scripts/api_client.py from the description of the API; not to be edited."""
# fmt: off
# ruff: noqa

from houserules.client.shapes.part1 import (
    AccountShown, Act, AddEntropy, AddingChallenge, Exact, AdvisedOption, ChancesShown, AdviceShown,
    VerdictShown, AgainstDealer, BonusHand, HandShown, ClaimShown, ChoiceOfInput, InputShown, OptionShown, Alarm,
    Approval, AreaShown, Balance, Balances, BookWager, BoxShown, BundledShown, BuyIn, CardCounts, CashOut,
    Challenge, ChangeDealing, ChangeSettings, FaultShown, Checked, Where, ChoiceShown, ClauseShown, CloseTable,
    LineShown, VoidShown, ClosedRound, CollectProgressive, LeafShown, DeckShown, HeldCards, StepShown, TurnedUp,
    Desk, ProgressiveSystem, RoundShown, SealShown, PlayerShown, SeatShown, NotNow, You, TableChanges, TableView,
    CommandAnswer, CommitmentShown, Score, Compared, ConfirmCards, Consistency, CorrectCount, CorrectionShown,
    CountStub, Course, CoverDevice, CreditTray, CutCards, DayShown, Deal, DealCommunity, DealtTo, DecisionSize,
    StageShown, Decision, DecisionTotal, SlipShown, StreetShown, ProgressShown, DrillAnswer, DrillHand,
    ErrorBody, ErrorReply, EventShown, ExamShown, LineAsked, LayoutAsked, ExamBegunShown, LayoutPaid, ExamGraded,
    ExamPaper, FillTray,
)
from houserules.client.shapes.part2 import (
    HitShown, Period, FloorReport, FloorTable, HandSeal, Versions, RecalledHand, FoundHands, Frame, Funded,
    WagerTitle, GameShown, GoIdle, GuidedHand, WitnessesCounted, Health, HowFar, Identity, Incident, Inclusion,
    Inscription, InspectCards, Job, Leave, LimitShown, LimitsShown, MeterEvent, MeterInLobby, MeterShown,
    NewAccount, NewBreak, NewFunds, NewLimit, NewPasskey, NewPassword, NewRoles, NewTable, NoMoreBets, NotYet,
    WagerOdds, OddsShown, OpenRound, OpeningShown, Openings, OrderRecut, OrderShuffle, OwnHand, OwnFile,
    OwnHands, OwnPassword, PaperFile, PaperShown, PasskeyRemoval, PasskeyRoles, PasskeyRolesShown, PasskeyShown,
    PasskeySignIn, PayLine, PayoutLimitShown, PaytableShown, PlaceWagers, Proposal, Proposed, Purse,
    PutAwayAlarm, Qualifying, Ranking, ReadCards, ReadingShown, Ready, ReceiptEvent, ReceiptShown, ReceiveCards,
    RemoveDeck, Replay, Report, ReportDevice, ReportRepair, RequestAsked, RequestDone, RequestShown, Reveal,
    RulebookShown, Segment, WagerRules, WheelHand, RulesShown, SessionShown, Settle, Shuffle, SignIn,
    SignInAsGuest, SignInByLink, SignedHead, SignedIn, Sit, SpinWheel, SpreadCards,
)
from houserules.client.shapes.part3 import (
    StackCards, WagerTotal, Statistics, SubmissionShown, TableDecision, TableInLobby, ToAnalyse, ToAnswer,
    ToCheck, ToCompare, ToDesign, ToDrill, ToGuide, ToPay, ToPrint, ToStudy, TransferShown, UncoverDevice,
    ValidatePayout, VerifyInspection, ViewCards, VisitBegun, VisitDone, WaysIn, WithdrawWagers, WitnessShown,
    WitnessesShown,
)

__all__ = [
    "AccountShown", "Act", "AddEntropy", "AddingChallenge", "AdviceShown", "AdvisedOption", "AgainstDealer",
    "Alarm", "Approval", "AreaShown", "Balance", "Balances", "BonusHand", "BookWager", "BoxShown",
    "BundledShown", "BuyIn", "CardCounts", "CashOut", "Challenge", "ChancesShown", "ChangeDealing",
    "ChangeSettings", "Checked", "ChoiceOfInput", "ChoiceShown", "ClaimShown", "ClauseShown", "CloseTable",
    "ClosedRound", "CollectProgressive", "CommandAnswer", "CommitmentShown", "Compared", "ConfirmCards",
    "Consistency", "CorrectCount", "CorrectionShown", "CountStub", "Course", "CoverDevice", "CreditTray",
    "CutCards", "DayShown", "Deal", "DealCommunity", "DealtTo", "Decision", "DecisionSize", "DecisionTotal",
    "DeckShown", "Desk", "DrillAnswer", "DrillHand", "ErrorBody", "ErrorReply", "EventShown", "Exact",
    "ExamBegunShown", "ExamGraded", "ExamPaper", "ExamShown", "FaultShown", "FillTray", "HandShown", "HeldCards",
    "InputShown", "LayoutAsked", "LayoutPaid", "LeafShown", "LineAsked", "LineShown", "NotNow", "OptionShown",
    "PlayerShown", "ProgressShown", "ProgressiveSystem", "RoundShown", "Score", "SealShown", "SeatShown",
    "SlipShown", "StageShown", "StepShown", "StreetShown", "TableChanges", "TableView", "TurnedUp",
    "VerdictShown", "VoidShown", "Where", "You", "FloorReport", "FloorTable", "FoundHands", "Frame", "Funded",
    "GameShown", "GoIdle", "GuidedHand", "HandSeal", "Health", "HitShown", "HowFar", "Identity", "Incident",
    "Inclusion", "Inscription", "InspectCards", "Job", "Leave", "LimitShown", "LimitsShown", "MeterEvent",
    "MeterInLobby", "MeterShown", "NewAccount", "NewBreak", "NewFunds", "NewLimit", "NewPasskey", "NewPassword",
    "NewRoles", "NewTable", "NoMoreBets", "NotYet", "OddsShown", "OpenRound", "OpeningShown", "Openings",
    "OrderRecut", "OrderShuffle", "OwnFile", "OwnHand", "OwnHands", "OwnPassword", "PaperFile", "PaperShown",
    "PasskeyRemoval", "PasskeyRoles", "PasskeyRolesShown", "PasskeyShown", "PasskeySignIn", "PayLine",
    "PayoutLimitShown", "PaytableShown", "Period", "PlaceWagers", "Proposal", "Proposed", "Purse",
    "PutAwayAlarm", "Qualifying", "Ranking", "ReadCards", "ReadingShown", "Ready", "RecalledHand",
    "ReceiptEvent", "ReceiptShown", "ReceiveCards", "RemoveDeck", "Replay", "Report", "ReportDevice",
    "ReportRepair", "RequestAsked", "RequestDone", "RequestShown", "Reveal", "RulebookShown", "RulesShown",
    "Segment", "SessionShown", "Settle", "Shuffle", "SignIn", "SignInAsGuest", "SignInByLink", "SignedHead",
    "SignedIn", "Sit", "SpinWheel", "SpreadCards", "Versions", "WagerOdds", "WagerRules", "WagerTitle",
    "WheelHand", "WitnessesCounted", "StackCards", "Statistics", "SubmissionShown", "TableDecision",
    "TableInLobby", "ToAnalyse", "ToAnswer", "ToCheck", "ToCompare", "ToDesign", "ToDrill", "ToGuide", "ToPay",
    "ToPrint", "ToStudy", "TransferShown", "UncoverDevice", "ValidatePayout", "VerifyInspection", "ViewCards",
    "VisitBegun", "VisitDone", "WagerTotal", "WaysIn", "WithdrawWagers", "WitnessShown", "WitnessesShown",
]
