"""A witness that replays: what it finds in books that the house itself signed so, and what it says of content that
the house does not show, or shows otherwise than it signed it."""

from __future__ import annotations

import json
import stat
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from threading import Event

import pytest

from houserules.app import Figures
from houserules.app.floor.theory import Figure
from houserules.app.records.retention import remove_before
from houserules.law import Submission
from houserules.log import open_log
from houserules.witness.running import _following
from tests.api.service import Service
from tests.contracts.rewritten_books import LEFT_TO_A_WITNESS, REWRITTEN
from tests.contracts.test_tampering import NEVER, WITH, forge, listed, on_both, own_key
from tests.support.postgres import Server
from tests.support.small_house import play_small_house
from tests.support.waiting import HANG
from tests.witness.houses import HOUR, House, Scene

TABLE = "md-high-card-flush"


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return play_small_house(tmp_path_factory.mktemp("house"))


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def new_database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Callable[[], str]:
    if request.param == "sqlite":
        return lambda: str(tmp_path_factory.mktemp("books") / "books.db")
    running: Server = request.getfixturevalue("server")
    return running.new_database


@pytest.fixture
def seen(books: Path, tmp_path: Path) -> Iterator[Scene]:
    with open_log(str(books.with_name("house.db")), read_only=True) as log:
        made = Scene(tmp_path, House.of(log, own_key(books)))
        yield made
        made.store.close()


def details(seen: Scene) -> list[str]:
    """What is wrong, as the evidence has it: the kind of the audit and the rest."""
    lines = [path.read_text().splitlines() for path in seen.evidence()]
    said = [dict(line.partition(" ")[::2] for line in each if " " in line) for each in lines]
    return [f"{each['what'].partition(' ')[0]}: {each['detail']}" for each in said if "detail" in each]


def test_an_honest_house_is_replayed_to_its_end(seen: Scene) -> None:
    seen.replay()
    assert seen.replayer.position == seen.house.log.position() > 0
    assert seen.replayer.rounds == 3
    assert seen.replayer.trouble == ""
    assert seen.kinds == []
    seen.replay()
    assert seen.kinds == []


