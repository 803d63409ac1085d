"""The lab over the API: the numbers are those of the command line, to the last digit of the fraction."""

from __future__ import annotations

import asyncio
import json
import os
import pickle
import subprocess
import time
from base64 import b64decode
from typing import Any

import httpx
import pytest

from houserules.app.house.background import (
    FORGOTTEN,
    MOST_EACH,
    MOST_WAITING,
    WITHDRAWN,
    BackgroundJobs,
    InProgress,
    Job,
    Report,
)
from houserules.app.lab.worker import START, in_process
from houserules.app.refusals import Refusal
from houserules.cli.files import submission_data
from houserules.cli.main import run
from houserules.law import MalformedData
from tests.api.service import Service
from tests.support.loops import run_apart
from tests.support.waiting import HANG

MD, CTF, MA = "md-high-card-flush", "md-chase-the-flush", "ma-high-card-flush"


def ask(service: Service, path: str, body: Any = None) -> Any:
    """Ask until the answer is there, as the page does."""
    http = service.http()
    while True:
        answer = http.post(path, json=body) if body is not None else http.get(path)
        if answer.status_code != 202:
            assert answer.status_code == 200, answer.text
            return answer.json()
        assert 0 <= answer.json()["progress"]["done"] <= 1
        time.sleep(0.1)


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert run([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def changed(name: str, **wagers: Any) -> dict[str, Any]:
    data = json.loads(json.dumps(submission_data(name), default=str))
    for wager, paytable in wagers.items():
        data["wagers"][wager]["paytable"] = paytable
    return dict(data)


@pytest.mark.parametrize("name", [MD, MA, CTF])
def test_the_analysis_is_that_of_the_command_line(
    service: Service, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = ask(service, "/api/lab/analysis", {"submission": name, "meter": "45000.25", "players": 3})
    said = printed(capsys, "analyze", name, "--meter", "45000.25", "--players", "3")
    assert found.pop("check") == {"lawful": True, "faults": []}
    assert found.pop("progress") is None
    assert found == said


def test_what_needs_no_solver_is_there_at_once(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """An X-tra Bonus that nobody has printed: the base game is counted by the worker, the other wagers are not."""
    monkeypatch.setattr(service.house.shared.lab_jobs, "patience", 0)  # Quick as the worker is, it is not waited for.
    data = changed(CTF, xtra_bonus={"seven_card_flush": 123, "six_card_flush": 30, "five_card_flush": 6})
    first = service.http().post("/api/lab/analysis", json={"submission": data})
    assert first.status_code == 202
    body = first.json()
    assert set(body["wagers"]) == {"same_suit", "progressive"}
    assert body["progress"]["ahead"] == 0
    whole = ask(service, "/api/lab/analysis", {"submission": data})
    assert whole["wagers"]["same_suit"] == body["wagers"]["same_suit"]
    assert whole["wagers"]["base"]["house_edge"]["exact"] != "0"
    assert whole["check"]["faults"][0]["key"] == "wagers.xtra_bonus.paytable"


def test_an_unlawful_pay_table_is_analysed_and_called_unlawful(
    service: Service, capsys: pytest.CaptureFixture[str]
) -> None:
    data = changed(MD, flush_bonus={"seven_card_flush": 300, "six_card_flush": 90})
    found = ask(service, "/api/lab/analysis", {"submission": data})
    table = "wagers.flush_bonus.paytable={seven_card_flush=300, six_card_flush=90}"
    said = printed(capsys, "analyze", MD, "--set", table)
    assert found["wagers"] == said["wagers"]
    assert not found["check"]["lawful"]
    (fault,) = found["check"]["faults"]
    assert fault["key"] == "wagers.flush_bonus.paytable"
    assert fault["clause"].startswith("MD-HCF 12.B")


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"submission": "rulebook = "}, "this is not TOML"),
        ({"submission": {"rulebook": "MD-XYZ"}}, "MD-XYZ"),
        ({"submission": {"rulebook": "MD-HCF"}}, "table.seats is missing"),
        (
            {"submission": changed(MD, flush_bonus={"seven_card_flush": "lots"})},
            "wagers.flush_bonus.paytable.seven_card_flush = ",
        ),
        ({"submission": changed(MD, flush_bonus={"seven_card_flush": "10%"})}, "only the progressive has a meter"),
        ({"submission": changed(CTF, xtra_bonus={"four_of_a_kind": 10})}, "paid by the length of the flush"),
        ({"submission": MD, "players": 7}, "players 7: expected 1 to 6"),
        ({"submission": MD, "meter": "-1"}, "meter"),
        ({"submission": MD, "colour": "red"}, "colour"),
    ],
)
def test_what_cannot_be_analysed(service: Service, body: dict[str, Any], words: str) -> None:
    answer = service.http().post("/api/lab/analysis", json=body)
    assert answer.status_code == 400
    assert words in answer.text
    assert "--" not in answer.json()["error"]["message"]


