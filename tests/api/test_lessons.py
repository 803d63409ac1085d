"""Lessons: every price is that of ``houserules hand``, slips come back, payouts are the engine's, exams are kept."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

import houserules as hr
from houserules.app.lab.coach import LabAdvice
from houserules.app.lessons.spacing import STEPS
from houserules.cards import parse_cards
from tests.api.decks import bundled
from tests.api.service import Service, Someone
from tests.support.installed import THREE_CARD_POKER, in_use, install
from tests.support.waiting import wait_for

GAMES = ("md-high-card-flush", "ma-high-card-flush", "md-chase-the-flush", "ex-three-card-poker")
STREETS = dict.fromkeys(GAMES, (0,)) | {"md-chase-the-flush": (0, 2, 4)}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    folder = install(THREE_CARD_POKER, tmp_path_factory.mktemp("installed") / "site")
    with in_use(folder), Service(tmp_path_factory.mktemp("house") / "house.db") as running:
        yield running


def asked(who: Someone, path: str, **body: Any) -> Any:
    """The answer, once it is computed."""
    found: list[Any] = []

    def answered() -> bool:
        answer = who.client.post(f"/api/lessons/{path}", json=body)
        assert answer.status_code in (200, 202), answer.text
        found.append(answer.json())
        return answer.status_code == 200

    wait_for(answered)
    return found[-1]


@pytest.mark.parametrize("game", GAMES)
def test_every_answer_is_priced_as_houserules_hand_prices_it(service: Service, game: str) -> None:
    ann, submission = service.guest(), hr.submission(game)
    for street in STREETS[game]:
        for place in range(4):
            hand = asked(ann, "drill", submission=game, board=street)
            assert len(hand["board"]) == street
            action = hand["options"][place % len(hand["options"])]
            answer = asked(ann, "answers", submission=game, question=hand["question"], action=action)
            exact = submission.hand(" ".join(hand["cards"]), board=" ".join(hand["board"]))
            assert {each["action"]: Fraction(each["ev"]["exact"]) for each in answer["options"]} == exact.options
            assert list(exact.options) == hand["options"]
            assert answer["best"] == exact.best
            cost = exact.options[exact.best] - exact.options[action]
            assert Fraction(answer["cost"]["exact"]) == cost
            assert (answer["due"] is not None) == bool(cost)
            cards, board = _cards(hand["cards"]), _cards(hand["board"])
            assert answer["chances"] == LabAdvice().chances(bundled(game), cards, board, ())
            assert answer["chances"] is not None, "every game here counts them"
    progress = asked(ann, "progress", submission=game)
    assert [each["board"] for each in progress["streets"]] == list(STREETS[game])
    assert [each["answers"] for each in progress["streets"]] == [4] * len(STREETS[game])


def _cards(texts: list[str]) -> tuple[int, ...]:
    return tuple(parse_cards(" ".join(texts)))


def _slip(who: Someone, game: str) -> Any:
    """A hand that is answered wrong; the worst option always costs something but with an exact tie."""
    while True:
        hand = asked(who, "drill", submission=game)
        priced = hr.submission(game).hand(" ".join(hand["cards"]), board=" ".join(hand["board"]))
        worst = min(priced.options, key=lambda action: priced.options[action])
        answer = asked(who, "answers", submission=game, question=hand["question"], action=worst)
        if Fraction(answer["cost"]["exact"]):
            return hand


def test_a_slip_comes_back_when_it_is_due_and_waits_longer_each_time(service: Service) -> None:
    ann, game = service.someone("ann-slips", "player"), "ex-three-card-poker"
    slip = _slip(ann, game)
    assert [each["cards"] for each in asked(ann, "progress", submission=game)["slips"]] == [slip["cards"]]
    assert not asked(ann, "drill", submission=game)["again"]
    for number, step in enumerate(STEPS):
        service.clock.ahead += step
        ann = service.someone("ann-slips", "player")
        again = asked(ann, "drill", submission=game)
        assert again["again"]
        assert again["cards"] == slip["cards"]
        best = hr.submission(game).hand(" ".join(slip["cards"])).best
        answer = asked(ann, "answers", submission=game, question=again["question"], action=best)
        last = number == len(STEPS) - 1
        assert answer["due"] == (None if last else service.clock() + STEPS[number + 1])
        retried = asked(ann, "answers", submission=game, question=again["question"], action=best)
        assert retried == answer, "a retry is answered as before, also when the hand is learned"
        fresh = asked(ann, "drill", submission=game)
        assert not fresh["again"]
        right = hr.submission(game).hand(" ".join(fresh["cards"])).best
        asked(ann, "answers", submission=game, question=fresh["question"], action=right)
    assert asked(ann, "progress", submission=game)["slips"] == []


def _folded(who: Someone, table: str) -> list[str]:
    """The cards of a hand that is folded at a table."""
    seat = who.view(table)["you"]["seat"]
    who.play_round(table, seat, {"ante": "10"}, raises=False)
    return next(box["cards"] for box in who.view(table)["last_round"]["seats"] if box["yours"])


def test_a_slip_at_a_practice_table_comes_back_in_the_drill(service: Service) -> None:
    ann, game = service.guest(), "md-high-card-flush"
    table = ann.open_table(game, decision_seconds=0)
    ann.must(table, "sit", seat=1, buy_in="10000")
    cost = Fraction(0)
    while not cost:
        cards = _folded(ann, table)
        answer = asked(ann, "decisions", table=table, cards=cards, board=[], action="fold")
        cost = Fraction(answer["cost"]["exact"])
    assert answer["best"].startswith("raise")
    service.clock.ahead += STEPS[0]
    again = asked(ann, "drill", submission=game)
    assert (again["again"], sorted(again["cards"])) == (True, sorted(cards))


def test_only_a_hand_of_ones_own_at_a_practice_table_is_priced(service: Service) -> None:
    """Else this would be advice at a live table, whose cards one tells here."""
    ann, bob, pit = service.guest(), service.guest(), service.someone("pit-lessons", "pit_manager")
    table, live = ann.open_table(decision_seconds=0), pit.open_table(kind="live")
    ann.must(table, "sit", seat=1, buy_in="1000")
    cards = _folded(ann, table)
    body = {"cards": cards, "board": [], "action": "fold"}
    asked(ann, "decisions", table=table, **body)
    other = [card for card in ("2s", "3s", "4h", "5h", "6d", "7d", "8c", "9c") if card not in cards][:1] + cards[1:]
    for who, wanted, code in (
        (ann, {**body, "table": live}, "not_found"),
        (ann, {**body, "table": table, "cards": other}, "no_such_hand"),
        (ann, {**body, "table": table, "board": other[:1]}, "no_such_hand"),
        (bob, {**body, "table": table}, "no_such_hand"),
    ):
        answer = who.client.post("/api/lessons/decisions", json=wanted)
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, code)
        assert "options" not in answer.json()


def test_a_question_is_answered_once_and_only_with_its_own_options(service: Service) -> None:
    ann, game = service.guest(), "ex-three-card-poker"
    hand = asked(ann, "drill", submission=game)
    body = {"submission": game, "question": hand["question"]}
    assert ann.client.post("/api/lessons/answers", json={**body, "action": "raise 9x"}).status_code == 400
    one, other = hand["options"]
    first = asked(ann, "answers", **body, action=one)
    assert asked(ann, "answers", **body, action=one)["cost"] == first["cost"]
    assert ann.client.post("/api/lessons/answers", json={**body, "action": other}).status_code == 409
    assert asked(ann, "progress", submission=game)["streets"][0]["answers"] == 1
    for question in ("7-0123456789ab", "again-0123456789abcdef-3"):
        assert (
            ann.client.post("/api/lessons/answers", json={**body, "question": question, "action": one}).status_code
            == 404
        )
    assert ann.client.post("/api/lessons/drill", json={"submission": game, "board": 2}).status_code == 404
    assert service.http().post("/api/lessons/drill", json={"submission": game}).status_code == 401


@pytest.mark.parametrize("game", GAMES)
def test_a_layout_is_paid_as_the_engine_settles_it(service: Service, game: str) -> None:
    dan = service.guest()
    while True:  # Layouts are random: on to one in which a pay table pays.
        layout = asked(dan, "layouts", submission=game)
        assert layout["round"]["settled"] == []
        assert all(box["cards"] for box in layout["round"]["seats"])
        body = {"submission": game, "question": layout["question"]}
        wrong = asked(dan, "payments", **body, amounts=["0.01"] * len(layout["lines"]))
        assert not any(wrong["right"])
        assert [(each["seat"], each["wager"], each["staked"]) for each in wrong["lines"]] == [
            (each["seat"], each["wager"], each["staked"]) for each in layout["lines"]
        ]
        assert all(line["clause"] for line in wrong["lines"])
        right = asked(dan, "payments", **body, amounts=[line["paid"] for line in wrong["lines"]])
        assert all(right["right"])
        _settled_alike(game, layout["round"], wrong["lines"])
        if any(line["line"] for line in wrong["lines"]):
            break


def _settled_alike(game: str, round_: Any, lines: Any) -> None:
    """``houserules settle`` pays the same, where nothing depends on the wheel."""
    seats = [
        {
            "seat": box["seat"],
            "cards": " ".join(box["cards"]),
            "wagers": {
                line["wager"]: line["staked"]
                for line in lines
                if line["seat"] == box["seat"]
                and line["wager"] in ("ante", "flush_bonus", "straight_flush_bonus", "pair_plus")
            },
            "action": "fold" if box["action"] == "fold" else f"{box['action']} {box['amount']}",
        }
        for box in round_["seats"]
    ]
    if round_["board"]:
        return
    answer = hr.submission(game).settle({"dealer": " ".join(round_["dealer"]), "seats": seats}).to_dict()
    paid = {(seat["seat"], line["wager"]): line["paid"] for seat in answer["seats"] for line in seat["wagers"]}
    for line in lines:
        assert paid.get((line["seat"], line["wager"]), line["paid"]) == line["paid"], line


def test_an_exam_is_timed_by_the_service_graded_once_and_recorded_for_the_trainer(service: Service) -> None:
    dan, flo = service.someone("dan-exam", "dealer"), service.someone("flo-exam", "floorperson")
    game = "md-high-card-flush"
    begun = dan.client.post("/api/lessons/exams", json={"submission": game}).json()
    exam = begun["exam"]["exam"]
    assert begun["exam"]["passed"] is None
    assert all(layout["round"]["settled"] == [] for layout in begun["layouts"])
    service.clock.ahead += 90_000
    blank = dan.client.post(f"/api/lessons/exams/{exam}", json={"amounts": []}).json()
    assert (blank["exam"]["took"], blank["exam"]["passed"]) == (90, False)
    assert blank["exam"]["wrong"]
    again = dan.client.post(f"/api/lessons/exams/{exam}", json={"amounts": []})
    assert (again.status_code, again.json()["error"]["code"]) == (409, "exam_over")
    assert flo.client.post(f"/api/lessons/exams/{exam}", json={"amounts": []}).status_code == 404
    passed = _taken(service, dan, game, late=False)
    assert (passed["passed"], passed["wrong"], passed["right"]) == (True, [], passed["asked"])
    late = _taken(service, dan, game, late=True)
    assert (late["passed"], late["right"]) == (False, late["asked"])
    record = flo.client.get("/api/lessons/exams/all").json()
    assert [each["passed"] for each in record if each["account"] == "dan-exam"] == [False, True, False]
    assert dan.client.get("/api/lessons/exams/all").status_code == 403
    assert len(dan.client.get("/api/lessons/exams").json()) == 3
    assert service.guest().client.post("/api/lessons/exams", json={"submission": game}).status_code == 403


def _taken(service: Service, dan: Someone, game: str, late: bool) -> Any:
    """An exam in which every amount is right."""
    begun = dan.client.post("/api/lessons/exams", json={"submission": game}).json()
    exam = service.house.exams.of(dan.account)[-1]
    from houserules.app.lessons.exams import _rounds  # noqa: PLC0415

    amounts = [[line["paid"] for line in each.settled["settled"]] for each in _rounds(exam.begun)]
    service.clock.ahead += begun["exam"]["seconds"] * 1000 + (1 if late else 0)
    return dan.client.post(f"/api/lessons/exams/{begun['exam']['exam']}", json={"amounts": amounts}).json()["exam"]
