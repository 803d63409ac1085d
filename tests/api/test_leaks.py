"""No seat is ever sent a card that it may not see. Every byte of every answer and frame is searched.

A few rounds run in the suite; ``python -m tests.api.test_leaks 10000`` runs as many as wanted.
"""

from __future__ import annotations

import re
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from websockets.sync.client import ClientConnection

from houserules.app.table.state import TableState
from houserules.cards import Card, format_card
from houserules.play import Round
from tests.api.service import Service, Someone, log_errors_only
from tests.support.feeds import connect
from tests.support.parts import WHOLE
from tests.support.waiting import HANG

CARD = re.compile(rb'"([2-9TJQKA][shdc])"')
ANY_CARD = re.compile(rb"(?<![A-Za-z0-9])([2-9TJQKA][shdc])(?![A-Za-z0-9])")
TABLES = 12
"""How many tables the long run plays at."""
GAMES = ("md-high-card-flush", "md-chase-the-flush", "ma-high-card-flush")


def may_see(state: TableState, account: str) -> set[str]:
    """What the rules of a card table let this person know now, from the present round and the last one."""
    seen: set[int] = set()
    if state.table.round is not None:
        owners = {sitting.seat: sitting.account for sitting in state.sittings if not sitting.left}
        seen |= _of_round(state.table.round, owners, account)
    if state.last is not None:
        seen |= _of_round(state.last.round, dict(state.last.players), account)
    return {format_card(Card(card)) for card in seen}


def _of_round(round_: Round, owners: dict[int, str], account: str) -> set[int]:
    seen = set(round_.board)
    if round_.revealed:
        seen |= set(round_.dealer)
    for box in round_.seats:
        shown_down = round_.revealed and box.action != "fold" and box.forfeited is None
        paid = any(line.seat == box.seat for line in round_.lines)
        if owners.get(box.player) == account or (shown_down and paid):
            seen |= set(box.cards)
    return seen


class Listener:
    """Somebody at a table: every byte sent to them is searched against what they may see at that version."""

    def __init__(self, who: Someone, table: str) -> None:
        self.who, self.table = who, table
        self.searched = self.found = 0
        address = f"ws://127.0.0.1:{who.service.port}/api/tables/{table}/feed"
        self._opened = connect(address, additional_headers={"Authorization": f"Bearer {who.token}"}, max_size=None)
        self.feed: ClientConnection = self._opened.__enter__()

    def close(self) -> None:
        self._opened.__exit__(None, None, None)

    def look(self, truth: dict[int, TableState], ask_too: bool = True) -> None:
        """Read the feed up to the newest version; where asked for, the view and the last hand too."""
        newest = max(truth)
        while True:
            frame = self.feed.recv(timeout=HANG)
            content = frame.encode() if isinstance(frame, str) else frame
            version = int(re.search(rb'"version":(\d+)', content)[1])  # type: ignore[index]
            self.search(content, truth[version])
            if version == newest:
                break
        if self.who.answered is not None:
            self.search(self.who.answered.content, truth[newest])
            self.who.answered = None
        if not ask_too:
            return
        self.search(self.who.client.get(f"/api/tables/{self.table}").content, truth[newest])
        if truth[newest].last is not None:
            self.search(self.who.client.get(f"/api/tables/{self.table}/hands?limit=1").content, truth[newest])

    def search(self, content: bytes, state: TableState) -> None:
        allowed = may_see(state, self.who.account)
        cards = {card.decode() for pattern in (CARD, ANY_CARD) for card in pattern.findall(content)}
        assert cards <= allowed, f"{self.who.account} was sent {cards - allowed} at version {state.version}"
        for seal in state.seals:
            assert seal.seed.encode() not in content
            assert not any(salt.encode() in content for salt in seal.salts)
        self.searched += len(content)
        self.found += len(cards)


