"""The records: hands recalled and replayed, shuffles opened and checked, events withheld while secret, proofs."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from houserules.app.people.roles import Job
from houserules.cli.main import run
from houserules.merkle import is_consistent, root_from_inclusion
from houserules.play import read_export, replay
from houserules.shuffle import Commitment, Opening, is_opened, is_promised
from houserules.shuffle import SeedCommitment as Promised
from tests.api.service import Service, Someone, decoded
from tests.support.feeds import connect
from tests.support.waiting import HANG

VERIFIER = Path(__file__).resolve().parent.parent.parent / "docs" / "verify_deal.py"
GAMES = ("md-high-card-flush", "md-chase-the-flush", "ma-high-card-flush")


@pytest.fixture(scope="module")
def regulator(service: Service) -> Someone:
    return service.someone("regina", "regulator")


def played(service: Service, game: str, rounds: int) -> tuple[Someone, str]:
    ann = service.guest()
    table = ann.open_table(game)
    ann.must(table, "sit", seat=4, buy_in="10000")
    wagers = ann.all_wagers(table)
    for number in range(rounds):
        service.clock.ahead += 1000
        ann.play_round(table, 4, wagers, raises=bool(number % 2))
    return ann, table


@pytest.mark.parametrize("game", GAMES)
def test_every_hand_replays_to_the_byte(service: Service, regulator: Someone, game: str) -> None:
    _, table = played(service, game, 4)
    for number in range(1, 5):
        answer = regulator.client.get(f"/api/hands/{table}/{number}/export")
        assert answer.status_code == 200
        assert replay(answer.content) is None
        assert read_export(answer.content).rulebook == game_id(game)


def test_history_is_read_beside_the_tables(
    service: Service, regulator: Someone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody waits for somebody else's look at old hands: the thread in which play goes on does not read them."""
    ann, table = played(service, "md-high-card-flush", 2)
    readers: list[int] = []
    latest, playing = service.log.latest, service.run(_this_thread())

    def watched(*args: Any, **named: Any) -> Any:
        readers.append(threading.get_ident())
        return latest(*args, **named)

    monkeypatch.setattr(service.log, "latest", watched)
    for who, path in (
        (ann, f"/api/tables/{table}/hands"),
        (ann, f"/api/tables/{table}/hands?before=2"),
        (ann, f"/api/tables/{table}/hands/1"),
        (ann, f"/api/tables/{table}/hands/1/openings"),
        (regulator, f"/api/hands?table={table}"),
        (regulator, f"/api/hands/{table}/1/replay"),
        (regulator, f"/api/hands/{table}/1/stub"),
        (regulator, f"/api/hands/{table}/1/export"),
        (regulator, f"/api/floor/{table}/incidents"),
    ):
        readers.clear()
        assert who.client.get(path).status_code == 200, path
        assert readers, path
        assert playing not in readers, path
    assert ann.client.get(f"/api/tables/{table}/hands/99").status_code == 404


@pytest.mark.parametrize(
    ("path", "reads"),
    [
        ("/api/events", "read_all"),
        ("/api/export", "read_all"),
        ("/api/ledger/balances", "balances"),
        ("/api/ledger/transfers", "transfers"),
        ("/api/people", "first_of_each"),
        ("/api/meters/md-high-card-flush/history", "read"),
    ],
)
def test_records_are_read_beside_the_tables(
    service: Service, monkeypatch: pytest.MonkeyPatch, path: str, reads: str
) -> None:
    both = service.someone("ada", "auditor", "administrator")
    both.client.get("/api/meters/md-high-card-flush")
    readers: list[int] = []
    real, playing = getattr(service.log, reads), service.run(_this_thread())

    def watched(*args: Any, **named: Any) -> Any:
        readers.append(threading.get_ident())
        return real(*args, **named)

    monkeypatch.setattr(service.log, reads, watched)
    assert both.client.get(path).status_code == 200
    assert readers
    assert playing not in readers