def test_a_meter_where_there_is_none(service: Service) -> None:
    data = changed(MD)
    del data["wagers"]["progressive"]
    answer = service.http().post("/api/lab/analysis", json={"submission": data, "meter": "5"})
    assert answer.status_code == 400
    assert "offers no progressive" in answer.json()["error"]["message"]


def test_the_comparison_is_that_of_the_command_line(service: Service, capsys: pytest.CaptureFixture[str]) -> None:
    found = ask(service, "/api/lab/comparison", {"a": MD, "b": MA})["comparison"]
    said = printed(capsys, "compare", MD, MA)
    for side in "ab":
        del found[side]["name"], said[side]["name"]
    assert found == said


def test_a_design_is_that_of_the_command_line(service: Service, capsys: pytest.CaptureFixture[str]) -> None:
    body = {"submission": MD, "edge": "7.8%", "hits": "22.6%", "odds": ["1", "5", "10", "100", "300"], "answers": 3}
    found = ask(service, "/api/lab/design", body)["design"]
    said = printed(
        capsys, "design", MD, "--edge", "7.8%", "--hits", "22.6%", "--odds", "1", "5", "10", "100", "300",
        "--answers", "3",
    )  # fmt: skip
    del said["submission"]
    assert found == said
    assert found["answers"][0]["printed"] == "A"
    refused = service.http().post("/api/lab/design", json={"submission": MD, "edge": "7%", "wager": "luck"})
    while refused.status_code == 202:
        refused = service.http().post("/api/lab/design", json={"submission": MD, "edge": "7%", "wager": "luck"})
    assert refused.status_code == 400
    assert "expected one that the submission offers" in refused.json()["error"]["message"]


def test_the_prices_are_those_of_the_command_line(service: Service, capsys: pytest.CaptureFixture[str]) -> None:
    assert ask(service, "/api/lab/prices/MA-HCF")["prices"] == printed(capsys, "readings", "MA-HCF", "--prices")
    assert service.http().get("/api/lab/prices/MD-XYZ").status_code == 404


def test_the_map_of_high_card_flush(service: Service) -> None:
    """The hands of the map, weighed, are the whole game; one decision is asked for at the command line."""
    found = ask(service, "/api/lab/strategy", {"submission": MD})["strategy"]
    first, by_two_cards, by_outside = found["panels"]
    assert sum(cell["hands"] for cell in first["cells"]) == 133_784_560
    by_flush, between = found["sections"]
    assert by_flush["sentences"][0] == "Raise every hand with J-3-2 or better, as much as its flush allows."
    assert between["sentences"][1].startswith("One single flush to raise from: T-8-6, which costs ")
    assert len(between["table"]["columns"]) == len(between["table"]["rows"][0])
    assert {cell["label"] for cell in first["cells"]} >= {"7 cards, A high", "2 cards, 4 high"}
    folded = next(cell for cell in by_two_cards["cells"] if (cell["row"], cell["column"]) == ("9", "8"))
    assert folded["bet_on"] == 0
    assert folded["value"]["exact"] == "-1"
    assert by_outside["columns"] == ["0", "1", "2", "3", "4"]
    # Massachusetts plays the same base game: its map costs nothing more.
    assert service.http().post("/api/lab/strategy", json={"submission": MA}).status_code == 200


