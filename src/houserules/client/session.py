"""What may be asked: session. Written by scripts/api_client.py from the description of the API; not to be edited."""
# fmt: off
# ruff: noqa

from houserules.client.asking import Group, place
from houserules.client import shapes as s


class Session(Group):
    def who_am_i(self) -> s.SignedIn:
        """Who is signed in here, with which roles."""
        found: s.SignedIn = self._ask("GET", "/api/session")
        return found

    def sign_in(self, data: s.SignIn) -> s.SignedIn:
        """Sign in with a password. After five failures an address waits before it may try the same account
        again, from one second to a minute; other addresses, and browsers in which the person has signed in
        before, do not."""
        found: s.SignedIn = self._ask("POST", "/api/session", body=data)
        return found

    def sign_out(self) -> None:
        """The session ends, and its cookie goes. What a browser keeps to be known again stays: it opens nothing."""
        self._ask("DELETE", "/api/session")

    def sign_in_by_link(self, data: s.SignInByLink) -> s.SignedIn:
        """Sign in with the secret of a one-time link."""
        found: s.SignedIn = self._ask("POST", "/api/session/link", body=data)
        return found

    def sign_in_as_guest(self, data: s.SignInAsGuest) -> s.SignedIn:
        """Sit down without an account, at practice tables only."""
        found: s.SignedIn = self._ask("POST", "/api/session/guest", body=data)
        return found

    def change_password(self, data: s.OwnPassword) -> None:
        """Set your own password; a guest has none. All your other sessions end."""
        self._ask("PUT", "/api/session/password", body=data)

    def own_purse(self) -> s.Purse:
        """What the signed-in person has away from the tables."""
        found: s.Purse = self._ask("GET", "/api/session/purse")
        return found

    def own_sessions(self) -> list[s.SessionShown]:
        """Where you are signed in, the oldest first."""
        found: list[s.SessionShown] = self._ask("GET", "/api/session/list")
        return found

    def end_session(self, session_id: str) -> None:
        """Sign out somewhere else."""
        self._ask("DELETE", f"/api/session/list/{place(session_id)}")

    def own_passkeys(self) -> list[s.PasskeyShown]:
        """Your own passkeys."""
        found: list[s.PasskeyShown] = self._ask("GET", "/api/session/passkeys")
        return found

    def add_passkey(self, data: s.NewPasskey) -> s.PasskeyShown:
        """Add the passkey that a device has made for the challenge. The device must have asked who is there."""
        found: s.PasskeyShown = self._ask("POST", "/api/session/passkeys", body=data)
        return found

    def begin_adding(self) -> s.AddingChallenge:
        """Begin to add a passkey. The challenge is good for five minutes, once, and for this session."""
        found: s.AddingChallenge = self._ask("POST", "/api/session/passkeys/challenge")
        return found

    def remove_passkey(self, passkey_id: str, data: s.PasskeyRemoval) -> None:
        """Remove one of your passkeys: it signs nobody in any more."""
        self._ask("POST", f"/api/session/passkeys/{place(passkey_id)}/removal", body=data)

    def begin_signing_in(self) -> s.Challenge:
        """Begin to sign in with a passkey. The challenge is good for five minutes, once."""
        found: s.Challenge = self._ask("POST", "/api/session/passkey/challenge")
        return found

    def sign_in_with_passkey(self, data: s.PasskeySignIn) -> s.SignedIn:
        """Sign in with what a device has signed for the challenge."""
        found: s.SignedIn = self._ask("POST", "/api/session/passkey", body=data)
        return found

    def ways_in(self) -> s.WaysIn:
        """Which ways of signing in there are besides accounts of this house."""
        found: s.WaysIn = self._ask("GET", "/api/sign-in")
        return found

    def begin_visit(self) -> s.VisitBegun:
        """Begin to sign in through the provider. The visit is good for five minutes, once, and for this browser."""
        found: s.VisitBegun = self._ask("POST", "/api/session/openid/visit")
        return found

    def sign_in_by_provider(self, data: s.VisitDone) -> s.SignedIn:
        """Sign in with the code that the provider gave the browser."""
        found: s.SignedIn = self._ask("POST", "/api/session/openid", body=data)
        return found