def play_and_search(service: Service, game: str, rounds: int) -> tuple[int, int]:
    """Two players who do different things, a dealer at the desk, and somebody who stands by."""
    ann, bob, by = service.guest(), service.guest(), service.guest()
    table = ann.open_table(game, betting_seconds=0, decision_seconds=0)
    dealer = service.someone("leak-dealer", "dealer")
    listeners = [Listener(who, table) for who in (ann, bob, by, dealer)]
    desk, truth = service.house.tables[f"table:{table}"], {}

    def note(ask_too: bool = True) -> None:
        truth[desk.state.version] = desk.state
        for listener in listeners:
            listener.look(truth, ask_too)
        if ask_too:
            listeners[3].search(dealer.client.get(f"/api/tables/{table}?desk=dealer").content, desk.state)

    truth[desk.state.version] = desk.state
    ann.must(table, "sit", seat=2, buy_in="900000")
    note()
    bob.must(table, "sit", seat=5, buy_in="900000")
    note()
    wagers = ann.all_wagers(table)
    for number in range(rounds):
        ann.must(table, "place_wagers", seat=2, wagers=wagers, ready=True)
        note(number % 5 == 0)
        bob.must(table, "place_wagers", seat=5, wagers=wagers, ready=True)
        note(number % 5 == 0)
        while (round_ := desk.state.table.round) is not None and round_.turn is not None:
            seat = round_.seats[round_.turn].seat
            player = ann if seat == 2 else bob
            acts = [option for option in player.view(table)["you"]["options"] if option["type"] == "act"]
            act = acts[(number + seat) % 2]
            player.must(table, "act", seat=seat, action=act["action"], amount=act.get("smallest", "0"))
            note(number % 5 == 0)
        for version in [version for version in truth if version < desk.state.version]:
            del truth[version]
    for listener in listeners:
        listener.close()
    return sum(each.searched for each in listeners), sum(each.found for each in listeners)


@pytest.mark.parametrize("game", GAMES)
def test_no_card_reaches_who_may_not_see_it(service: Service, game: str) -> None:
    searched, found = play_and_search(service, game, rounds=70 if WHOLE else 35)
    assert searched > 100_000
    assert found > 1_000, "cards that may be seen are seen"


def test_the_search_would_find_a_leak(service: Service) -> None:
    ann = service.guest()
    table = ann.open_table()
    ann.must(table, "sit", seat=1, buy_in="100")
    ann.must(table, "place_wagers", seat=1, wagers={"ante": "10"}, ready=True)
    state = service.house.tables[f"table:{table}"].state
    assert state.table.round is not None
    listener = Listener(service.guest(), table)
    for hidden in (*state.table.round.dealer, *state.table.round.stock, *state.table.round.seats[0].cards):
        with pytest.raises(AssertionError, match="was sent"):
            listener.search(f'{{"x":"{format_card(Card(hidden))}"}}'.encode(), state)
    listener.close()


def test_somebody_new_at_a_seat_does_not_see_the_last_players_cards(service: Service) -> None:
    ann, bob = service.guest(), service.guest()
    table = ann.open_table()
    ann.must(table, "sit", seat=1, buy_in="100")
    ann.play_round(table, 1, {"ante": "10"}, raises=False)
    ann.must(table, "leave")
    bob.must(table, "sit", seat=1, buy_in="100")
    state = service.house.tables[f"table:{table}"].state
    listener = Listener(bob, table)
    listener.look({state.version: state})
    assert bob.view(table)["last_round"]["seats"][0]["cards"] is None
    assert ann.view(table)["last_round"]["seats"][0]["cards"] is not None
    listener.close()


def long_run(rounds: int) -> None:
    """This number of rounds at twelve tables at once, four of each game, all in one house."""
    share = rounds // TABLES + 1
    games = [GAMES[number % len(GAMES)] for number in range(TABLES)]
    with (
        tempfile.TemporaryDirectory() as folder,
        Service(Path(folder) / "house.db") as running,
        ThreadPoolExecutor(TABLES) as players,
    ):
        running.someone("leak-dealer", "dealer")
        results = list(players.map(lambda game: play_and_search(running, game, share), games))
    size, seen = (sum(column) for column in zip(*results, strict=True))
    print(f"{share * TABLES:,} rounds at {TABLES} tables, {size:,} bytes searched, {seen:,} cards seen, no leak")


if __name__ == "__main__":
    log_errors_only()
    long_run(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
