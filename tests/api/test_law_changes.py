"""A new version of the law comes into force: tables go on with it from the next round on, and the books stay true."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from houserules import law
from houserules.app.table.verbs import STEPS
from houserules.cli.main import run
from houserules.installed import VARIABLE
from houserules.play import read_export, replay
from houserules.records import RulesPinned, audit
from tests.api.decks import deck_with
from tests.api.service import Service, Someone, Stacked
from tests.support.rulebooks import Change, install, write_version

Capture = pytest.CaptureFixture[str]
GAME = "md-high-card-flush"
SEVEN_CARD_FLUSH = deck_with(GAME, {1: "As Ts 8s 6s 4s 3s 2s"}, dealer="Kh Jh 8h Ad 4c 3c 2d")
WAGERS = {"ante": "10", "flush_bonus": "5"}
A_DAY = 86_400_000
NEW_PAYS: list[Change] = [
    ("paytables", 'pays = "300 to 1", clause = "12.B(1)(a)"', 'pays = "250 to 1", clause = "12.B(1)(a)"'),
    ("rulebook", '"1 to 1", clause = "12.A"', '"2 to 1", clause = "12.A"'),
]
FEWER_SEATS: list[Change] = [
    ("rulebook", "most_seats                 = { is = 6", "most_seats                 = { is = 5")
]


@pytest.fixture(autouse=True)
def _nothing_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "")


def tomorrow() -> date:
    return datetime.now(UTC).date() + timedelta(days=1)


def a_day_later(service: Service) -> Someone:
    """The clock is pushed on by a day, and tables have done what time brings: decks are changed, laws come into
    force. By then a session is over, and the player signs in again."""
    service.clock.ahead += A_DAY
    for desk in tuple(service.house.tables.values()):
        service.run(desk.tick(service.clock()))
    return service.someone("ann", "player")


def pinned_between_rounds(service: Service, table: str) -> list[RulesPinned]:
    """What the table was pinned to, in order; never inside a round."""
    found, in_round = [], False
    for stored in service.log.read(f"table:{table}"):
        if stored.name == "round.opened/1":
            in_round = True
        elif stored.name in ("round.closed/1", "round.called_off/1"):
            in_round = False
        elif stored.name == "table.rules_pinned/1":
            assert not in_round, "the law never changes in the middle of a round"
            assert stored.data is not None
            found.append(msgspec.json.decode(stored.data, type=RulesPinned))
    return found


def paid(shown: Any) -> dict[str, str]:
    """Wager to odds of the last round's lines that won."""
    return {line["wager"]: line["odds"] for line in shown["last_round"]["settled"] if line["outcome"] == "win"}


def exports(service: Service, table: str, count: int) -> Iterator[bytes]:
    regulator = service.someone("regina", "regulator")
    for number in range(1, count + 1):
        answer = regulator.client.get(f"/api/hands/{table}/{number}/export")
        assert answer.status_code == 200
        yield answer.content


def assert_sound(service: Service) -> None:
    with service.log.frozen() as frozen:
        found = audit(frozen)
    assert found.sound, found.findings


def found_by_audit(books: Path, capsys: Capture) -> set[str]:
    capsys.readouterr()
    run(["audit", str(books), "--json"])
    return {finding["kind"] for finding in json.loads(capsys.readouterr().out)["findings"]}


OLD = {"ante": "1 to 1", "raise": "1 to 1", "flush_bonus": "300 to 1"}
NEW = {"ante": "2 to 1", "raise": "1 to 1", "flush_bonus": "250 to 1"}