def test_the_map_of_chase_the_flush(service: Service, capsys: pytest.CaptureFixture[str]) -> None:
    found = ask(service, "/api/lab/strategy", {"submission": CTF})["strategy"]
    assert [panel["title"] for panel in found["panels"]] == ["Three of one suit", "Two of one suit", "Three suits"]
    (opening,) = found["sections"]
    assert opening["sentences"] == ["Go all in with 5,268 of 22,100 holes, exactly these; check with all others."]
    assert opening["table"]["columns"] == ["Cards", "With a third card of"]
    assert opening["table"]["rows"][0] == ["Three suited", "any"]
    assert sum(cell["hands"] for panel in found["panels"] for cell in panel["cells"]) == 22_100
    parts = [part for panel in found["panels"] for cell in panel["cells"] for part in cell["parts"]]
    assert len(parts) == 1_755
    pair = next(cell for cell in found["panels"][1]["cells"] if cell["label"] == "K-8")
    (part,) = [part for part in pair["parts"] if part["label"] == "K-8 with 5"]
    asked = printed(capsys, "hand", CTF, "Ks 8s 5d")
    options = {option["action"]: option["ev"] for option in asked["options"]}
    assert part["options"] == options


def test_the_figures(service: Service) -> None:
    files = ask(service, "/api/lab/figures", {"submission": MD, "meter": "100000"})["files"]
    names = [file["name"] for file in files]
    assert names == [
        f"md-hcf-{name}.{kind}" for name in ("results", "meter", "starting-hands") for kind in ("svg", "png")
    ]
    content = {file["name"]: b64decode(file["base64"]) for file in files}
    assert b"$100,000" in content["md-hcf-meter.svg"]
    assert content["md-hcf-results.png"].startswith(b"\x89PNG")


