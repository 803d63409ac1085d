"""Papers over the API: those of the command line, made beside the tables, as files with their names and kinds."""

from __future__ import annotations

import json
import time
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import httpx
import pypdfium2
import pytest

from houserules.exhibits import PAPERS, make_papers
from houserules.law import bundled_submission, read_filing
from tests.api.decks import deck_with
from tests.api.service import Service, Someone, Stacked

HCF, CTF = "md-high-card-flush", "md-chase-the-flush"
ROYAL = {1: "Kh Qh Jh Th 9h 8h 7h", 2: "2s 4s 6s 3d 5d 2c 4c"}
WAGERS = {"ante": "10", "progressive": "1"}


def until_made(ask: Any) -> httpx.Response:
    """Ask until the file is there, as the page does."""
    while True:
        answer: httpx.Response = ask()
        if answer.status_code != 202:
            return answer
        assert 0 <= answer.json()["progress"]["done"] <= 1
        time.sleep(0.1)


def printed(service: Service, file: str, submission: Any) -> httpx.Response:
    return until_made(lambda: service.http().post(f"/api/papers/{file}", json={"submission": submission}))


def words(pdf: bytes) -> str:
    return " ".join(" ".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf)).split())


def draft(name: str, **changes: Any) -> dict[str, Any]:
    data = {**bundled_submission(name), **changes}
    del data["approved_on"]
    return data


def test_every_paper_is_listed_with_its_files(service: Service) -> None:
    listed = service.http().get("/api/papers").json()
    assert [each["paper"] for each in listed] == list(PAPERS)
    files = {file["name"] for each in listed for file in each["files"]}
    made = make_papers(read_filing(bundled_submission(HCF), HCF), ("layout", "signs"))
    assert set(made) - {"manifest.json"} <= files


@pytest.mark.parametrize(
    ("file", "kind", "begins"),
    [
        ("signs.pdf", "application/pdf", b"%PDF"),
        ("layout.svg", "image/svg+xml", b"<svg"),
        ("par.xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", b"PK"),
    ],
)
def test_a_file_comes_with_its_kind_and_its_name(service: Service, file: str, kind: str, begins: bytes) -> None:
    answer = printed(service, file, HCF)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == kind
    assert answer.headers["content-disposition"] == f'attachment; filename="md-hcf-{file}"'
    assert answer.content.startswith(begins)


def test_it_is_the_file_of_the_command_line(service: Service) -> None:
    made = make_papers(read_filing(bundled_submission(CTF), CTF), ("signs",))
    assert printed(service, "signs-a4.pdf", CTF).content == made["signs-a4.pdf"]


def test_a_second_request_is_answered_at_once(service: Service) -> None:
    first = printed(service, "guide.pdf", HCF)
    assert first.status_code == 200
    asked = service.http().post("/api/papers/guide.pdf", json={"submission": HCF})
    assert asked.status_code == 200, "it is kept"
    assert asked.content == first.content


def test_the_zip_holds_every_paper_and_its_manifest(service: Service) -> None:
    answer = printed(service, "papers.zip", HCF)
    assert answer.headers["content-disposition"] == 'attachment; filename="md-hcf-papers.zip"'
    with ZipFile(BytesIO(answer.content)) as file:
        names = set(file.namelist())
        manifest = json.loads(file.read("manifest.json"))
    assert names == {name for paper in PAPERS.values() for name in paper.names} | {"manifest.json"}
    assert set(manifest["files"]) == names - {"manifest.json"}


def test_a_draft_is_marked_as_one(service: Service) -> None:
    assert "DRAFT" in words(printed(service, "signs.pdf", draft(HCF)).content)
    assert "DRAFT" not in words(printed(service, "signs.pdf", HCF).content)


def test_a_submission_with_faults_is_refused_with_all_of_them(service: Service) -> None:
    data = draft(HCF)
    data["table"].update(seats=9, decks=3)
    answer = service.http().post("/api/papers/signs.pdf", json={"submission": data})
    assert answer.status_code == 422
    error = answer.json()["error"]
    assert error["code"] == "unlawful_submission"
    assert "table.seats" in error["message"]
    assert "table.decks" in error["message"]
    assert error["clause"].startswith("MD-HCF")


