"""The service keeps the limits that players set: raced, across tables, and after a restart."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from houserules.app.limits.own_limits import DAY
from tests.api.service import Service, Someone


def live_table(service: Service) -> str:
    pit, floor = service.someone("pit", "pit_manager"), service.someone("flo", "floorperson")
    table = pit.open_table(kind="live", betting_seconds=0, decision_seconds=0)
    for deck in (1, 2):
        floor.must(table, "verify_inspection", deck=deck)
    return table


def funded(service: Service, name: str, amount: str = "10000") -> Someone:
    ann, admin = service.someone(name, "player"), service.someone("ada", "administrator")
    body = {"command_id": f"fund-{name}", "amount": amount}
    assert service.approved(admin.client.post(f"/api/people/{name}/funds", json=body)).status_code in (200, 201)
    return ann


def limit(who: Someone, what: str, amount: str | None) -> Any:
    answer = who.client.put(f"/api/limits/{what}", json={"amount": amount})
    assert answer.status_code == 200, answer.text
    return {each["what"]: each for each in answer.json()["limits"]}[what]


def bet(who: Someone, table: str, ante: str) -> Any:
    """Instead of what lies there."""
    if any(box["yours"] for box in (who.view(table)["round"] or {"seats": []})["seats"]):
        who.must(table, "withdraw_wagers", seat=1)
    return who.send(table, "place_wagers", seat=who.view(table)["you"]["seat"], wagers={"ante": ante}, ready=False)


def buy(each: tuple[Someone, str]) -> str:
    """Asked again where the table has changed meanwhile."""
    who, table = each
    while (told := code(who.send(table, "buy_in", amount="40"))) == "stale_version":
        pass
    return told


def code(answer: Any) -> str:
    return answer.json()["error"]["code"] if answer.status_code != 200 else "kept"


def test_a_wager_beyond_the_loss_limit_is_refused_and_a_higher_limit_waits_a_day(database: Path) -> None:
    with Service(database) as service:
        ann, table = funded(service, "ann"), live_table(service)
        ann.must(table, "sit", seat=1, buy_in="1000")
        assert limit(ann, "loss", "40")["amount"] == "40.00"
        over = bet(ann, table, "15")
        assert (code(over), over.json()["error"]["facts"]["what"]) == ("own_limit", "loss")
        assert code(bet(ann, table, "10")) == "kept", "ten, and thirty that the raise may ask for"
        higher = limit(ann, "loss", "500")
        assert (higher["amount"], higher["next"]) == ("40.00", "500.00")
        assert code(bet(ann, table, "15")) == "own_limit"
        service.clock.ahead += DAY
        ann = service.someone("ann", "player")
        assert limit(ann, "deposit", None)["amount"] is None
        assert ann.client.get("/api/limits").json()["limits"][0]["amount"] == "500.00"


def test_two_tables_do_not_both_take_what_only_one_may(database: Path) -> None:
    with Service(database) as service:
        ann, tables = funded(service, "ann"), [live_table(service) for _ in range(3)]
        for table in tables:
            ann.must(table, "sit", seat=1, buy_in="500")
        limit(ann, "loss", "99")
        senders = [service.someone("ann", "player") for _ in tables]
        with ThreadPoolExecutor(3) as crowd:
            answers = list(crowd.map(lambda pair: bet(pair[0], pair[1], "10"), zip(senders, tables, strict=True)))
        assert sorted(code(each) for each in answers) == ["kept", "kept", "own_limit"]


def test_chips_bought_at_several_tables_at_once_keep_the_limit_also_after_a_restart(database: Path) -> None:
    """Two windows of one player buy at three tables while a lower limit is set between them."""
    with Service(database) as service:
        ann, tables = funded(service, "ann"), [live_table(service) for _ in range(3)]
        for table in tables:
            ann.must(table, "sit", seat=1, buy_in="20")
        limit(ann, "deposit", "300")
        windows = [service.someone("ann", "player") for _ in range(2)]

        asked = [(who, table) for _ in range(4) for who in windows for table in tables]
        with ThreadPoolExecutor(len(asked)) as crowd:
            answers = list(crowd.map(buy, asked))
        bought = answers.count("kept") * 40
        assert set(answers) == {"kept", "own_limit"}
        assert 300 - 40 < bought <= 300
        assert limit(ann, "deposit", "250")["used"] == f"{bought}.00"
    with Service(database) as service:
        windows = [service.someone("ann", "player") for _ in range(2)]
        again = [(who, table) for who in windows for table in tables]
        with ThreadPoolExecutor(len(again)) as crowd:
            assert set(crowd.map(buy, again)) == {"own_limit"}
        told = {each["what"]: each for each in windows[0].client.get("/api/limits").json()["limits"]}
        assert (told["deposit"]["amount"], told["deposit"]["used"]) == ("250.00", f"{bought}.00")


def test_limits_and_breaks_hold_after_a_restart(database: Path) -> None:
    with Service(database) as service:
        ann, table = funded(service, "ann"), live_table(service)
        ann.must(table, "sit", seat=1, buy_in="100")
        limit(ann, "deposit", "200")
        limit(ann, "loss", "40")
        ann.must(table, "buy_in", amount="150")
        assert code(ann.send(table, "buy_in", amount="51")) == "own_limit"
        assert ann.client.post("/api/limits/break", json={"hours": 2}).json()["break_until"] is not None
    with Service(database) as service:
        ann = service.someone("ann", "player")
        assert code(bet(ann, table, "10")) == "on_a_break"
        other = live_table(service)
        assert code(ann.send(other, "sit", seat=2, buy_in="10")) == "on_a_break"
        service.clock.ahead += 2 * 3_600_000
        ann = service.someone("ann", "player")
        if service.clock() % DAY > 3 * 3_600_000:  # Else a new day has begun meanwhile.
            assert code(ann.send(table, "buy_in", amount="51")) == "own_limit"
            assert code(ann.send(table, "buy_in", amount="50")) == "kept"
        assert code(bet(ann, table, "15")) == "own_limit"
        assert code(bet(ann, table, "10")) == "kept"


def test_decisions_are_never_refused_and_practice_is_free(database: Path) -> None:
    with Service(database) as service:
        ann, table = funded(service, "ann"), live_table(service)
        ann.must(table, "sit", seat=1, buy_in="500")
        limit(ann, "loss", "40")
        ann.must(table, "place_wagers", seat=1, wagers={"ante": "10"}, ready=True)
        acts = [each for each in ann.view(table)["you"]["options"] if each["type"] == "act"]
        ann.must(table, "act", seat=1, action=acts[0]["action"], amount=acts[0]["largest"])
        ann.client.post("/api/limits/break", json={"hours": 1})
        practice = ann.open_table()
        ann.must(practice, "sit", seat=1, buy_in="1000")
        ann.must(practice, "place_wagers", seat=1, wagers={"ante": "100"})


def test_what_the_cage_pays_in_or_out_is_no_win_and_no_loss(database: Path) -> None:
    with Service(database) as service:
        ann, table = funded(service, "ann"), live_table(service)
        ann.must(table, "sit", seat=1, buy_in="500")
        limit(ann, "loss", "40")
        admin = service.someone("ada", "administrator")
        for path, name in (("payouts", "out"), ("funds", "in")):
            body = {"command_id": f"cage-{name}", "amount": "300"}
            service.approved(admin.client.post(f"/api/people/ann/{path}", json=body))
            assert ann.client.get("/api/limits").json()["limits"][0]["used"] == "0.00"
        assert code(bet(ann, table, "15")) == "own_limit"


def test_guests_and_strangers_set_no_limits(database: Path) -> None:
    with Service(database) as service:
        assert service.guest().client.put("/api/limits/loss", json={"amount": "10"}).status_code == 403
        assert service.http().get("/api/limits").status_code == 401
        ann = service.someone("ann", "player")
        for what, amount in (("minutes", "1.5"), ("minutes", "9999"), ("loss", "-5"), ("sleep", "5")):
            assert ann.client.put(f"/api/limits/{what}", json={"amount": amount}).status_code in (400, 404)


@pytest.mark.parametrize("minutes", [1])
def test_time_at_live_tables_runs_out(database: Path, minutes: int) -> None:
    with Service(database) as service:
        ann, table = funded(service, "ann"), live_table(service)
        ann.must(table, "sit", seat=1, buy_in="500")
        limit(ann, "minutes", str(minutes))
        assert code(bet(ann, table, "10")) == "kept"
        service.clock.ahead += minutes * 60_000
        assert code(bet(ann, table, "20")) == "own_limit"
