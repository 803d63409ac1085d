"""The law: rulebooks, pay tables, readings, clauses, and submissions checked while they are typed."""

from __future__ import annotations

import asyncio
import json
from datetime import date

from litestar import Router, get, post
from litestar.params import JSONBody
from msgspec import Struct

from houserules import law
from houserules.app import Kind, Refusal, record_shapes, rule_shapes, rulebook_shown, unknown
from houserules.law import MalformedData, Pay, Share, format_pay, read_toml
from houserules.records import filing_document
from houserules.web.authentication import TheHouse
from houserules.web.errors import documented
from houserules.web.parameters import RulebookId, SubmissionName
from houserules.web.responses import FOR_EVERYBODY
from houserules.web.submissions import Submitted, filed_data


class ToCheck(Struct, frozen=True, forbid_unknown_fields=True):
    submission: Submitted
    """TOML text, or data in which dates are text."""
    live: bool = False


@get("/rulebooks", responses=documented(), opt=FOR_EVERYBODY)
async def all_rulebooks() -> list[rule_shapes.RulebookShown]:
    """Every rulebook, with the titles, the order and the colours in which its game is shown."""
    return [rulebook_shown(law.rulebook(identity)) for identity in law.rulebook_ids()]


def _known(rulebook_id: str) -> str:
    if rulebook_id not in law.rulebook_ids():
        raise unknown("rulebook", rulebook_id)
    return rulebook_id


@get("/rulebooks/{rulebook_id:str}/paytables", responses=documented(404), opt=FOR_EVERYBODY)
async def paytables(rulebook_id: RulebookId) -> dict[str, dict[str, dict[str, str]]]:
    """Every pay table of the document: wager, letter, line, what it pays; ``otherwise`` is below the lowest line."""
    book = law.rulebook(_known(rulebook_id))
    return {
        wager: {letter: _pays_by_line(table) for letter, table in tables.items()}
        for wager, tables in book.paytables.items()
    }


@get("/rulebooks/{rulebook_id:str}/choices", responses=documented(404), opt=FOR_EVERYBODY)
async def choices(rulebook_id: RulebookId) -> list[record_shapes.ChoiceShown]:
    """What the operator chooses: every key with its clauses, its lawful values, and the choice it hangs on."""
    return [
        {
            "key": each.key, "clauses": [str(clause) for clause in each.clauses], "values": list(each.values),
            "lawful": each.lawful or None,
            "where": {"key": each.where[0], "value": each.where[1]} if each.where else None,
        }
        for each in law.choices(law.rulebook(_known(rulebook_id)))
    ]  # fmt: skip


def _pays_by_line(table: law.Paytable) -> dict[str, str]:
    below = (table.otherwise,) if table.otherwise is not None else ()
    return {line.hand: _pays(line.pay) for line in (*table, *below)}


def _pays(pay: Pay) -> str:
    """As printed, except that a share of the meter and the whole of a prize are told apart."""
    return "the prize" if isinstance(pay, Share) and pay.of == "prize" else format_pay(pay)


@get("/rulebooks/{rulebook_id:str}/readings", responses=documented(404), opt=FOR_EVERYBODY)
async def readings(rulebook_id: RulebookId) -> list[record_shapes.ReadingShown]:
    """Where the document contradicts itself or is silent, and what may be chosen."""
    return [
        {
            "id": each.id, "title": each.title, "clauses": [str(clause) for clause in each.clauses],
            "question": each.question, "readings": dict(each.choices), "default": each.default,
            "reason": each.reason, "switch": each.switch, "worth": list(each.worth),
        }
        for each in law.rulebook(_known(rulebook_id)).readings
    ]  # fmt: skip


@get("/rulebooks/{rulebook_id:str}/clauses", responses=documented(404), opt=FOR_EVERYBODY)
async def clauses(rulebook_id: RulebookId) -> list[record_shapes.ClauseShown]:
    """Every clause in our words, in the order of the document, and what the software does about it."""
    listed = law.clause_list(_known(rulebook_id))
    titles = {chapter.number: f"{chapter.number}. {chapter.title}" for chapter in listed.chapters}
    return [
        {
            "id": str(clause.citation), "chapter": titles[clause.chapter], "gist": clause.gist,
            "kind": clause.kind.value, "status": clause.status.value,
        }
        for clause in listed.clauses
    ]  # fmt: skip


@get("/submissions", responses=documented())
async def bundled() -> list[record_shapes.BundledShown]:
    """The submissions that come with the program."""
    return [{"name": name, "rulebook": edition.id} for name, edition in law.submissions().items()]


@get("/submissions/{name:str}", responses=documented(404))
async def one_bundled(name: SubmissionName) -> record_shapes.SubmissionShown:
    """A submission that comes with a rulebook, as TOML and as data."""
    if name not in law.submissions():
        raise unknown("submission", name)
    text = law.submissions()[name].folder.text("submission")
    return {"name": name, "toml": text, "data": json.loads(filing_document(read_toml(text, name)))}


@post("/submissions/check", status_code=200, responses=documented(413))
async def check(data: JSONBody[ToCheck], house: TheHouse) -> record_shapes.Checked:
    """Is it lawful? Every fault at once, each with its clause and what would be lawful; good for every keystroke."""
    try:
        return await asyncio.to_thread(_checked, data, house.today())
    except (MalformedData, law.UnknownRulebook) as error:
        problems = error.problems if isinstance(error, MalformedData) else (str(error),)
        raise Refusal("malformed_submission", "; ".join(problems), Kind.MALFORMED) from None


def _checked(data: ToCheck, today: date) -> record_shapes.Checked:
    filed = filed_data(data.submission)
    filing = law.read_filing(filed, "submission", on=today)
    faults = law.check(filing, today, data.live)
    return {
        "rulebook": filing.rulebook.id,
        "digest": filing.digest,
        "lawful": not faults,
        "faults": [fault.as_data() for fault in faults],
        "data": json.loads(filing_document(filed)),
    }


law_router = Router(
    "/api",
    route_handlers=[all_rulebooks, paytables, choices, readings, clauses, bundled, one_bundled, check],
    tags=["law"],
)
