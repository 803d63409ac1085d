"""The typed client: as the description of the API has it, and a round played with it."""

from __future__ import annotations

import inspect
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_type_hints

import pytest

from houserules.client import ApiError, Client, shapes
from tests.api.service import Service
from tests.support.scripts import script

ROOT = Path(__file__).parents[2]
TABLE = "md-high-card-flush"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with Service(tmp_path_factory.mktemp("house") / "house.db") as running:
        yield running


def api_client() -> Any:
    return script("api_client")


def test_it_is_what_the_description_of_the_api_makes_of_it() -> None:
    made = api_client().modules()
    for path, text in made.items():
        assert path.read_text(encoding="utf-8") == text, f"{path.relative_to(ROOT)}: run `make client-code`"
    by_hand = {"__init__.py", "asking.py"}
    folder = ROOT / "src" / "houserules" / "client"
    assert set(folder.rglob("*.py")) - {folder / name for name in by_hand} == set(made)


def test_every_operation_has_a_method_with_types(service: Service) -> None:
    described = service.http().get("/api/openapi.json").json()["paths"]
    client = Client(service.url)
    groups = {name: each for name, each in vars(client).items() if not name.startswith("_")}
    methods = [
        method
        for group in groups.values()
        for name, method in inspect.getmembers(group, inspect.ismethod)
        if not name.startswith("_")
    ]
    assert len(methods) == sum(len(each) for each in described.values())
    for method in methods:
        hints = get_type_hints(method.__func__, vars(sys.modules[method.__module__]))
        assert "return" in hints, method
        assert set(inspect.signature(method).parameters) == set(hints) - {"return"}, method
    client.close()


def test_a_round_is_played_with_it(service: Service) -> None:
    with Client(service.url) as nobody, nobody.as_guest() as ann:
        ask(ann, "sit", seat=4, buy_in="500")
        ask(ann, "place_wagers", seat=4, wagers={"ante": "10"}, ready=True)
        seen = ann.tables.see_table(TABLE)
        assert seen["phase"] == "decisions"
        fold: shapes.Act = {
            "type": "act", "command_id": uuid.uuid4().hex, "expected_version": seen["version"], "seat": 4,
            "action": "fold",
        }  # fmt: skip
        assert ann.tables.command(TABLE, fold, view="none")["accepted"]
        last = ann.tables.recall(TABLE, limit=1)[0]
        assert last["settled"][0]["outcome"] == "lose"
        assert ann.session.own_purse()["live"] == "0.00"
        assert ann.log.checkpoint().count("\n") > 3
        assert ann.history.own_hands()["hands"][0]["number"] == last["number"]


def ask(client: Client, verb: str, **fields: Any) -> shapes.CommandAnswer:
    version = client.tables.see_table(TABLE)["version"]
    body: Any = {"type": verb, "command_id": uuid.uuid4().hex, "expected_version": version, **fields}
    return client.tables.command(TABLE, body)


def test_what_is_refused_says_which_rule(service: Service) -> None:
    with Client(service.url) as nobody, nobody.as_guest() as ann:
        with pytest.raises(ApiError) as forbidden:
            ann.records.events()
        assert (forbidden.value.status, forbidden.value.code) == (403, "forbidden")
        with pytest.raises(ApiError) as unknown:
            ann.tables.see_table("nowhere")
        assert (unknown.value.status, unknown.value.code) == (404, "no_such_table")
        ask(ann, "sit", seat=5, buy_in="500")
        with pytest.raises(ApiError) as refused:
            ask(ann, "place_wagers", seat=5, wagers={"ante": "1"})
        assert (refused.value.code, refused.value.clause) == ("amount_below_minimum", "MD-HCF 7.F(1)")
        assert refused.value.facts["minimum"] == "10.00"


def test_files_and_empty_answers(service: Service) -> None:
    auditor = service.someone("aud", "auditor")
    api = Client(service.url, auditor.token)
    assert api.records.export_table("transfers").startswith("position,index,source")
    assert isinstance(api.log.tile(f"0/000.p/{service.log.position()}"), bytes)
    assert api.session.sign_out() is None  # type: ignore[func-returns-value]
    with pytest.raises(ApiError):
        api.session.who_am_i()
    api.close()
