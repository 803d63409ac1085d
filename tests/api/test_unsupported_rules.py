"""Rules that can be played and that the lab does not follow: coach, floor and lab say so, and play goes on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from houserules.cli.main import run
from tests.api.service import Service
from tests.support.waiting import wait_for

SUBMISSION = "unusual-high-card-flush"
SAID = (
    'settlement.survive_fold = ["straight_flush_bonus", "progressive"] (XX-HCF 11.B(4)(a)): the solver of '
    "High Card Flush supports "
)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A house with a rulebook of its own, under which a fold loses the Flush Bonus."""
    folder = tmp_path_factory.mktemp("rules") / "unusual_high_card_flush"
    assert run(["rulebook", "new", str(folder), "--like", "MD-HCF", "--id", "XX-HCF"]) == 0
    book = folder / "rulebook.toml"
    printed = 'survive_fold = { is = ["flush_bonus", "straight_flush_bonus", "progressive"]'
    text = book.read_text(encoding="utf-8")
    assert printed in text
    book.write_text(text.replace(printed, printed.replace('"flush_bonus", ', "")), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOUSERULES_RULEBOOKS", str(folder))
        with Service(tmp_path_factory.mktemp("house") / "house.db") as running:
            yield running


def refused(answer: httpx.Response, code: str) -> str:
    assert answer.status_code == 422, answer.text
    error = answer.json()["error"]
    assert error["code"] == code
    message: str = error["message"]
    return message


def test_the_table_plays_without_advice_and_without_theory(service: Service) -> None:
    ann, pit = service.guest(), service.someone("florence", "floorperson")
    table = ann.open_table(SUBMISSION, decision_seconds=0)
    ann.must(table, "sit", seat=1, buy_in="1000")
    ann.must(table, "place_wagers", seat=1, wagers={"ante": "10", "flush_bonus": "5"}, ready=True)
    answers: list[httpx.Response] = []

    def answered() -> bool:
        answers.append(ann.client.get(f"/api/tables/{table}/advice"))
        return answers[-1].status_code != 202

    wait_for(answered)
    assert refused(answers[-1], "advice_unavailable").startswith(SAID)
    ann.must(table, "act", seat=1, action="fold")
    report: list[Any] = []

    def reported() -> bool:
        report.append(pit.client.get(f"/api/floor/{table}").json())
        return not report[-1]["theory_computing"]

    wait_for(reported)
    assert report[-1]["theory_refused"].startswith(SAID)
    assert report[-1]["wagers"] == []
    assert "base" in report[-1]["without_theory"]


@pytest.mark.parametrize("path", ["analysis", "strategy", "short-strategies", "figures"])
def test_the_lab_says_what_it_does_not_support(service: Service, path: str) -> None:
    answer = service.guest().client.post(f"/api/lab/{path}", json={"submission": SUBMISSION})
    assert refused(answer, "unsupported_rules").startswith(SAID)


def test_a_comparison_and_prices_go_through_the_same_gate(service: Service) -> None:
    guest = service.guest().client
    answer = guest.post("/api/lab/comparison", json={"a": "md-high-card-flush", "b": SUBMISSION})
    assert refused(answer, "unsupported_rules").startswith(SAID)
    answers: list[httpx.Response] = []

    def answered() -> bool:
        answers.append(guest.get("/api/lab/prices/XX-HCF"))
        return answers[-1].status_code != 202

    wait_for(answered)
    assert refused(answers[-1], "unsupported_rules").startswith(SAID)


def test_other_tables_have_their_theory(service: Service) -> None:
    answer = service.guest().client.post("/api/lab/analysis", json={"submission": "md-high-card-flush"})
    assert answer.status_code in (200, 202)
