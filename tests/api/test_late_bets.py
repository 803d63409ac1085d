"""Bets raced against "no more bets": whatever comes after it is refused.

A few hundred run in the suite; ``python -m tests.api.test_late_bets 10000`` runs as many as wanted.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import uuid
from collections import Counter
from pathlib import Path
from typing import Any

import httpx

from houserules.app.table.verbs import STEPS
from houserules.play import Phase
from tests.api.service import Service, Someone, log_errors_only
from tests.support.loops import run_apart
from tests.support.waiting import HANG

BETS_A_RACE = 8


class Race:
    """A table whose dealer closes betting by hand, a player who is in, and one who tries to be in late."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.early, self.late = service.guest(), service.guest()
        self.dealer = service.someone("race-dealer", "dealer")
        self.table = self.early.open_table(
            automatic=[step for step in STEPS if step != "close_betting"], betting_seconds=0, decision_seconds=0
        )
        self.early.must(self.table, "sit", seat=1, buy_in="900000")
        self.late.must(self.table, "sit", seat=2, buy_in="900000")
        self.desk = service.house.tables[f"table:{self.table}"]
        self.answers: Counter[tuple[int, str]] = Counter()
        self.tried = 0

    def run(self, bets: int) -> None:
        run_apart(self._run(bets))

    async def _run(self, bets: int) -> None:
        async with httpx.AsyncClient(base_url=self.service.url, timeout=HANG) as client:
            self.client = client
            while self.tried < bets:
                await self._one()

    def _body(self, kind: str, version: int, **fields: Any) -> dict[str, Any]:
        return {"type": kind, "command_id": uuid.uuid4().hex, "expected_version": version, **fields}

    async def _send(self, who: Someone, body: dict[str, Any]) -> httpx.Response:
        """A lost connection is no loss: the same id is sent again, and counts once."""
        path = f"/api/tables/{self.table}/commands"
        headers = {"Authorization": f"Bearer {who.token}"}
        try:
            return await self.client.post(path, json=body, headers=headers)
        except httpx.TransportError:
            return await self.client.post(path, json=body, headers=headers)

    async def _one(self) -> None:
        """One closing of betting with late bets all around it, some with versions guessed ahead."""
        bet = self._body("place_wagers", self.desk.state.version, seat=1, wagers={"ante": "10"})
        assert (await self._send(self.early, bet)).status_code == 200
        version = self.desk.state.version
        closing = self._body("no_more_bets", version)
        # Betting closed, chips collected and cards dealt are one commit here; the versions after it are guessed too.
        guesses = [version + ahead for ahead in (0, 1, 2, 0, 1, 2, 3, 0)][:BETS_A_RACE]
        late = [self._body("place_wagers", guess, seat=2, wagers={"ante": "10"}) for guess in guesses]
        place = self.tried // BETS_A_RACE % (BETS_A_RACE + 1)
        sending = [self._send(self.late, body) for body in late]
        sending.insert(place, self._send(self.dealer, closing))
        replies = await asyncio.gather(*sending)
        await self._finish(version, replies, place)

    async def _finish(self, version: int, replies: list[httpx.Response], place: int) -> None:
        closed = replies.pop(place)
        if closed.status_code == 409:  # A bet came first, in time; the dealer looks again and closes.
            again = await self._send(self.dealer, self._body("no_more_bets", self.desk.state.version))
            assert again.status_code == 200, again.text
        else:
            assert closed.status_code == 200, closed.text
        too_late = await self._send(
            self.late, self._body("place_wagers", self.desk.state.version, seat=2, wagers={"ante": "10"})
        )
        assert too_late.status_code == 422
        assert too_late.json()["error"]["code"] == "no_more_bets"
        assert too_late.json()["error"]["clause"]
        for reply in (*replies, too_late):
            self.tried += 1
            code = "" if reply.status_code == 200 else reply.json()["error"]["code"]
            self.answers[reply.status_code, code] += 1
        self._insist_none_after_closing(version)
        await self._play_out()

    def _insist_none_after_closing(self, version: int) -> None:
        names = [stored.name for stored in self.service.log.read(self.desk.state.stream, after=version)]
        closing = names.index("round.betting_closed/1")
        assert "round.wagers_placed/1" not in names[closing:]
        assert names.count("round.wagers_placed/1") == self.desk_bets() - 1

    def desk_bets(self) -> int:
        assert self.desk.state.table.round is not None
        return len(self.desk.state.table.round.seats)

    async def _play_out(self) -> None:
        while self.desk.state.phase is Phase.DECISIONS:
            round_ = self.desk.state.table.round
            assert round_ is not None
            assert round_.turn is not None
            seat = round_.seats[round_.turn].seat
            who = self.early if seat == 1 else self.late
            act = self._body("act", self.desk.state.version, seat=seat, action="fold")
            assert (await self._send(who, act)).status_code == 200


def test_no_bet_is_taken_after_no_more_bets(service: Service) -> None:
    race = Race(service)
    race.run(300)
    assert race.answers[422, "no_more_bets"] > 0
    assert race.answers[200, ""] > 0, "bets in time are taken"
    assert {status for status, _ in race.answers} <= {200, 409, 422}


if __name__ == "__main__":
    log_errors_only()
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    with tempfile.TemporaryDirectory() as folder, Service(Path(folder) / "house.db") as running:
        long = Race(running)
        long.run(wanted)
        print(f"{long.tried:,} bets raced: {dict(long.answers)}; none taken after betting closed")
