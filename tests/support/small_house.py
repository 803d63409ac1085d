"""A small house with something of everything that money and cards do, for those who tamper with its books."""

from __future__ import annotations

import random
from pathlib import Path

from houserules.app.people.roles import Job, Person
from houserules.cards import DECK, format_card
from houserules.log import open_log
from houserules.records import export_log
from houserules.shuffle import Automatic
from tests.api.service import Service, Someone

TABLE = "md-high-card-flush"
METER = "md-high-card-flush"
ENTERED = [format_card(card) for card in random.Random(5).sample(DECK, 52)]


def play_small_house(folder: Path) -> Path:
    """The archive of its books; the key is beside it, as ``signing.key``."""
    database = folder / "house.db"
    with Service(database, shuffler=Automatic(random.Random(1).randbytes)) as service:
        ann, ben = service.someone("ann", "player"), service.someone("ben", "player")
        pit = service.someone("pit", "pit_manager")
        for player, seat in ((ann, 2), (ben, 3)):
            player.must(TABLE, "sit", seat=seat, buy_in="1000")
        for number in range(2):
            ann.must(TABLE, "add_entropy", text=f"ann {number}")
            ben.must(TABLE, "add_entropy", text=f"ben {number}")
            wagers = ann.all_wagers(TABLE)
            ben.must(TABLE, "place_wagers", seat=3, wagers=wagers, ready=True)
            ann.must(TABLE, "place_wagers", seat=2, wagers=wagers, ready=True)
            while (shown := ann.view(TABLE))["phase"] == "decisions":
                for player, seat in ((ann, 2), (ben, 3)):
                    acts = [option for option in player.view(TABLE)["you"]["options"] if option["type"] == "act"]
                    if acts:
                        player.must(TABLE, "act", seat=seat, action=acts[0]["action"], amount=acts[0]["smallest"])
            assert shown["last_round"] is not None
            if number == 0:
                _play_entered_cards(service, ann, pit)
        ann.must(TABLE, "cash_out", amount="100")
        ben.must(TABLE, "leave")
        pit.must(TABLE, "fill_tray", amount="500")
        pit.must(TABLE, "credit_tray", amount="200")
        house = service.house
        service.run(house.cage.fund("ann", "live", 70_000_000, "fund ann", "pit"))
        service.run(house.cage.pay_out("ann", "live", 20_000_000, "pay ann", "pit"))
        one, two = (Person(name, name, frozenset({Job.PIT_MANAGER})) for name in ("pat", "pit"))
        proposed = service.run(house.corrections.propose(METER, 90_000_000_000, None, "chips", "propose", one))
        service.run(house.corrections.approve(METER, proposed, "approve", two))
    (folder / "signing.key").write_bytes(database.with_name("house.db.key").read_bytes())
    (folder / "signing.key").chmod(0o600)
    archive = folder / "house.jsonl"
    with open_log(str(database), read_only=True) as log, log.frozen() as frozen, archive.open("wb") as file:
        export_log(frozen, file)
    return archive


def _play_entered_cards(service: Service, ann: Someone, pit: Someone) -> None:
    """A round of a live table, with cards that the dealer enters and a floorperson confirms."""
    dealer, floor = service.someone("dana", "dealer"), service.someone("flo", "floorperson")
    by_itself = [
        step
        for step in pit.view(TABLE)["automatic"]
        if step not in ("verify_inspection", "validate_payout", "shuffle")
    ]
    table = pit.open_table(kind="live", automatic=by_itself, entered_cards=True)
    pit.must(table, "change_settings", betting_seconds=25)
    service.run(service.house.cage.fund("ann", "live", 500_000_000, "fund ann first", "pit"))
    for deck in (1, 2):
        floor.must(table, "verify_inspection", deck=deck)
    ann.must(table, "sit", seat=2, buy_in="500")
    dealer.must(table, "shuffle", deck=1, cards=ENTERED)
    floor.must(table, "confirm_cards", deck=1)
    ann.play_round(table, 2, {"ante": "10"}, raises=False)
    ann.must(table, "leave")
