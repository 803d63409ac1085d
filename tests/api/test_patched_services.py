"""A service that was patched to cheat writes books that are sound in themselves: the audit finds it within a round.

Each service here is real, with a real database, and plays one round over HTTP. What is patched is undone before
``houserules audit`` reads the books, as an auditor's own copy of the program would.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

import houserules
from houserules import law
from houserules.app.people.roles import Job, Person
from houserules.app.table import draft as drafting
from houserules.app.table import events as f
from houserules.app.table import handlers
from houserules.app.table.context import RequestContext
from houserules.cards import parse_card
from houserules.cli.main import run
from houserules.ledger import transfers
from houserules.play import Accepted, Refused, Rules, Table, decide
from houserules.play import commands as c
from houserules.play import events as e
from houserules.records import engine, filing_data, filing_document
from houserules.shuffle import AUTOMATIC, Automatic, Entered, Promise, SeedCommitment, Shuffled, ShuffleSource
from tests.api.decks import deck_with
from tests.api.service import Service, Someone, Stacked
from tests.api.test_entered_cards import CHOSEN, Live
from tests.support.postgres import Server

TABLE = "md-high-card-flush"
SEVEN_CARD_FLUSH = deck_with(TABLE, {2: "As Ks Qs 9s 7s 4s 2s"}, dealer="Kh Qh 9h 3d 5d 6c 8c")


def seed_digest(deal: str, seed: bytes) -> str:
    """As docs/fairness.md has it."""
    return sha256(b"houserules.seed/1\x00" + deal.encode() + b"\x00" + seed).hexdigest()


class Patched:
    """The service's own shuffler; what a cheat changes, it overrides."""

    def __init__(self) -> None:
        self.honest = Automatic()

    @property
    def locked(self) -> str | None:
        return self.honest.locked

    def promise(self, deal: str) -> Promise:
        return self.honest.promise(deal)

    def shuffle(self, promise: Promise, shares: Iterable[bytes] = ()) -> Shuffled:
        return self.honest.shuffle(promise, shares)

    def salts(self, count: int) -> bytes:
        return self.honest.salts(count)


class StackedOrder(Patched):
    """Deals the dealer what it likes, and says that the seed led to it."""

    def shuffle(self, promise: Promise, shares: Iterable[bytes] = ()) -> Shuffled:
        return Shuffled(promise.deal, AUTOMATIC, SEVEN_CARD_FLUSH, tuple(share.hex() for share in shares))


class SameSeed(Patched):
    """Knows every deck beforehand."""

    def promise(self, deal: str) -> Promise:
        seed = bytes(range(32))
        return Promise(deal, seed.hex(), SeedCommitment(deal, seed_digest(deal, seed)))


class ZeroedSeed(Patched):
    """Commits to one seed and keeps another."""

    def promise(self, deal: str) -> Promise:
        return structs.replace(self.honest.promise(deal), seed="00" * 32)

    def shuffle(self, promise: Promise, shares: Iterable[bytes] = ()) -> Shuffled:
        return self.honest.shuffle(promise, shares)


class DropsShares(Patched):
    """Leaves out what players added, so that it alone decides."""

    def shuffle(self, promise: Promise, shares: Iterable[bytes] = ()) -> Shuffled:
        return self.honest.shuffle(promise)


class SaysItTookShares(Patched):
    """Leaves out what players added, and lists it all the same."""

    def shuffle(self, promise: Promise, shares: Iterable[bytes] = ()) -> Shuffled:
        listed = tuple(share.hex() for share in shares)
        return structs.replace(self.honest.shuffle(promise), shares=listed)


def play_a_round(ann: Someone) -> None:
    ann.must(TABLE, "sit", seat=2, buy_in="5000")
    ann.must(TABLE, "add_entropy", text="only Ann knows")
    ann.play_round(TABLE, 2, ann.all_wagers(TABLE))


