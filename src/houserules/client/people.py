"""What may be asked: people. Written by scripts/api_client.py from the description of the API; not to be edited."""
# fmt: off
# ruff: noqa

from houserules.client.asking import Group, place
from houserules.client import shapes as s


class People(Group):
    def link_identity(self, account: str, data: s.Identity) -> s.AccountShown | s.RequestAsked:
        """Whom the provider calls by this subject signs in as this person; with another administrator's approval
        (202), once there is one."""
        found: s.AccountShown | s.RequestAsked = self._ask("PUT", f"/api/people/{place(account)}/identity", body=data)
        return found

    def passkey_roles(self) -> s.PasskeyRolesShown:
        """The roles that do not sign in with a password alone."""
        found: s.PasskeyRolesShown = self._ask("GET", "/api/sign-in/passkeys")
        return found

    def require_passkeys(self, data: s.PasskeyRoles) -> s.PasskeyRolesShown | s.RequestAsked:
        """Which roles sign in with a passkey, and not with a password alone; with another administrator's
        approval (202), once there is one. Who has such a role and no passkey may only add one."""
        found: s.PasskeyRolesShown | s.RequestAsked = self._ask("PUT", "/api/sign-in/passkeys", body=data)
        return found

    def people(self) -> list[s.AccountShown]:
        """Every account but those of guests, with its roles and who made it."""
        found: list[s.AccountShown] = self._ask("GET", "/api/people")
        return found

    def open_account(self, data: s.NewAccount) -> s.AccountShown | s.RequestAsked:
        """A new account. One with another role than player waits for another administrator, once there is one
        (202). Its owner sets another password before anything else."""
        found: s.AccountShown | s.RequestAsked = self._ask("POST", "/api/people", body=data)
        return found

    def change_roles(self, account: str, data: s.NewRoles) -> s.AccountShown | s.RequestAsked:
        """Other roles for somebody else; with another administrator's approval (202), once there is one."""
        found: s.AccountShown | s.RequestAsked = self._ask("PUT", f"/api/people/{place(account)}/roles", body=data)
        return found

    def reset_password(self, account: str, data: s.NewPassword) -> s.AccountShown | s.RequestAsked:
        """A new password for somebody else, with another administrator's approval (202), once there is one. All
        sessions of that person end, and the person sets another one before anything else."""
        found: s.AccountShown | s.RequestAsked = self._ask("PUT", f"/api/people/{place(account)}/password", body=data)
        return found

    def close_account(self, account: str) -> s.AccountShown | s.RequestAsked:
        """Close an account that sits nowhere and has no money: chips are cashed out, purses paid out first. One
        of staff with another administrator's approval (202), once there is one."""
        found: s.AccountShown | s.RequestAsked = self._ask("DELETE", f"/api/people/{place(account)}")
        return found

    def fund(self, account: str, data: s.NewFunds) -> s.Funded | s.RequestAsked:
        """Money that a player paid in at the cage; real money with another administrator's approval (202)."""
        found: s.Funded | s.RequestAsked = self._ask("POST", f"/api/people/{place(account)}/funds", body=data)
        return found

    def pay_out(self, account: str, data: s.NewFunds) -> s.Funded | s.RequestAsked:
        """Money that a player was paid at the cage, from the purse; real money with another administrator's
        approval (202)."""
        found: s.Funded | s.RequestAsked = self._ask("POST", f"/api/people/{place(account)}/payouts", body=data)
        return found

    def requests(self) -> list[s.RequestShown]:
        """What one administrator has asked for and another is to approve, oldest first."""
        found: list[s.RequestShown] = self._ask("GET", "/api/people/requests")
        return found

    def approve_request(self, request_id: str) -> s.RequestDone:
        """Approve what another administrator has asked for; it is done at once. Nobody approves what they asked
        for, or what is about themselves."""
        found: s.RequestDone = self._ask("POST", f"/api/people/requests/{place(request_id)}/approval")
        return found

    def decline_request(self, request_id: str) -> None:
        """Decline what another administrator has asked for, or take back what you asked for yourself."""
        self._ask("DELETE", f"/api/people/requests/{place(request_id)}")