def test_a_name_that_cannot_be_printed_is_refused(service: Service) -> None:
    answer = printed(service, "layout.pdf", draft(HCF, operator="Casino 🎰"))
    assert answer.status_code == 400, answer.text
    assert "operator: 🎰 is in none of the fonts" in answer.json()["error"]["message"]


def test_the_widest_name_that_may_be_filed_is_printed(service: Service) -> None:
    answer = printed(service, "layout.pdf", draft(HCF, operator="W" * 200))
    assert answer.status_code == 200, answer.text


@pytest.mark.parametrize("file", ["nothing.pdf", "..", "papers", "SIGNS.PDF", "signs_pdf"])
def test_a_file_that_is_none_is_malformed(service: Service, file: str) -> None:
    answer = service.http().post(f"/api/papers/{file}", json={"submission": HCF})
    assert answer.status_code in (400, 404, 405)


def test_a_table_has_the_papers_of_its_own_submission(service: Service) -> None:
    http = service.http()
    answer = until_made(lambda: http.get(f"/api/tables/{CTF}/papers/signs.pdf"))
    assert answer.content == printed(service, "signs.pdf", CTF).content
    assert http.get("/api/tables/no-such-table/papers/signs.pdf").status_code == 404


@pytest.fixture(scope="module")
def won(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A table at which a progressive wager won all of the meter, and another hand was folded."""
    deck = deck_with(HCF, ROYAL, dealer="2h 4h 3s 5c 6d 9c Jd")
    with Service(tmp_path_factory.mktemp("won") / "house.db", shuffler=Stacked(deck)) as service:
        ann, ben = service.guest(), service.guest()
        for seat, who in ((1, ann), (2, ben)):
            who.must(HCF, "sit", seat=seat, buy_in="500")
        ann.must(HCF, "place_wagers", seat=1, wagers=WAGERS, ready=True)
        ben.must(HCF, "place_wagers", seat=2, wagers={"ante": "10"}, ready=True)
        ann.must(HCF, "act", seat=1, action="raise", amount="30")
        ben.must(HCF, "act", seat=2, action="fold")
        for who in (ann, ben):
            who.must(HCF, "leave")
        yield service


def of_round(who: Someone, file: str, number: int = 1) -> httpx.Response:
    return until_made(lambda: who.client.get(f"/api/hands/{HCF}/{number}/papers/{file}"))


def test_the_floor_prints_the_slip_of_a_progressive_win(won: Service) -> None:
    answer = of_round(won.someone("fay", "floorperson"), "slip.pdf")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-disposition"] == f'attachment; filename="{HCF}-1-slip.pdf"'
    read = words(answer.content)
    assert ROYAL[1] in read
    assert "$30,000.22" in read


def test_a_folded_hand_is_printed_for_the_regulator_only(won: Service) -> None:
    for job, sees in (("floorperson", False), ("auditor", False), ("regulator", True)):
        read = words(of_round(won.someone(f"the-{job}", job), "round.pdf").content)
        assert (ROYAL[2] in read) is sees, job
        assert ("not turned up" in read) is not sees, job
        assert ROYAL[1] in read, job


def test_a_round_without_such_a_win_has_no_slip(won: Service) -> None:
    ann, fay = won.guest(), won.someone("fay2", "floorperson")
    ann.must(HCF, "sit", seat=3, buy_in="500")
    ann.play_round(HCF, 3, {"ante": "10"}, raises=False)
    assert of_round(fay, "round.pdf", 2).status_code == 200
    refused = of_round(fay, "slip.pdf", 2)
    assert refused.status_code == 404
    assert refused.json()["error"]["code"] == "no_such_slip"
    assert of_round(fay, "round.pdf", 99).json()["error"]["code"] == "no_such_hand"


def test_nobody_at_a_table_waits_for_papers(service: Service) -> None:
    """While papers are made, and not yet there, a table deals a round."""
    data = draft(HCF, operator="Somebody Else")
    asked = service.http().post("/api/papers/papers.zip", json={"submission": data})
    assert asked.status_code == 202
    ann = service.guest()
    ann.must(HCF, "sit", seat=5, buy_in="500")
    ann.play_round(HCF, 5, {"ante": "10"})
    question = asked.json()["progress"]["question"]
    assert service.http().delete(f"/api/lab/questions/{question}").status_code == 204
