"""One table of verbs: requests, handlers, roles, the description of the API, options and the manual all follow it."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any, get_args

import pytest

from houserules import law
from houserules.app.people.roles import ROUTES, Job, Person
from houserules.app.table.handlers import HANDLERS
from houserules.app.table.requests import REQUESTS, AnyRequest, new_request, verb_of
from houserules.app.table.settings import steps_by_itself
from houserules.app.table.verbs import STEPS, VERB_OF, VERBS, Verb
from houserules.app.views.irregularities import IRREGULARITIES
from houserules.cards import parse_card
from houserules.money import parse_dollars
from houserules.play import REPORTED, AnyCommand, Role
from tests.api.service import Service
from tests.api.test_roles import FIELDS
from tests.support.tables import MA_HCF, MD_CTF, MD_HCF, submission

API = (Path(__file__).resolve().parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
each_verb = pytest.mark.parametrize("verb", VERBS.values(), ids=VERBS)


@pytest.fixture(scope="module")
def described(service: Service) -> Any:
    return service.http().get("/api/openapi.json").json()


@each_verb
def test_a_verb_has_a_title_jobs_and_a_description(verb: Verb) -> None:
    assert re.fullmatch(r"[A-Z][A-Za-z ]+", verb.title), verb.title
    assert verb.about[0].isupper(), verb.about
    assert verb.about.endswith("."), verb.about
    assert verb.jobs
    assert verb.jobs <= set(Job)
    assert verb.name not in ROUTES


@each_verb
def test_a_verb_has_a_request(verb: Verb) -> None:
    made = new_request(verb.name, command_id="a-request", expected_version=0, **FIELDS.get(verb.name, {}))
    assert type(made) is REQUESTS[verb.name]
    assert verb_of(made) is verb
    assert type(made).__struct_fields__ == ("command_id", "expected_version", *(field.name for field in verb.fields))
    assert REQUESTS[verb.name] in get_args(AnyRequest)


@each_verb
def test_a_verb_has_a_handler_or_is_a_command_and_no_more(verb: Verb) -> None:
    handler = HANDLERS.get(verb.name)
    names = {field.name for field in verb.fields}
    if handler is None:
        assert verb.command is not None, "nothing would come of it"
        assert names <= set(verb.command.__struct_fields__), "a field that nobody reads"
    else:
        taken = list(inspect.signature(handler).parameters.values())[1:]
        by_name = {each.name for each in taken if each.kind is not inspect.Parameter.VAR_KEYWORD}
        assert by_name == names or (by_name <= names and len(by_name) < len(taken))


def test_no_handler_is_left_without_a_verb() -> None:
    assert set(HANDLERS) <= set(VERBS)
    assert all(verb.name in HANDLERS for verb in VERBS.values() if verb.command is None)


def test_every_command_of_the_game_is_a_verb() -> None:
    assert set(VERB_OF) == set(get_args(AnyCommand))
    assert len(VERB_OF) == sum(verb.command is not None for verb in VERBS.values())


@each_verb
def test_the_description_of_the_api_has_every_verb(verb: Verb, described: Any) -> None:
    name = REQUESTS[verb.name].__name__
    taken = described["paths"]["/api/tables/{table_id}/commands"]["post"]["requestBody"]["content"]
    assert {"$ref": f"#/components/schemas/{name}"} in taken["application/json"]["schema"]["oneOf"]
    schema = described["components"]["schemas"][name]
    assert (schema["title"], schema["description"]) == (verb.title, verb.about)
    assert schema["properties"]["type"]["const"] == verb.name
    required = {"type", "command_id", "expected_version", *(field.name for field in verb.fields if field.required)}
    assert set(schema["required"]) == required
    for field in verb.fields:
        assert schema["properties"][field.name].get("description", "") == field.about


def test_the_manual_says_who_may_ask_what() -> None:
    """Row by row, as the page has it, against the table."""
    section = API.split("| who | may ask |\n|---|---|\n")[1].split("\n\n")[0]
    told = {}
    for row in section.splitlines():
        who, verbs = row.strip("| ").split(" | ")
        jobs = frozenset(Job(name.strip().replace(" ", "_")) for name in re.split(r", | or ", who))
        for name in re.findall(r"`(\w+)`", re.sub(r"\([^)]*\)", "", verbs)):
            told[name] = jobs
    assert told == {verb.name: verb.jobs for verb in VERBS.values()}


def test_a_request_becomes_a_command_by_the_names_of_its_fields() -> None:
    fields = {field.name: field for verb in VERBS.values() for field in verb.fields}
    made = new_request("act", command_id="a-request", expected_version=0, seat=1, action="raise", amount="12.50")
    assert VERBS["act"].fields[2].of(made) == parse_dollars("12.50")
    read = new_request("read_cards", command_id="a-request", expected_version=0, cards=("As", "2c"))
    assert VERBS["read_cards"].fields[0].of(read) == (int(parse_card("As")), int(parse_card("2c")))
    none = new_request("sit", command_id="a-request", expected_version=0, seat=1)
    assert fields["buy_in"].of(none) is None


@pytest.mark.parametrize(
    ("verb", "jobs", "role"),
    [
        ("act", "player dealer", Role.PLAYER),
        ("deal", "dealer floorperson", Role.DEALER),
        ("close_table", "dealer floorperson", Role.FLOORPERSON),
        ("order_shuffle", "pit_manager", Role.FLOORPERSON),
        ("report", "dealer", Role.DEALER),
        ("report", "dealer floorperson", Role.FLOORPERSON),
        ("report", "pit_manager", Role.FLOORPERSON),
        ("remove_deck", "dealer", Role.DEALER),
        ("remove_deck", "dealer pit_manager", Role.FLOORPERSON),
    ],
)
def test_in_which_role_of_the_game_somebody_asks(verb: str, jobs: str, role: Role) -> None:
    """Who is both a dealer and of the floor acts as the floor, whose word goes further."""
    person = Person("ann", "Ann", frozenset(Job(job) for job in jobs.split()))
    assert VERBS[verb].role_of(person) is role


def test_what_a_table_may_do_by_itself_follows_the_document() -> None:
    hcf, ctf = (set(steps_by_itself(law.rulebook(book))) for book in ("MD-HCF", "MD-CTF"))
    assert ctf - hcf == {"deal_community", "spin_wheel"}
    assert set(STEPS) - ctf == {"verify_inspection", "validate_payout"}, "a second person takes these"


def test_every_irregularity_that_somebody_may_report_has_a_title() -> None:
    named = {kind for game in (MD_HCF, MD_CTF, MA_HCF) for kind in submission(game).rulebook.irregularities}
    reported = {kind for kind in named if kind in REPORTED}
    assert set(IRREGULARITIES) == reported | {"shuffler_jam"}, "a shuffler jams at any time"
    assert all(field in VERBS["report"].fields for each in IRREGULARITIES.values() for field in each.inputs)


@pytest.mark.parametrize(
    ("game", "verb", "role"),
    [
        (MD_HCF, "deal_community", "dealer"),
        (MD_HCF, "spin_wheel", "dealer"),
        (MA_HCF, "change_dealing", "floorperson"),
    ],
)
def test_a_verb_that_the_document_does_not_know_is_refused_by_a_clause(
    service: Service, game: str, verb: str, role: str
) -> None:
    table = service.guest().open_table(game)
    error = service.someone(f"asks-{role}", role).refused(table, verb, 422, "not_provided", **FIELDS.get(verb, {}))
    book = submission(game).rulebook.id
    assert error["clause"] in {str(each.citation) for each in law.clause_list(book).clauses}


def test_options_carry_their_titles_and_what_is_to_be_stated(service: Service) -> None:
    pit = service.someone("pit-titles", "pit_manager")
    table = pit.open_table(automatic=[])
    steps = pit.view(table, "dealer")["desk"]["steps"]
    assert [(step["type"], step["title"], step["inputs"]) for step in steps if step["type"] == "receive_cards"] == [
        ("receive_cards", "Receive cards, deck 1", []),
        ("receive_cards", "Receive cards, deck 2", []),
    ]
    device = next(step for step in steps if step["type"] == "report_device")
    assert (device["title"], device["aside"]) == ("Device out of order: shuffler", True)
