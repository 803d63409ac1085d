"""Parameters that several routes share."""

from __future__ import annotations

from typing import Annotated, Literal

from litestar.params import Parameter

TableId = Annotated[str, Parameter(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
MeterId = Annotated[str, Parameter(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
CorrectionId = Annotated[str, Parameter(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
HandNumber = Annotated[int, Parameter(ge=1, le=2**53)]
Desk = Literal["player", "dealer", "surveillance"]
Limit = Annotated[int, Parameter(ge=1, le=500)]
FewHands = Annotated[int, Parameter(ge=1, le=50)]
Position = Annotated[int, Parameter(ge=0, le=2**53)]
