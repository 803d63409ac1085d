"""Where the rules let nothing happen by itself, the table waits for a person, and tells the players so."""

from __future__ import annotations

from pathlib import Path

import pytest

from houserules import law
from houserules.app.table.verbs import SECOND_PERSON, STEPS
from tests.api.service import Service, Someone
from tests.api.test_absence import let_time_pass
from tests.api.test_purses import fund
from tests.support.clauses import clause

WAGERS = {
    "md-high-card-flush": {"ante": "10"},
    "md-chase-the-flush": {"ante": "10", "xtra_bonus": "10"},
    "ma-high-card-flush": {"ante": "10"},
}


def open_dealt(who: Someone, game: str, dealing: str) -> str | None:
    """A table with this method of dealing, where the document has it."""
    lines = law.submissions()[game].folder.text("submission").splitlines()
    kept = [line for line in lines if line.split("=")[0].strip() not in ("dealing", "order")]
    kept.insert(kept.index("[table]") + 1, f'dealing = "{dealing}"')
    answer = who.client.post("/api/tables", json={"submission": "\n".join(kept)})
    if answer.status_code == 422:
        return None
    assert answer.status_code == 201, answer.text
    table: str = answer.json()["table"]
    return table


@pytest.mark.parametrize("dealing", ["manual_shoe", "hand", "automated"])
@pytest.mark.parametrize("game", WAGERS)
def test_a_covered_shuffler_refuses_no_bet_by_a_fault(service: Service, game: str, dealing: str) -> None:
    """Where the dealing may go on by hand it does; else the bet is refused until the floor changes the dealing."""
    ann, dealer, floor = service.guest(), service.someone("dan", "dealer"), service.someone("flo", "floorperson")
    table = open_dealt(ann, game, dealing)
    if table is None:
        return
    ann.must(table, "sit", seat=1, buy_in="100")
    for kind in ("report_device", "cover_device"):
        dealer.must(table, kind, device="shuffler")
    answer = ann.send(table, "place_wagers", seat=1, wagers=WAGERS[game])
    if answer.status_code == 200:
        return
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "no_round"), answer.text
    assert not [each for each in ann.view(table)["you"]["options"] if each["type"] == "place_wagers"]
    methods = [step["method"] for step in floor.view(table, "dealer")["desk"]["steps"] if step.get("method")]
    if methods:
        floor.must(table, "change_dealing", method=methods[0])
        ann.must(table, "place_wagers", seat=1, wagers=WAGERS[game])


@clause("MD-HCF 3.C(2)")
def test_a_bet_is_refused_with_its_clause_where_people_must_change_the_deck(database: Path) -> None:
    with Service(database) as service:
        pit, floor = service.someone("pat", "pit_manager"), service.someone("flo", "floorperson")
        olga, dealer = service.someone("olga", "player"), service.someone("dan", "dealer")
        by_people = (*SECOND_PERSON, "change_decks")
        table = pit.open_table(kind="live", automatic=[step for step in STEPS if step not in by_people])
        for deck in (1, 2):
            floor.must(table, "verify_inspection", deck=deck)
        fund(service, "olga", 100, "fund-olga")
        olga.must(table, "sit", seat=1, buy_in="100")
        let_time_pass(service, 9 * 3600 * 1000)
        error = olga.refused(table, "place_wagers", 422, "deck_overdue", seat=1, wagers={"ante": "10"})
        assert error["clause"] == "MD-HCF 3.C(2)"
        for deck in (1, 2):
            dealer.must(table, "remove_deck", deck=deck)
            floor.must(table, "verify_inspection", deck=deck)
        olga.must(table, "place_wagers", seat=1, wagers={"ante": "10"})