def test_a_table_goes_on_with_the_new_law_from_the_next_round_on(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    """The whole way: old rounds, a round over midnight, new rounds, every hand again, the archive, the audit."""
    install(monkeypatch, write_version(tmp_path / "law", "MD-HCF", "1.1", tomorrow(), NEW_PAYS))
    with Service(database, shuffler=Stacked(*[SEVEN_CARD_FLUSH] * 5)) as service:
        ann = service.someone("ann", "player")
        table = ann.open_table(GAME, betting_seconds=0, decision_seconds=0)
        ann.must(table, "sit", seat=1, buy_in="10000")
        for _ in range(2):
            assert paid(ann.play_round(table, 1, WAGERS)) == OLD
        assert "300 to 1" in rules_of(ann, table)
        ann.must(table, "place_wagers", seat=1, wagers=WAGERS, ready=True)
        assert ann.view(table)["phase"] == "decisions"
        ann = a_day_later(service)
        ann.must(table, "act", seat=1, action="raise", amount="10")
        assert paid(ann.view(table)) == OLD, "a round ends under the law that it began under"
        for _ in range(2):
            assert paid(ann.play_round(table, 1, WAGERS)) == NEW
        assert "250 to 1" in rules_of(ann, table)
        assert "300 to 1" not in rules_of(ann, table)
        first, second = pinned_between_rounds(service, table)
        assert (first.law, second.law) == (law.rulebook("MD-HCF@1.0").pin, law.rulebook("MD-HCF@1.1").pin)
        assert (first.document, first.submission) == (second.document, second.submission)
        hands = list(exports(service, table, 5))
        assert [replay(content) for content in hands] == [None] * 5
        assert [read_export(content).law.version for content in hands] == ["1.0"] * 3 + ["1.1"] * 2
        assert_sound(service)
    assert found_by_audit(database, capsys) == {"deck"}, "the decks were stacked, and nothing else is wrong"
    assert run(["replay", str(database)]) == 0
    assert "5 rounds replayed" in capsys.readouterr().out
    archive, again = str(tmp_path / "books.jsonl"), str(tmp_path / "again.db")
    assert run(["archive", "export", str(database), "--out", archive]) == 0
    assert found_by_audit(Path(archive), capsys) == {"deck"}
    assert run(["archive", "restore", archive, "--db", again]) == 1
    assert not Path(again).exists(), "books that are not sound are not restored"
    assert run(["explain", str(database), table, "5", "--json"]) == 0
    told = capsys.readouterr().out
    assert '"250 to 1"' in told or "250 to 1" in told


def rules_of(someone: Someone, table: str) -> str:
    """All that the table shows of its rules."""
    return someone.client.get(f"/api/tables/{table}/rules").text


def test_a_law_installed_while_the_service_is_stopped(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    today = datetime.now(UTC).date()
    with Service(database, shuffler=Stacked(SEVEN_CARD_FLUSH)) as service:
        ann = service.someone("ann", "player")
        ann.must(GAME, "sit", seat=1, buy_in="10000")
        assert paid(ann.play_round(GAME, 1, WAGERS)) == OLD
    install(monkeypatch, write_version(tmp_path / "law", "MD-HCF", "1.1", today, NEW_PAYS))
    with Service(database, shuffler=Stacked(SEVEN_CARD_FLUSH)) as service:
        ann = service.someone("ann", "player")
        assert paid(ann.play_round(GAME, 1, WAGERS)) == NEW
        assert [pinned.law.version for pinned in pinned_between_rounds(service, GAME)] == ["1.0", "1.1"]
        assert [read_export(content).law.version for content in exports(service, GAME, 2)] == ["1.0", "1.1"]
        assert_sound(service)
    with Service(database) as service:  # Once more, from what was kept.
        assert service.house.tables[f"table:{GAME}"].rules.book.version == "1.1"


def test_the_day_before_nothing_changes(database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, write_version(tmp_path / "law", "MD-HCF", "1.1", tomorrow(), NEW_PAYS))
    with Service(database) as service:
        ann = service.someone("ann", "player")
        ann.must(GAME, "sit", seat=1, buy_in="1000")
        ann.play_round(GAME, 1, {"ante": "10"})
        assert [pinned.law.version for pinned in pinned_between_rounds(service, GAME)] == ["1.0"]


def test_results_are_compared_with_the_theory_of_the_law_in_force(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch, write_version(tmp_path / "law", "MD-HCF", "1.1", tomorrow(), NEW_PAYS))
    with Service(database, shuffler=Stacked(*[SEVEN_CARD_FLUSH] * 3)) as service:
        ann = service.someone("ann", "player")
        ann.must(GAME, "sit", seat=1, buy_in="10000")
        for _ in range(2):
            ann.play_round(GAME, 1, WAGERS)
        desk = service.house.tables[f"table:{GAME}"]
        assert {result.wager: result.rounds for result in desk.state.results}["flush_bonus"] == 2
        ann = a_day_later(service)
        ann.play_round(GAME, 1, WAGERS)
        assert {result.wager: result.rounds for result in desk.state.results}["flush_bonus"] == 1


@pytest.fixture
def fewer_seats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From tomorrow on a table may have five seats; those that are open have six."""
    install(monkeypatch, write_version(tmp_path / "law", "MD-HCF", "1.1", tomorrow(), FEWER_SEATS))


@pytest.mark.usefixtures("fewer_seats")
def test_a_table_that_the_new_law_does_not_allow_opens_no_round(database: Path) -> None:
    with Service(database) as service:
        ann, dan = service.someone("ann", "player"), service.someone("dan", "dealer")
        by_hand = ann.open_table(GAME, automatic=[step for step in STEPS if step != "open_round"])
        for table in (GAME, by_hand):
            ann.must(table, "sit", seat=1, buy_in="1000")
        ann.play_round(GAME, 1, {"ante": "10"}, raises=False)
        ann, dan = a_day_later(service), service.someone("dan", "dealer")
        dan.must(by_hand, "shuffle", deck=1)  # Everything but a round goes on.
        told = [
            ann.refused(GAME, "place_wagers", 422, "law_changed", seat=1, wagers={"ante": "10"}),
            dan.refused(by_hand, "open_round", 422, "law_changed"),
        ]
        for error in told:
            assert error["clause"] == "MD-HCF 2.A"
            assert f"MD-HCF version 1.1 is in force since {tomorrow()}" in error["message"]
            assert "table.seats = 6" in error["message"]
            assert "lawful: 1 to 5" in error["message"]
        assert pinned_between_rounds(service, GAME)[-1].law.version == "1.0"
        before = service.log.balance(f"practice/purse:{ann.account}")
        for table in (GAME, by_hand):
            ann.must(table, "leave")
            assert ann.view(table)["you"]["seat"] is None
        assert service.log.balance(f"practice/purse:{ann.account}") > before
        assert sum(balance for _, balance in service.log.balances()) == 0
        # A table with five seats, and a game of another law, are played as before.
        filed = law.bundled_submission(GAME)
        filed["approved_on"] = filed["approved_on"].isoformat()
        filed["table"]["seats"] = 5
        answer = ann.client.post("/api/tables", json={"submission": filed})
        assert answer.status_code == 201, answer.text
        for table in (answer.json()["table"], "md-chase-the-flush", "ma-high-card-flush"):
            ann.must(table, "sit", seat=2, buy_in="1000")
            ann.play_round(
                table, 2, {"ante": "10", **({"xtra_bonus": "10"} if "chase" in table else {})}, raises=False
            )
        assert pinned_between_rounds(service, answer.json()["table"])[-1].law.version == "1.1"
        assert_sound(service)


@pytest.mark.usefixtures("fewer_seats")
def test_a_submission_is_checked_under_the_law_in_force(database: Path) -> None:
    with Service(database) as service:
        client = service.http()
        asked = {"submission": client.get(f"/api/submissions/{GAME}").json()["data"]}
        assert client.post("/api/submissions/check", json=asked).json()["lawful"] is True
        service.clock.ahead = A_DAY
        answer = client.post("/api/submissions/check", json=asked).json()
        assert [fault["lawful"] for fault in answer["faults"]] == ["1 to 5"]


@pytest.mark.usefixtures("fewer_seats")
def test_a_round_that_is_on_ends_under_the_law_that_no_longer_allows_its_table(database: Path) -> None:
    with Service(database) as service:
        ann = service.someone("ann", "player")
        table = ann.open_table(GAME, betting_seconds=0, decision_seconds=0)
        ann.must(table, "sit", seat=1, buy_in="1000")
        ann.must(table, "place_wagers", seat=1, wagers={"ante": "10"}, ready=True)
        ann = a_day_later(service)
        ann.must(table, "act", seat=1, action="raise", amount="10")
        assert ann.view(table)["last_round"]["number"] == 1
        ann.refused(table, "place_wagers", 422, "law_changed", seat=1, wagers={"ante": "10"})
        assert_sound(service)
    with Service(database, ahead=A_DAY) as service:  # And so it is after a restart.
        ann = service.someone("ann", "player")
        ann.refused(table, "place_wagers", 422, "law_changed", seat=1, wagers={"ante": "10"})
        ann.must(table, "leave")


@pytest.mark.usefixtures("fewer_seats")
def test_a_new_house_opens_the_tables_that_are_lawful(database: Path) -> None:
    with Service(database, ahead=A_DAY) as service:
        open_tables = {row["table"] for row in service.http().get("/api/tables").json()}
        assert open_tables == {"md-chase-the-flush", "ma-high-card-flush"}
        ann = service.someone("ann", "player")
        refused = ann.client.post("/api/tables", json={"submission": GAME})
        assert refused.status_code == 422
        assert refused.json()["error"]["clause"] == "MD-HCF 2.A"


@pytest.fixture
def gone(database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> law.LawPin:
    """A house whose first table is pinned to a law that is not installed any more, with a player's chips on it."""
    today = datetime.now(UTC).date()
    install(monkeypatch, write_version(tmp_path / "law", "MD-HCF", "1.1", today, NEW_PAYS))
    with Service(database) as service:
        ann = service.someone("ann", "player")
        for table in (GAME, "md-chase-the-flush"):
            ann.must(table, "sit", seat=1, buy_in="1000")
        ann.play_round(GAME, 1, {"ante": "10"})
        ann.play_round("md-chase-the-flush", 1, {"ante": "10", "xtra_bonus": "10"}, raises=False)
        pin = service.house.tables[f"table:{GAME}"].state.law
    install(monkeypatch)
    assert pin.version == "1.1"
    return pin


def test_a_table_whose_law_is_not_installed_is_left_out(database: Path, gone: law.LawPin, tmp_path: Path) -> None:
    needs = f"MD-HCF version 1.1 ({gone.digest}), which is not installed"
    with Service(database) as service:
        ann = service.someone("ann", "player")
        health = service.http().get("/health").json()
        assert health["status"] == "troubled"
        assert needs in json.dumps(health)
        answer = ann.client.get(f"/api/tables/{GAME}")
        assert answer.status_code == 503
        assert answer.json()["error"]["code"] == "law_not_installed"
        assert needs in answer.json()["error"]["message"]
        ann.play_round("md-chase-the-flush", 1, {"ante": "10", "xtra_bonus": "10"}, raises=False)
        ann.must("md-chase-the-flush", "leave")
        regulator = service.someone("regina", "regulator")
        hand = regulator.client.get(f"/api/hands/{GAME}/1/export")
        assert hand.status_code == 503
        assert needs in hand.json()["error"]["message"]


def test_with_its_law_again_the_table_goes_on(
    database: Path, gone: law.LawPin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch, tmp_path / "law")
    with Service(database) as service:
        ann = service.someone("ann", "player")
        ann.play_round(GAME, 1, {"ante": "10"})
        ann.must(GAME, "leave")
        assert pinned_between_rounds(service, GAME)[-1].law == gone
        assert_sound(service)


def test_old_hands_whose_law_is_not_installed(
    database: Path, gone: law.LawPin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table has long gone on under another law; only who asks for the old hand is told what is missing."""
    today = datetime.now(UTC).date()
    both = tmp_path / "law", write_version(tmp_path / "newer", "MD-HCF@1.0", "1.2", today)
    install(monkeypatch, *both)
    with Service(database) as service:
        ann = service.someone("ann", "player")
        ann.play_round(GAME, 1, {"ante": "10"})
        assert pinned_between_rounds(service, GAME)[-1].law.version == "1.2"
    install(monkeypatch, both[1])
    with Service(database) as service:
        ann, regulator = service.someone("ann", "player"), service.someone("regina", "regulator")
        ann.play_round(GAME, 1, {"ante": "10"})
        for number, status in ((1, 503), (2, 200), (3, 200)):
            answers = [
                regulator.client.get(f"/api/hands/{GAME}/{number}/export"),
                regulator.client.get(f"/api/hands/{GAME}/{number}/replay"),
                ann.client.get(f"/api/tables/{GAME}/hands/{number}"),
            ]
            assert [answer.status_code for answer in answers] == [status] * 3
            for answer in answers if status == 503 else []:
                assert answer.json()["error"]["code"] == "law_not_installed"
                assert f"MD-HCF version 1.1 ({gone.digest})" in answer.json()["error"]["message"]


@pytest.mark.usefixtures("gone")
def test_the_audit_says_which_law_it_needs(database: Path, gone: law.LawPin, tmp_path: Path, capsys: Capture) -> None:
    needs = f"MD-HCF version 1.1 ({gone.digest}), which is not installed"
    for arguments, status in (
        (["audit", str(database)], 1),
        (["replay", str(database)], 1),
        (["replay", str(database), GAME, "1"], 2),
        (["explain", str(database), GAME, "1"], 2),
        (["archive", "hand", str(database), "--table", GAME, "--number", "1", "--out", str(tmp_path / "x")], 2),
    ):
        assert run(arguments) == status, arguments
        captured = capsys.readouterr()
        told = " ".join((captured.out + captured.err).split())
        assert needs in told, arguments
        assert "Traceback" not in told
    assert run(["replay", str(database), "md-chase-the-flush", "1"]) == 0
    assert run(["--rulebooks", str(tmp_path / "law"), "audit", str(database)]) == 0
