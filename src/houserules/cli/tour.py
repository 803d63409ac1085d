"""``houserules tour``: a look around."""

from __future__ import annotations

from houserules import law
from houserules.cli.law.check import check
from houserules.cli.law.paytables import paytables
from houserules.cli.law.rulebooks import rulebooks


def tour() -> int:
    """List the rulebooks, check the bundled submissions, and show the pay tables."""
    rulebooks()
    print()
    status = max(check(name) for name in law.submissions())
    for identity in law.rulebook_ids():
        print()
        paytables(identity)
    return status