def test_an_export_that_cannot_go_on_is_not_taken_for_the_whole_log(
    service: Service, regulator: Someone, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = service.log.read_all

    def damaged(*args: Any) -> Any:
        for number, stored in enumerate(real(*args)):
            yield msgspec.structs.replace(stored, data=b"{") if number == 20 else stored

    monkeypatch.setattr(service.log, "read_all", damaged)
    before = _answered(service)
    with pytest.raises(httpx.RemoteProtocolError):
        regulator.client.get("/api/export")
    assert _answered(service) == before + 2, "it is counted, and so is the question before"


def _answered(service: Service) -> float:
    counts = service.http().get("/metrics").text.splitlines()
    return sum(float(line.split()[-1]) for line in counts if line.startswith("houserules_requests_total{"))


def test_a_reader_of_all_events_who_loses_the_role_reads_no_more(service: Service) -> None:
    una = service.someone("una", "auditor")
    headers = {"Authorization": f"Bearer {una.token}"}
    address = f"ws://127.0.0.1:{service.port}/api/events/feed?after={service.log.position()}"
    with connect(address, additional_headers=headers) as feed:
        service.run(service.house.people.change_jobs("una", frozenset({Job.PLAYER}), ("owner", "")))
        assert decoded(str(feed.recv(timeout=HANG)).encode())["error"]["code"] == "forbidden"


async def _this_thread() -> int:
    return threading.get_ident()


def game_id(game: str) -> str:
    return {"md-high-card-flush": "MD-HCF", "md-chase-the-flush": "MD-CTF", "ma-high-card-flush": "MA-HCF"}[game]


def test_the_last_hands_and_any_hand_are_recalled(service: Service) -> None:
    ann, table = played(service, "md-high-card-flush", 13)
    last = ann.client.get(f"/api/tables/{table}/hands").json()
    assert [hand["number"] for hand in last] == list(range(13, 3, -1))
    earlier = ann.client.get(f"/api/tables/{table}/hands", params={"before": 4}).json()
    assert [hand["number"] for hand in earlier] == [3, 2, 1]
    for number in (1, 7, 13):
        hand = ann.client.get(f"/api/tables/{table}/hands/{number}").json()
        assert hand["number"] == number
        assert hand["seats"][0]["cards"]
    assert ann.client.get(f"/api/tables/{table}/hands/14").status_code == 404
    stranger = service.guest().client.get(f"/api/tables/{table}/hands/1").json()
    assert stranger["seats"][0]["cards"] is None, "the hand was folded"


def test_players_check_the_seal_on_the_cards_they_saw(service: Service) -> None:
    ann = service.guest()
    table = ann.open_table()
    ann.must(table, "sit", seat=1, buy_in="100")
    ann.must(table, "add_entropy", text="my own luck")
    promised = ann.view(table)["seal"][0]["seed_digest"]
    ann.must(table, "place_wagers", seat=1, wagers={"ante": "10"})
    published = next(seal for seal in ann.view(table)["seal"] if seal["root"])
    assert published["seed_digest"] == promised
    assert published["shares"] == [b"my own luck".hex()]
    ann.must(table, "ready")
    ann.must(table, "act", seat=1, action="fold")
    own = ann.client.get(f"/api/tables/{table}/hands/1/openings").json()
    assert own["commitment"]["root"] == published["root"]
    assert own["seed"] is None
    assert len(own["openings"]) == 14
    assert all(opens(own, opening) for opening in own["openings"])
    forged = {**own["openings"][0], "card": (own["openings"][0]["card"] + 1) % 52}
    assert not opens(own, forged)
    stranger = service.guest().client.get(f"/api/tables/{table}/hands/1/openings").json()
    assert len(stranger["openings"]) == 7, "the dealer's cards; the folded hand stays down"


def opens(answer: Any, opening: dict[str, Any]) -> bool:
    commitment = Commitment(**answer["commitment"])
    return is_opened(commitment, Opening(opening["place"], opening["card"], opening["salt"], tuple(opening["path"])))


def test_the_regulator_sees_the_stub_and_the_seed_after_the_round(service: Service, regulator: Someone) -> None:
    ann, table = played(service, "md-chase-the-flush", 1)
    whole = regulator.client.get(f"/api/hands/{table}/1/stub").json()
    cards = [opening["card"] for opening in whole["openings"]]
    assert sorted(cards) == list(range(52))
    assert all(opens(whole, opening) for opening in whole["openings"])
    digest = Promised(whole["commitment"]["deal"], whole["seed_digest"])
    shares = [bytes.fromhex(share) for share in whole["shares"]]
    assert is_promised(digest, bytes.fromhex(whole["seed"]), shares, cards)
    assert ann.client.get(f"/api/hands/{table}/1/stub").status_code == 403


@pytest.mark.parametrize("game", GAMES)
def test_the_verifier_reads_what_the_service_serves(
    service: Service, regulator: Someone, game: str, tmp_path: Path
) -> None:
    ann = service.guest()
    table = ann.open_table(game)
    ann.must(table, "sit", seat=4, buy_in="10000")
    ann.must(table, "add_entropy", text="my own luck")
    ann.play_round(table, 4, ann.all_wagers(table))
    seen = ann.client.get(f"/api/tables/{table}/hands/1/openings").content
    whole = regulator.client.get(f"/api/hands/{table}/1/stub").content
    forged = decoded(whole)
    forged["shares"] = []
    for content, status, says in (
        (seen, 0, f"holds: {len(decoded(seen)['openings'])} cards,"),
        (whole, 0, "holds: 52 cards from the seed,"),
        (json.dumps(forged).encode(), 1, "place "),
    ):
        file = tmp_path / "deal.json"
        file.write_bytes(content)
        done = subprocess.run(
            [sys.executable, "-I", str(VERIFIER), str(file)], capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stdout.startswith(says)) == (status, True), done.stdout + done.stderr


def test_a_replay_goes_card_by_card(service: Service, regulator: Someone) -> None:
    _, table = played(service, "md-chase-the-flush", 2)
    frames = regulator.client.get(f"/api/hands/{table}/2/replay").json()["frames"]
    names = [frame["event"] for frame in frames]
    assert names.index("round.opened/1") < names.index("round.cards_dealt/1") < names.index("round.closed/1")
    dealt = frames[names.index("round.cards_dealt/1")]
    assert len(dealt["hands"]["4"]) == 3
    assert frames[-1]["felt"] == "0.00"


def test_secrets_are_withheld_from_the_feed_until_the_round_is_over(service: Service, regulator: Someone) -> None:
    auditor = service.someone("audrey", "auditor")
    ann = service.guest()
    table = ann.open_table()
    ann.must(table, "sit", seat=1, buy_in="100")
    after = service.log.position()
    ann.must(table, "place_wagers", seat=1, wagers={"ante": "10"}, ready=True)

    def shown(who: Someone) -> dict[str, Any]:
        answer = who.client.get("/api/events", params={"after": after, "limit": 500}).json()
        return {event["event"]: event for event in answer if event["stream"] == f"table:{table}"}

    for who in (auditor, regulator):
        for name in ("table.cards_shuffled/1", "shuffle.deck_sealed/1"):
            assert shown(who)[name]["withheld"]
            assert shown(who)[name]["data"] is None
    assert shown(auditor)["round.cards_dealt/1"]["withheld"]
    assert len(shown(regulator)["round.cards_dealt/1"]["data"]["cards"]) == 14
    ann.must(table, "act", seat=1, action="fold")
    told = shown(regulator)
    assert len(told["table.cards_shuffled/1"]["data"]["cards"]) == 52
    assert len(told["shuffle.deck_sealed/1"]["data"]["salts"]) == 52
    assert len(told["round.cards_dealt/1"]["data"]["cards"]) == 14
    assert b"argon2" not in regulator.client.get("/api/export").content


def test_stubs_and_folded_hands_are_withheld_from_the_auditor_for_good(service: Service, regulator: Someone) -> None:
    auditor = service.someone("audrey", "auditor")
    _, table = played(service, "md-chase-the-flush", 2)
    exported = [decoded(line) for line in auditor.client.get("/api/export").content.splitlines()]
    own = [event for event in exported if event["stream"] == f"table:{table}"]
    closed = {event["event"] for event in own if event["withheld"]}
    assert closed == {
        "table.cards_shuffled/1", "shuffle.seed_promised/1", "shuffle.deck_sealed/1", "round.cards_dealt/1",
        "round.community_dealt/1",
    }  # fmt: skip
    assert all(event["data"] is None for event in own if event["event"] in closed)
    for file in ("export", "stub", "replay"):
        assert auditor.client.get(f"/api/hands/{table}/1/{file}").status_code == 403
        assert regulator.client.get(f"/api/hands/{table}/1/{file}").status_code == 200


@pytest.mark.parametrize("name", ["houserules-log.ndjson", "books.jsonl", "books"])
def test_the_list_of_events_is_not_taken_for_the_archive(
    name: str, service: Service, regulator: Someone, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played(service, "md-high-card-flush", 1)
    log = tmp_path / name
    log.write_bytes(regulator.client.get("/api/export").content)
    new = tmp_path / "new.db"
    for command in (["audit"], ["replay"], ["archive", "head"], ["archive", "restore", "--db", str(new)]):
        assert run([*command, str(log)]) == 2
        said = capsys.readouterr().err
        assert "this is the API's list of events; the archive comes from `houserules archive export`" in said
    verifier = VERIFIER.with_name("verify_archive.py")
    done = subprocess.run([sys.executable, str(verifier), str(log)], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "the API's list of events; the archive comes from `houserules archive export`" in done.stderr
    assert not new.exists()


def test_examiners_follow_events_as_they_happen(service: Service, regulator: Someone) -> None:
    position = service.log.position()
    address = f"ws://127.0.0.1:{service.port}/api/events/feed?after={position}"
    with connect(address, additional_headers={"Authorization": f"Bearer {regulator.token}"}) as feed:
        table = service.guest().open_table()
        seen: list[str] = []
        while "table.opened/1" not in seen:
            frame = decoded(str(feed.recv(timeout=HANG)).encode())
            seen += [event["event"] for event in frame.get("events", ()) if event["stream"] == f"table:{table}"]
    assert seen[0] == "table.rules_pinned/1"


def test_feeds_turn_away_who_may_not_watch(service: Service) -> None:
    ann = service.guest()
    cases = [
        ("/api/events/feed", ann.token, 4403),
        ("/api/tables/none/feed", ann.token, 4404),
        ("/api/tables/md-high-card-flush/feed", "nobody.token", 4401),
        ("/api/tables/md-high-card-flush/feed?desk=surveillance", ann.token, 4403),
    ]
    for path, token, code in cases:
        with connect(
            f"ws://127.0.0.1:{service.port}{path}", additional_headers={"Authorization": f"Bearer {token}"}
        ) as feed:
            assert decoded(str(feed.recv(timeout=HANG)).encode())["type"] == "error"
            with pytest.raises(Exception, match=str(code)):
                feed.recv(timeout=HANG)
    with connect(
        f"ws://127.0.0.1:{service.port}/api/tables/md-high-card-flush/feed",
        additional_headers={"Authorization": f"Bearer {ann.token}", "Origin": "http://evil.example"},
    ) as feed:
        assert decoded(str(feed.recv(timeout=HANG)).encode())["error"]["code"] == "other_origin"


def test_the_log_proves_itself(service: Service) -> None:
    ann, table = played(service, "md-high-card-flush", 1)
    position = ann.client.get(f"/api/tables/{table}/hands/1").json()["position"]
    head = ann.client.get("/api/audit/head").json()
    proof = ann.client.get(f"/api/audit/inclusion/{position}", params={"size": head["size"]}).json()
    path = [bytes.fromhex(step) for step in proof["path"]]
    root = root_from_inclusion(bytes.fromhex(proof["leaf"]), position - 1, head["size"], path)
    assert root is not None
    assert root.hex() == head["root"]
    ann.play_round(table, 4, {"ante": "10"})
    later = ann.client.get("/api/audit/head").json()
    grown = ann.client.get("/api/audit/consistency", params={"old": head["size"], "new": later["size"]}).json()
    steps = [bytes.fromhex(step) for step in grown["path"]]
    assert is_consistent(
        head["size"], later["size"], bytes.fromhex(head["root"]), bytes.fromhex(later["root"]), steps
    )


def test_the_ledger_balances(service: Service, regulator: Someone) -> None:
    _, table = played(service, "md-high-card-flush", 2)
    books = regulator.client.get("/api/ledger/balances").json()
    assert books["total"] == "0.00"
    felt = regulator.client.get("/api/ledger/balances", params={"prefix": f"table:{table}/felt"}).json()
    assert felt["balances"] == [{"account": f"table:{table}/felt", "balance": "0.00"}]
    moves = regulator.client.get(
        "/api/ledger/transfers", params={"account": f"table:{table}/felt", "limit": 500}
    ).json()
    assert all(move["clauses"] for move in moves)


def test_drop_win_and_the_players_chips_agree(service: Service) -> None:
    ann, table = played(service, "md-high-card-flush", 6)
    floor = service.someone("florence", "floorperson")
    report = floor.client.get(f"/api/floor/{table}").json()
    chips = float(ann.view(table)["you"]["chips"])
    for period in ("day", "month", "year"):
        assert report["drop"][period]["drop"] == "10000.00"
        assert report["drop"][period]["rounds"] == 6
        assert float(report["drop"][period]["win"]) == pytest.approx(10_000 - chips)
    hold = (10_000 - chips) / 10_000
    assert float(report["drop"]["day"]["hold"].removesuffix("%")) == pytest.approx(100 * hold, abs=0.01)


def test_hands_are_found_by_card_and_by_time(service: Service, regulator: Someone) -> None:
    ann, table = played(service, "md-high-card-flush", 6)
    auditor = service.someone("audrey", "auditor")
    hands = {number: ann.client.get(f"/api/tables/{table}/hands/{number}").json() for number in range(1, 7)}

    def found(who: Someone, **wanted: Any) -> list[int]:
        answer = who.client.get("/api/hands", params={"table": table, **wanted})
        assert answer.status_code == 200, answer.text
        return [hand["number"] for hand in answer.json()["hands"]]

    for number, hand in hands.items():
        own = set(hand["seats"][0]["cards"])
        held = " ".join(sorted(own)[:3])
        assert number in found(regulator, cards=held)
        folded = hand["seats"][0]["action"] == "fold"
        assert (number in found(auditor, cards=held)) is not folded, "what was never turned up is not told"
    assert found(regulator, since=hands[5]["at"]) == [6, 5]
    assert found(regulator, until=hands[2]["at"]) == [2, 1]
    assert regulator.client.get("/api/hands", params={"table": table, "cards": "1x"}).status_code == 400
