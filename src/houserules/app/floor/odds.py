"""The house edge and the hit frequency of every wager of a submission, as people at the table see them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import cast

from houserules.app.floor.results import SHARED
from houserules.app.floor.theory import Figure, Figures
from houserules.app.views.floor_shapes import OddsShown, WagerOdds
from houserules.app.views.table_shapes import Exact
from houserules.lab import pair


def odds_shown(figures: Figures | None) -> OddsShown:
    """``figures`` is None while they are being computed. What other players' hands bring is not a separate wager."""
    found = {} if figures is None else figures
    return {
        "wagers": [told for name, figure in found.items() if name != SHARED for told in _told(name, figure)],
        "computing": figures is None,
    }


def _told(name: str, figure: Figure) -> Iterator[WagerOdds]:
    yield {"wager": name, "edge": _exact(-figure.mean), "hits": _hits(figure)}
    for part, edge, hits in figure.parts:
        yield {"wager": part, "edge": _exact(edge), "hits": _exact(hits)}


def _hits(figure: Figure) -> Exact:
    return _exact(sum((chance for net, chance in figure.outcomes if net > 0), Fraction()))


def _exact(number: Fraction) -> Exact:
    return cast(Exact, pair(number))