def audited(books: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    capsys.readouterr()
    status = run(["audit", books, "--json"])
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert status == (0 if found["sound"] else 1)
    return found


def test_an_honest_service_is_not_accused(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Service(database) as service:
        play_a_round(service.guest())
    found = audited(str(database), capsys)
    assert (found["findings"], found["rounds_replayed"], found["shuffles_recomputed"]) == ([], 1, 1)


CHEATS: dict[type[ShuffleSource], str] = {
    StackedOrder: "lead to another order of the cards",
    SameSeed: "was promised for another shuffle before",
    ZeroedSeed: "is not the one that was committed to",
    DropsShares: "are not those that players added",
    SaysItTookShares: "lead to another order of the cards",
    Stacked: "which is not what the shuffle says",
}


@pytest.mark.parametrize("cheat", CHEATS, ids=lambda cheat: cheat.__name__)
def test_a_cheating_shuffler_is_found(
    database: Path, cheat: Callable[..., ShuffleSource], capsys: pytest.CaptureFixture[str]
) -> None:
    shuffler = cheat(SEVEN_CARD_FLUSH) if cheat is Stacked else cheat()
    with Service(database, shuffler=shuffler) as service:
        play_a_round(service.guest())
    found = audited(str(database), capsys)
    assert {finding["kind"] for finding in found["findings"]} == {"deck"}
    assert any(CHEATS[cheat] in finding["what"] for finding in found["findings"]), found["findings"]  # type: ignore[index]


def test_a_stacked_order_is_found_on_postgresql(
    database: Path, server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    url = server.new_database()
    with Service(database, shuffler=StackedOrder(), url=url) as service:
        play_a_round(service.guest())
    found = audited(url, capsys)
    assert {finding["kind"] for finding in found["findings"]} == {"deck"}


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, database: Path) -> str:
    return str(database) if request.param == "sqlite" else request.getfixturevalue("server").new_database()


def the_finding(url: str, capsys: pytest.CaptureFixture[str]) -> str:
    """The audit finds this one thing in the decks."""
    (found,) = audited(url, capsys)["findings"]
    assert found["kind"] == "deck"
    return str(found["what"])


def test_a_round_with_cards_that_one_person_alone_has_entered_is_found(
    database: Path, url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as patched, Service(database, url=url) as service:
        live = Live(service, entered_cards=True)
        live.enters()
        patched.setattr(RequestContext, "insist_confirmed", lambda context: None)
        live.dealer.must(live.table, "open_round")
        live.bets()
        live.ann.must(live.table, "act", seat=2, action="fold")
    assert "no second person has confirmed" in the_finding(url, capsys)


def test_cards_confirmed_by_somebody_who_had_lost_the_role_are_found(
    database: Path, url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Flo has been a floorperson, and is one again when the audit is made; in between she was none."""
    with monkeypatch.context() as patched, Service(database, url=url) as service:
        live = Live(service, entered_cards=True)
        live.enters()
        people, two = service.house.people, ("pit", "second")
        service.run(people.change_jobs("flo", frozenset({Job.PLAYER}), two))
        patched.setattr(Person, "is_any", lambda person, jobs: True)
        live.floor.must(live.table, "confirm_cards", deck=1)
        patched.undo()
        service.run(people.change_jobs("flo", frozenset({Job.FLOORPERSON}), two))
        live.bets()
        live.ann.must(live.table, "act", seat=2, action="fold")
    assert "flo confirms the cards" in the_finding(url, capsys)


def test_cards_entered_where_the_table_was_not_opened_for_it_are_found(
    database: Path, url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The patched service takes them as if the settings allowed it."""

    def enter(context: RequestContext, deck: int, **_: Any) -> None:
        cards = tuple(parse_card(card) for card in CHOSEN)
        assert context.draft.shuffle(deck, Entered(cards)) is None
        context.draft.note(f.StepTaken("confirm_cards", deck, context.account))

    with monkeypatch.context() as patched, Service(database, url=url) as service:
        live = Live(service)
        patched.setitem(handlers.HANDLERS, "shuffle", enter)
        live.dealer.must(live.table, "shuffle", deck=1)
        live.floor.must(live.table, "confirm_cards", deck=1)
        live.bets()
        live.ann.must(live.table, "act", seat=2, action="fold")
    assert "not opened for it" in the_finding(url, capsys)


def test_paying_by_another_table_is_found(
    database: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A seven-card flush pays by table A what the submission says; the patched service pays by table B."""
    filed = filing_data(filing_document(law.bundled_submission(TABLE)))
    filed["wagers"]["flush_bonus"]["paytable"] = "B"
    other = Rules(law.freeze(law.read_filing(filed, "submission")))

    def pays(rules: Rules, table: Table, command: Any) -> Accepted | Refused:
        return decide(other if isinstance(command, c.Settle) and rules.book.id == "MD-HCF" else rules, table, command)

    with monkeypatch.context() as patched, Service(database, shuffler=Stacked(SEVEN_CARD_FLUSH)) as service:
        patched.setattr(drafting, "decide", pays)
        play_a_round(service.guest())
    found = audited(str(database), capsys)
    assert {finding["kind"] for finding in found["findings"]} == {"deck", "replay"}
    (paid,) = (finding for finding in found["findings"] if finding["kind"] == "replay")
    assert "the rules lead to" in paid["what"]


def test_transfers_other_than_the_event_says_are_found(
    database: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The events are right, and a tenth of each stake goes to the operator on its way: the felt is empty all the
    same."""
    honest = transfers

    def skimmed(moves: Any, event: Any, name_of: Any) -> Any:
        made = honest(moves, event, name_of)
        if not isinstance(event, e.WagersPlaced):
            return made
        chips = made[0].source
        return (*made, structs.replace(made[0], source=chips, target="practice/operator", amount=1_000_000))

    with monkeypatch.context() as patched, Service(database) as service:
        patched.setattr(drafting, "transfers", skimmed)
        play_a_round(service.guest())
    (found,) = audited(str(database), capsys)["findings"]
    assert found["kind"] == "replay"
    assert "to practice/operator, the rules" in found["what"]


OLD = "0.0.9+000000000000"


def cites_less(rules: Rules, table: Table, command: Any) -> Accepted | Refused:
    """A program that cites a clause less with each event that has more than one."""
    answer = decide(rules, table, command)
    if isinstance(answer, Refused):
        return answer
    return Accepted(tuple(structs.replace(each, clauses=each.clauses[:1]) for each in answer.events))


def other_program(patched: pytest.MonkeyPatch, version: str | None, decides: Callable[..., Any]) -> None:
    patched.setattr(drafting, "decide", decides)
    if version is not None:
        for module in ("app.house.openings", "app.table.law_in_force", "app.table.draft"):
            patched.setattr(f"houserules.{module}.engine", lambda: version)


def test_books_of_another_program_that_cites_otherwise_are_not_accused(
    database: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as patched:
        other_program(patched, OLD, cites_less)
        with Service(database) as service:
            play_a_round(service.guest())
    found = audited(str(database), capsys)
    assert found["findings"] == []
    (note,) = found["notes"]
    assert note.startswith(f"decided by version {OLD}: ")
    hand = str(tmp_path / "hand.json")
    assert run(["archive", "hand", str(database), "--table", TABLE, "--number", "1", "--out", hand]) == 0
    capsys.readouterr()
    assert run(["replay", hand]) == 0
    assert f"decided by version {OLD}" in capsys.readouterr().out
    assert run(["replay", str(database)]) == 0
    assert f"decided by version {OLD}" in capsys.readouterr().out
    with Service(database) as service:
        ann = service.guest()
        ann.must(TABLE, "sit", seat=3, buy_in="5000")
        ann.play_round(TABLE, 3, {"ante": "10"})
        pinned = [each.data for each in service.log.read(f"table:{TABLE}") if each.name == "table.rules_pinned/1"]
        assert len(pinned) == 2, "the next round is pinned to the program that decides it"
    assert audited(str(database), capsys)["notes"] == [note]


CITES_LESS = """

_decide = decide


def decide(rules, table, command):
    answer = _decide(rules, table, command)
    if not isinstance(answer, Accepted):
        return answer
    from msgspec.structs import replace
    return Accepted(tuple(replace(each, clauses=each.clauses[:1]) for each in answer.events))
"""


def test_a_program_that_was_changed_does_not_accuse_the_books_of_the_one_before(
    database: Path, tmp_path: Path
) -> None:
    """The change is made in the source, as an upgrade would; the version's number stays."""
    with Service(database) as service:
        play_a_round(service.guest())
    changed = tmp_path / "changed"
    shutil.copytree(Path(houserules.__file__).parent, changed / "houserules", ignore=shutil.ignore_patterns("static"))
    source = changed / "houserules" / "play" / "deciding.py"
    source.write_text(source.read_text() + CITES_LESS)
    done = subprocess.run(
        [sys.executable, "-m", "houserules", "audit", str(database)],
        capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": str(changed), "COLUMNS": "300"},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"decided by version {engine()}: " in done.stdout


@pytest.mark.parametrize("version", [None, OLD])
def test_books_of_which_the_meaning_differs_are_accused(
    database: Path, monkeypatch: pytest.MonkeyPatch, version: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same program would have cited the same clauses; another may cite otherwise, and not deal otherwise."""

    def deals(rules: Rules, table: Table, command: Any) -> Accepted | Refused:
        answer = decide(rules, table, command)
        if version is None or isinstance(answer, Refused):
            return cites_less(rules, table, command)
        return Accepted(tuple(_another_card(each) for each in answer.events))

    with monkeypatch.context() as patched, Service(database) as service:
        other_program(patched, version, deals)
        play_a_round(service.guest())
    (found,) = (each for each in audited(str(database), capsys)["findings"] if each["stream"] == f"table:{TABLE}")
    assert found["kind"] == "replay"
    assert (f"decided by version {OLD}" in found["what"]) == (version == OLD)


def _another_card(event: e.AnyEvent) -> e.AnyEvent:
    """The first two cards that are dealt change places."""
    if not isinstance(event, e.CardsDealt):
        return event
    first, second, *rest = event.cards
    return structs.replace(event, cards=(second, first, *rest))
