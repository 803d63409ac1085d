"""``houserules people``: regaining access to a house from its machine."""

from __future__ import annotations

from cyclopts import App

from houserules.cli.main import DONE
from houserules.cli.output import console, say
from houserules.cli.service.databases import opened
from houserules.cli.service.serve import default_database
from houserules.law import MalformedData

people = App(name="people", help="A way back in, for an administrator who has lost the password.")


@people.command
def recover(account: str = "owner", /, *, db: str | None = None) -> int:
    """Print a link that signs an administrator in, once, within the hour; a new password can be set then.

    Run it on the machine, with the service stopped where everything is kept in a file. The records say so.

    Parameters
    ----------
    account
        The administrator's account.
    db
        Where everything is kept, as for `serve`; absent: the file in the user's data directory.
    """
    from houserules.app import Refusal, recovery_link  # noqa: PLC0415

    try:
        with opened(db or default_database(), writing=True) as log:
            secret = recovery_link(log, account)
    except Refusal as refusal:
        raise MalformedData(refusal.message) from None
    say(console(), f"houserules: sign in once as {account}: put #sign-in={secret} after the address of the service")
    return DONE
