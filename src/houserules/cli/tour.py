"""``houserules tour``: a look around."""

from __future__ import annotations

from houserules import law
from houserules import rulebooks as bundled
from houserules.cli.check import check
from houserules.cli.paytables import paytables
from houserules.cli.rulebooks import rulebooks


def tour() -> int:
    """List the rulebooks, check the bundled submissions, and show the pay tables."""
    rulebooks()
    print()
    status = max(check(name) for name in bundled.SUBMISSIONS)
    for identity in law.RULEBOOK_IDS:
        print()
        paytables(identity)
    return status
