"""Parameters, and fields of bodies, that several routes share."""

from __future__ import annotations

from typing import Annotated, Final, Literal, get_args

from litestar.params import PathParameter, QueryParameter
from msgspec import Meta

from houserules.app import ACCOUNT_NAME, LONGEST_ACCOUNT_NAME
from houserules.exhibits import ALL, PAPERS, ROUND_FILES

_NAME = r"^[A-Za-z0-9_-]+\Z"
_WITHOUT_NUL = r"^[^\x00]*\Z"
"""A PostgreSQL database cannot store a NUL in text, nor search for one."""


def _one_of(*names: str) -> str:
    return rf"^({'|'.join(name.replace('.', '[.]') for name in names)})\Z"


DeskName = Literal["player", "dealer", "surveillance"]
DESKS: Final = get_args(DeskName)

TableId = Annotated[str, PathParameter(min_length=1, max_length=64, pattern=_NAME)]
MeterId = Annotated[str, PathParameter(min_length=1, max_length=64, pattern=_NAME)]
CorrectionId = Annotated[str, PathParameter(min_length=1, max_length=64, pattern=_NAME)]
SessionId = Annotated[str, PathParameter(pattern=r"^[0-9a-f]{16}\Z")]
RequestId = Annotated[str, PathParameter(pattern=r"^[0-9a-f]{16}\Z")]
AccountInPath = Annotated[str, PathParameter(min_length=2, max_length=LONGEST_ACCOUNT_NAME, pattern=ACCOUNT_NAME)]
RulebookId = Annotated[str, PathParameter(min_length=1, max_length=20)]
QuestionId = Annotated[str, PathParameter(pattern=r"^[0-9a-f]{32}\Z")]
SubmissionName = Annotated[str, PathParameter(min_length=1, max_length=60)]
PaperFile = Annotated[
    str, PathParameter(pattern=_one_of(ALL, *(name for paper in PAPERS.values() for name in paper.names)))
]
RoundFile = Annotated[str, PathParameter(pattern=_one_of(*ROUND_FILES))]
HandNumber = Annotated[int, PathParameter(ge=1, le=2**53)]
CommandInPath = Annotated[str, PathParameter(min_length=1, max_length=200)]
TilePath = Annotated[str, PathParameter(max_length=80)]
ExportedTable = Annotated[Literal["hands", "transfers", "meters"], PathParameter()]
LogPosition = Annotated[int, PathParameter(ge=1, le=2**53)]

Desk = Annotated[DeskName, QueryParameter()]
FeedId = Annotated[str | None, QueryParameter(pattern=r"^[0-9a-f]{16}\Z")]
"""An open feed of the caller's at this table: the answer has only what changed since that feed was last sent
something."""
ViewWanted = Annotated[Literal["whole", "none"], QueryParameter()]
Limit = Annotated[int, QueryParameter(ge=1, le=500)]
FewHands = Annotated[int, QueryParameter(ge=1, le=50)]
BeforeHand = Annotated[int | None, QueryParameter(ge=1, le=2**53)]
After = Annotated[int, QueryParameter(ge=0, le=2**53)]
LogSize = Annotated[int | None, QueryParameter(ge=1, le=2**53)]
OldSize = Annotated[int, QueryParameter(ge=1, le=2**53)]
TableInQuery = Annotated[str, QueryParameter(min_length=1, max_length=64, pattern=_NAME)]
AccountInQuery = Annotated[str | None, QueryParameter(max_length=40)]
CardsInQuery = Annotated[str, QueryParameter(max_length=155, pattern=r"^([2-9TJQKA][shdc]( [2-9TJQKA][shdc])*)?\Z")]
Moment = Annotated[int | None, QueryParameter(ge=0, le=2**53)]
Switch = Annotated[bool, QueryParameter()]
Prefix = Annotated[str, QueryParameter(max_length=100, pattern=_WITHOUT_NUL)]
LedgerAccount = Annotated[str | None, QueryParameter(max_length=100, pattern=_WITHOUT_NUL)]

_UNSEEN = r"\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff"
ShownName = Annotated[str, Meta(min_length=1, max_length=60, pattern=rf"^[^{_UNSEEN}]*[^\s{_UNSEEN}][^{_UNSEEN}]*\Z")]
"""The name of a table or a person that others read: one line, with something visible in it and no characters that
reverse the direction of text."""
AccountName = Annotated[str, Meta(min_length=2, max_length=LONGEST_ACCOUNT_NAME, pattern=ACCOUNT_NAME)]
MeterName = Annotated[str, Meta(min_length=1, max_length=64, pattern=_NAME)]
MeterAmount = Annotated[str, Meta(max_length=24, pattern=r"^(0|[1-9][0-9]{0,11})(\.[0-9]{1,6})?\Z")]
"""What a progressive meter shows, in dollars, with up to six decimals."""
