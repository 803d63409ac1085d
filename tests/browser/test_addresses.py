"""Every view has an address that can be shared, reloaded and installed; an address of nothing leads on."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from houserules.web.pages import VIEWS
from tests.api.service import Service
from tests.browser.stage import seat_in_front

STAFF = ("dealer", "floorperson", "pit_manager", "auditor", "regulator", "administrator")


def test_every_view_is_reloaded_at_its_address_and_has_a_title(browser: Browser, service: Service) -> None:
    table = service.guest().open_table(name="Table of names")
    addresses = {
        "/": "Tables",
        f"/tables/{table}": "Table of names",
        f"/sign/{table}": "Table of names",
        "/law": "The law",
        "/law/MD-HCF/11.B": "MD-HCF 11.B",
        "/lab": "The lab",
        "/lab/MD-HCF": "The lab",
        "/learn/MD-HCF?view=slips": "Learn",
        "/history": "History",
        f"/hands/{table}/1": "Round 1",
        "/submission": "Rules Submission",
        f"/dealer/{table}": "Table of names",
        "/floor": "The floor",
        "/people": "People",
        "/records": "The records",
        "/account": "account",
        "/sign-in": "Sign in",
    }
    assert {address.partition("?")[0].split("/")[1] for address in addresses} == VIEWS, (
        "the service knows the views of the client"
    )
    with seat_in_front(browser, service) as somebody:
        somebody.sign_in("sam-addresses", *STAFF)
        for address, title in addresses.items():
            answer = somebody.page.goto(address)
            assert answer is not None
            assert answer.status == 200
            expect(somebody.page).to_have_title(re.compile(f"{title}.* · houserules$", re.IGNORECASE))
            expect(somebody.page.get_by_text("There is nothing here")).to_have_count(0)
            assert somebody.page.url == f"{service.url}{address}"
        somebody.assert_clean()


def test_links_change_the_address_and_going_back_returns(browser: Browser, service: Service) -> None:
    with seat_in_front(browser, service) as reader:
        page = reader.open("/")
        loads: list[str] = []
        page.on("load", lambda loaded: loads.append(loaded.url))
        page.get_by_role("link", name="The law", exact=True).click()
        expect(page).to_have_url(f"{service.url}/law")
        page.get_by_role("navigation", name="Pages").get_by_role("link", name="The lab", exact=True).click()
        expect(page).to_have_url(f"{service.url}/lab")
        page.go_back()
        expect(page.get_by_role("heading", level=1, name="The law")).to_be_visible()
        expect(page).to_have_url(f"{service.url}/law")
        assert not loads, "nothing is loaded anew"


def test_an_address_of_nothing_is_a_page_for_people_and_json_for_programs(browser: Browser, service: Service) -> None:
    with seat_in_front(browser, service) as lost:
        answer = lost.page.goto("/nothing/here")
        assert answer is not None
        assert answer.status == 404
        expect(lost.page.get_by_role("heading", name="There is nothing here")).to_be_visible()
        lost.assert_accessible()
        lost.page.get_by_role("main").get_by_role("link", name="The lobby").click()
        expect(lost.page.get_by_role("heading", name="Sit down and play")).to_be_visible()
    program = service.http()
    for address in ("/nothing/here", "/api/nothing"):
        found = program.get(address)
        assert found.status_code == 404
        assert found.json()["error"]["code"] == "not_found"


def test_a_clause_has_an_address_and_all_clauses_are_listed_by_chapter(browser: Browser, service: Service) -> None:
    listed = service.http().get("/api/rulebooks/MD-HCF/clauses").json()
    with seat_in_front(browser, service) as reader:
        page = reader.open("/law/MD-HCF/11.B")
        clause = page.locator("[data-clause='MD-HCF 11.B']")
        expect(clause).to_be_in_viewport()
        expect(clause).to_have_attribute("aria-current", "true")
        assert page.locator("[data-clause]").count() == len(listed) > 300
        chapters = {each["chapter"] for each in listed}
        assert set(page.locator(".chapter h3").all_inner_texts()) == chapters
        reader.assert_accessible()
        page.locator("[data-clause='MD-HCF 2.A'] a").click()
        expect(page).to_have_url(f"{service.url}/law/MD-HCF/2.A")
        expect(page.locator("[data-clause='MD-HCF 2.A']")).to_be_in_viewport()
        page.get_by_placeholder("number or word").fill("no such words anywhere")
        expect(page.get_by_text("No clause has “no such words anywhere”")).to_be_visible()
        page = reader.open("/law/MD-HCF/99.Z")
        expect(page.get_by_role("alert")).to_contain_text("There is no clause MD-HCF 99.Z.")
        reader.assert_clean()


def test_the_client_can_be_installed_and_is_sent_compressed(browser: Browser, service: Service) -> None:
    with seat_in_front(browser, service) as owner:
        sent: dict[str, str | None] = {}
        owner.page.on("response", lambda got: sent.update({got.url: got.headers.get("content-encoding")}))
        page = owner.open("/")
        owner.settled()
        scripts = [url for url in sent if url.endswith((".js", ".css"))]
        assert scripts
        assert all(sent[url] == "gzip" for url in scripts)
        devtools = owner.context.new_cdp_session(page)
        manifest = devtools.send("Page.getAppManifest")
        assert not manifest["errors"]
        assert manifest["url"] == f"{service.url}/manifest.webmanifest"
        wrong = {each["errorId"] for each in devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]}
        assert wrong <= {"in-incognito"}, "nothing but that tests have a private window"


@pytest.mark.parametrize("path", ["/", "/law"])
def test_a_first_visit_has_nothing_to_complain_about(browser: Browser, service: Service, path: str) -> None:
    with seat_in_front(browser, service, worker=True) as newcomer:
        said: list[str] = []
        newcomer.page.on("console", lambda line: said.append(line.text))
        newcomer.open(path)
        expect(newcomer.page.get_by_role("heading", level=1)).to_be_visible()
        newcomer.settled()
        assert not said