def test_parts_of_any_length_lead_to_the_same(seen: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where one begins in the middle of a command."""
    monkeypatch.setattr("houserules.witness.replaying._AT_ONCE", 7)
    seen.replay()
    assert (seen.replayer.position, seen.replayer.rounds) == (seen.house.log.position(), 3)
    assert seen.kinds == []


@pytest.mark.parametrize(("new_database", "name"), on_both(REWRITTEN, start=4), indirect=["new_database"])
def test_what_the_house_signed_against_the_rules_is_found_at_first_sight(
    new_database: Callable[[], str], books: Path, tmp_path: Path, name: str
) -> None:
    """The witness never saw other books: every hash and every signature holds."""
    forged = new_database()
    forge(forged, books, name)
    with open_log(forged, read_only=True) as log:
        scene = Scene(tmp_path, House.of(log, own_key(books)))
        scene.replay()
        assert {*scene.kinds} == {"books"}
        scene.assert_proved(*scene.kinds)
        found = {each.partition(":")[0] for each in details(scene)}
        assert {*listed(WITH)[name].split(", ")} <= found
        assert scene.size == log.position(), "what only grows is cosigned"
        before = scene.kinds
        scene.replay_anew()
        scene.replay()
        assert scene.kinds == before, "nothing is reported twice after a start"
        scene.store.close()


@pytest.mark.parametrize("name", LEFT_TO_A_WITNESS)
def test_what_the_rules_cannot_tell_is_left_to_who_saw_it_before(books: Path, tmp_path: Path, name: str) -> None:
    assert listed(WITH)[name] == NEVER
    forged = str(tmp_path / "forged.db")
    forge(forged, books, name)
    with open_log(forged, read_only=True) as log:
        scene = Scene(tmp_path, House.of(log, own_key(books)))
        assert scene.replay().kinds == []
        scene.store.close()


def test_evidence_of_content_is_shown_to_nobody_else(books: Path, tmp_path: Path) -> None:
    from houserules.witness.answering import Application  # noqa: PLC0415

    forged = str(tmp_path / "forged.db")
    forge(forged, books, "the dealer's cards")
    with open_log(forged, read_only=True) as log:
        scene = Scene(tmp_path, House.of(log, own_key(books)))
        scene.replay()
        (alarm,) = scene.store.alarms()
        assert alarm.what.startswith("replay at position ")
        application = Application(scene.witness, [scene.follower], [scene.replayer])
        assert application._answer("GET", f"/evidence/{alarm.number}", b"").status == 403
        assert stat.S_IMODE(scene.evidence()[0].stat().st_mode) == 0o600
        (shown,) = json.loads(application._answer("GET", "/houses", b"").content)
        assert (shown["replayed"], shown["rounds"], shown["alarms"]) == (log.position(), scene.replayer.rounds, 1)
        scene.store.close()


def test_changed_evidence_does_not_hold(books: Path, tmp_path: Path) -> None:
    forged = str(tmp_path / "forged.db")
    forge(forged, books, "the dealer's cards")
    with open_log(forged, read_only=True) as log:
        scene = Scene(tmp_path, House.of(log, own_key(books)))
        scene.replay()
        (path,) = scene.evidence()
        content = path.read_text()
        for name in ("leaf", "data", "node", "new", "detail"):
            line = next(each for each in content.splitlines() if each.startswith(f"{name} "))
            changed = tmp_path / "changed.txt"
            changed.write_text(
                content.replace(line, line[:-8] + ("AAAA" if name != "detail" else "another") + line[-4:])
            )
            assert scene.verified(changed).returncode in (1, 2), name
        scene.store.close()


def swapped(lines: list[bytes]) -> list[bytes]:
    first, second, *_ = [place for place, line in enumerate(lines) if line.startswith(b'{"kind":"event"')]
    lines[first], lines[second] = lines[second], lines[first]
    return lines


ALTERED: dict[str, Callable[[list[bytes]], list[bytes]]] = {
    "an amount": lambda lines: [line.replace(b'"amount":', b'"amount":1', 1) for line in lines],
    "a name": lambda lines: [line.replace(b'"actor":"ann"', b'"actor":"ben"') for line in lines],
    "a reply": lambda lines: [line.replace(b'"reply":"', b'"reply":"AAAA', 1) for line in lines],
    "an event left out": lambda lines: [*lines[:20], *lines[21:]],
    "two events in each other's place": swapped,
    "the end left out": lambda lines: lines[:-1],
    "nothing": lambda _: [],
    "no JSON": lambda _: [b"<html>"],
}


@pytest.mark.parametrize("how", ALTERED)
def test_content_that_was_not_signed_is_not_believed(seen: Scene, how: str) -> None:
    def altered(content: bytes) -> bytes:
        return b"\n".join(ALTERED[how](content.splitlines()))

    seen.altered = altered
    seen.replay().replay()
    seen.assert_proved("withheld")
    assert seen.replayer.position == 0
    assert "is not what was signed" in seen.replayer.trouble
    seen.altered = lambda content: content
    seen.replay()
    assert (seen.replayer.position, seen.replayer.trouble) == (seen.size, "")
    seen.assert_proved("withheld")


def test_content_that_is_not_shown_for_an_hour_is_an_alarm(seen: Scene) -> None:
    seen.disclosed = False
    seen.replay()
    assert seen.kinds == []
    assert "--replayed-by" in seen.replayer.trouble
    seen.replay(HOUR)
    assert "withheld" in seen.kinds
    seen.disclosed = True
    seen.replay()
    assert seen.replayer.position == seen.size


class AlwaysLost:
    """A theory by which nearly every player loses all that can be lost with the base wager."""

    def figures(self, _submission: Submission) -> Figures:
        lost, won = Fraction(9999, 10000), Fraction(1, 10000)
        return {"base": Figure(((Fraction(-4), lost), (Fraction(1), won)))}


def test_results_that_leave_the_band_around_theory_are_found(tmp_path: Path) -> None:
    with Service(tmp_path / "house.db") as service:
        ann = service.someone("ann", "player")
        ann.must(TABLE, "sit", seat=1, buy_in="100000")
        scene = Scene(tmp_path, House.of(service.log, service.database))
        scene.replay_anew(AlwaysLost())
        while not scene.kinds:
            ann.play_round(TABLE, 1, {"ante": "10"})
            scene.replay()
            assert scene.replayer.rounds < 500
        for _ in range(3):
            ann.play_round(TABLE, 1, {"ante": "10"})
            scene.replay()
        scene.assert_proved("results")
        (detail,) = details(scene)
        assert "players_win_too_much: base" in detail
        scene.store.close()


def test_a_house_that_removes_old_content_is_replayed_before_and_after(tmp_path: Path) -> None:
    with Service(tmp_path / "house.db") as service:
        ann = service.someone("ann", "player")
        ann.must(TABLE, "sit", seat=1, buy_in="1000")
        ann.play_round(TABLE, 1, {"ante": "10"})
        scene = Scene(tmp_path, House.of(service.log, service.database))
        scene.replay()
        for _ in range(2):
            ann.play_round(TABLE, 1, {"ante": "10"})
        moment = service.clock() + 1000
        remove_before(service.log, moment, at=moment, actor="test", reason="old enough")
        ann.play_round(TABLE, 1, {"ante": "10"})
        scene.replay()
        assert details(scene) == []
        assert (scene.replayer.position, scene.kinds) == (service.log.position(), [])
        scene.replay_anew()
        scene.replay()
        assert (scene.replayer.position, scene.kinds) == (service.log.position(), [])
        assert scene.replayer.rounds == 1, "those that were removed cannot be replayed"
        scene.store.close()


def test_a_house_that_hides_its_tiles_does_not_hide_the_fault(books: Path, tmp_path: Path) -> None:
    """The content was shown and replayed; only the path to the event can no longer be had."""
    forged = str(tmp_path / "forged.db")
    forge(forged, books, "the dealer's cards")
    with open_log(forged, read_only=True) as log:
        scene = Scene(tmp_path, House.of(log, own_key(books)))
        scene.step()
        scene.silent = True
        scene.replayer.step()
        assert scene.replayer.position == log.position()
        scene.assert_proved("books")
        assert "the rules lead to" in details(scene)[0]
        scene.store.close()


def test_houses_that_hang_or_break_keep_nobody_waiting() -> None:
    """More of them than any pool of threads would have room for."""
    stuck, seen, tries = Event(), Event(), []

    def hangs() -> None:
        stuck.wait()

    def breaks() -> None:
        tries.append(1)
        if len(tries) == 1:
            raise RuntimeError("our fault")
        seen.set()

    with _following([*[hangs] * 50, breaks], 0.001):
        assert seen.wait(HANG), "one that broke is looked at again"
        stuck.set()