def test_a_live_table_is_not_disturbed(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands are answered while the lab works in its own process."""
    monkeypatch.setattr(service.house.shared.lab_jobs, "patience", 0)  # Quick as the worker is, it is not waited for.
    guest = service.guest()
    table = guest.open_table(MD)
    guest.must(table, "sit", seat=1, buy_in="100")
    data = changed(CTF, xtra_bonus={"seven_card_flush": 77, "five_card_flush": 7})
    waiting = guest.client.post("/api/lab/analysis", json={"submission": data})
    assert waiting.status_code == 202
    guest.play_round(table, 1, {"ante": "10"})
    assert httpx.get(f"{service.url}/health").json()["status"] == "ok"
    assert ask(service, "/api/lab/analysis", {"submission": data})["progress"] is None


class Hours:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class StillJobs(BackgroundJobs):
    """Takes questions and answers none, so that a test sees who waits."""

    async def _work(self) -> None:
        await asyncio.Event().wait()


async def never(_report: Report) -> None:
    """A job that does not end by itself."""
    await asyncio.Event().wait()


async def until_told(jobs: BackgroundJobs, job: Job) -> None:
    for _ in range(600):
        await jobs.submit(job, "somebody", patience=0.1)


def waiting_of(jobs: BackgroundJobs) -> list[str]:
    return [job.key for job in jobs._waiting]


def test_one_client_cannot_pile_up_work() -> None:
    async def trial() -> None:
        jobs = StillJobs()
        for number in range(MOST_EACH + 2):
            await jobs.submit(Job("answer", str(number), never), "greedy", patience=0.0)
        kept = [waiting for waiting in jobs._waiting.values() if waiting.askers]
        assert [waiting.job.key for waiting in kept] == [str(number) for number in range(2, MOST_EACH + 2)]
        for number in range(MOST_WAITING - MOST_EACH - 2):
            await jobs.submit(Job("answer", f"other {number}", never), f"client {number}", patience=0.0)
        with pytest.raises(Refusal, match="more questions than it can answer") as refused:
            await jobs.submit(Job("answer", "one more", never), "another", patience=0.0)
        assert refused.value.code == "lab_busy"
        again = await jobs.submit(Job("answer", "other 3", never), "another", patience=0.0)
        assert isinstance(again, InProgress)
        await jobs.close()

    run_apart(trial())


async def dropped_unanswered(jobs: BackgroundJobs) -> None:
    async with asyncio.timeout(HANG):
        while waiting_of(jobs):
            await asyncio.sleep(0.05)
    assert jobs.known(Job("test", "slow", never)) is None
    await jobs.close()


def test_a_question_that_nobody_asks_any_more_is_dropped() -> None:
    async def trial() -> None:
        clock = Hours()
        jobs = BackgroundJobs(clock)
        slow = Job("test", "slow", never)
        assert isinstance(await jobs.submit(slow, "somebody", patience=0.0), InProgress)
        clock.now = FORGOTTEN + 1
        await dropped_unanswered(jobs)

    run_apart(trial())


def test_a_question_is_let_go_when_nobody_else_waits_for_it() -> None:
    async def trial() -> None:
        clock = Hours()
        jobs = BackgroundJobs(clock)
        slow = Job("test", "slow", never)
        told = [await jobs.submit(slow, client, patience=0.0) for client in ("ann", "bob")]
        assert {each.question for each in told} == {slow.question}

        async def worked_on_after(seconds: float) -> bool:
            """Twice a second, by the machine's own clock, it is seen whether anybody still needs the answer."""
            clock.now += seconds
            await asyncio.sleep(1.2)
            return waiting_of(jobs) == ["slow"]

        jobs.withdraw(slow.question, "ann")
        assert await worked_on_after(WITHDRAWN + 1), "bob still waits"
        jobs.withdraw("0" * 32, "bob")
        assert await worked_on_after(1), "that was another question"
        jobs.withdraw(slow.question, "bob")
        await jobs.submit(slow, "bob", patience=0.0)
        assert await worked_on_after(WITHDRAWN + 1), "bob has another window open"
        jobs.withdraw(slow.question, "bob")
        clock.now += WITHDRAWN + 1
        await dropped_unanswered(jobs)

    run_apart(trial())


def test_a_question_is_let_go_over_the_api(service: Service) -> None:
    somebody = service.guest().client
    data = changed(CTF, xtra_bonus={"seven_card_flush": 111, "five_card_flush": 9})
    answer = somebody.post("/api/lab/strategy", json={"submission": data})
    assert answer.status_code == 202
    question = answer.json()["progress"]["question"]
    jobs = service.house.lab_jobs
    waiting = next(each for each in jobs._waiting.values() if each.job.question == question)
    before = waiting.last_asked
    assert service.guest().client.delete(f"/api/lab/questions/{question}").status_code == 204
    assert waiting.last_asked == before, "nobody lets go of what others ask"
    assert somebody.delete(f"/api/lab/questions/{question}").status_code == 204
    assert waiting.last_asked < before
    assert somebody.delete("/api/lab/questions/nonsense").status_code == 400


def test_a_worker_that_fails_is_told_of_and_tried_again_later() -> None:
    async def trial() -> None:
        clock = Hours()
        jobs = BackgroundJobs(clock)
        failing = Job("no such job", "x", in_process("no such job"))
        with pytest.raises(Refusal, match="could not finish") as refused:
            await until_told(jobs, failing)
        assert refused.value.code == "lab_failed"
        clock.now = 60
        assert isinstance(
            await jobs.submit(failing, "somebody", patience=0.0),
            InProgress,
        )
        await jobs.close()

    run_apart(trial())


def test_what_the_worker_finds_malformed_is_malformed_for_the_asker() -> None:
    async def trial() -> None:
        jobs = BackgroundJobs()
        with pytest.raises(MalformedData, match=r"table\.seats is missing"):
            await until_told(jobs, Job("strategy", "x", in_process("strategy", {"rulebook": "MD-HCF"})))
        await jobs.close()

    run_apart(trial())


def test_a_worker_ends_with_the_service_that_started_it() -> None:
    """The pipe to it closes, in whatever way the service ended; it was at work for minutes to come."""
    environment = {**os.environ, "HOUSERULES_CACHE": "off"}
    worker = subprocess.Popen(
        START,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        env=environment,
    )
    assert worker.stdin is not None
    worker.stdin.write(pickle.dumps(("short-strategies", submission_data(CTF))))
    worker.stdin.close()
    assert worker.wait(timeout=HANG) == 1
