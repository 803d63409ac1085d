"""Limits go by who is signed in and by the address, never by what a client writes into its headers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from houserules.web import ServiceSettings
from houserules.web.authentication import COOKIE
from houserules.web.middleware import ADDRESS_TIMES, FEED_COSTS, MODEST
from houserules.web.rates import address_of
from tests.api.service import Service
from tests.support.feeds import connect
from tests.support.waiting import HANG

AT_ONCE = 5
A_LITTLE = max(1, AT_ONCE // MODEST)
SLOW = ServiceSettings(requests_per_second=1e-6, requests_at_once=AT_ONCE, sign_ins_per_minute=100)
TABLES = "/api/tables"


@pytest.fixture
def slow(database: Path) -> Iterator[Service]:
    with Service(database, SLOW) as running:
        yield running


def statuses(ask: Callable[[int], httpx.Response], times: int = 40) -> Counter[int]:
    return Counter(ask(number).status_code for number in range(times))


@pytest.mark.parametrize(
    "headers",
    [
        lambda n: {"Authorization": f"Bearer {n}"},
        lambda n: {"Authorization": f"Bearer owner.{n}"},
        lambda n: {"Authorization": f"x{n}"},
        lambda n: {"Cookie": f"{COOKIE}=owner.{n}"},
        lambda n: {"X-Forwarded-For": f"9.9.9.{n}"},
    ],
)
def test_no_header_makes_another_client(slow: Service, headers: Callable[[int], dict[str, str]]) -> None:
    http = slow.http()
    assert statuses(lambda n: http.get(TABLES, headers=headers(n)))[200] == AT_ONCE


def test_a_session_is_one_client_however_its_headers_are_written(slow: Service) -> None:
    http = slow.http()
    http.post("/api/session/guest", json={})
    cookie = f"{COOKIE}={http.cookies[COOKIE]}"
    token = {"Authorization": f"Bearer {http.cookies[COOKIE]}"}
    plain = slow.http()

    def ask(n: int) -> httpx.Response:
        return plain.get(TABLES, headers={"Cookie": f"{cookie}; pad={n}"} if n % 2 else token)

    assert statuses(ask)[200] == AT_ONCE


def test_sessions_of_one_address_have_a_limit_together(slow: Service) -> None:
    tokens = [slow.guest().token for _ in range(2 * ADDRESS_TIMES)]

    def ask(n: int) -> httpx.Response:
        return http.get(TABLES, headers={"Authorization": f"Bearer {tokens[n % len(tokens)]}"})

    http = slow.http()
    answered = statuses(ask, len(tokens) * AT_ONCE)
    taken = ADDRESS_TIMES * AT_ONCE - len(tokens) + len(tokens) * A_LITTLE
    assert answered == {200: taken, 429: len(tokens) * AT_ONCE - taken}


def test_somebody_signed_in_who_asks_little_is_answered_whatever_others_at_the_address_ask(slow: Service) -> None:
    ann = slow.guest()
    others = [slow.guest().client for _ in range(ADDRESS_TIMES + 1)]
    statuses(lambda n: others[n % len(others)].get(TABLES), 2 * AT_ONCE * len(others))
    assert statuses(lambda _: slow.http().get(TABLES), 5) == {429: 5}
    assert statuses(lambda _: ann.client.get(TABLES), A_LITTLE + 5) == {200: A_LITTLE, 429: 5}


def test_a_stranger_at_the_same_address_does_not_use_up_what_a_session_may_ask(slow: Service) -> None:
    ann, stranger = slow.guest(), slow.http()
    assert statuses(lambda _: stranger.get(TABLES), 2 * AT_ONCE)[200] == AT_ONCE
    assert statuses(lambda _: ann.client.get(TABLES), AT_ONCE) == {200: AT_ONCE}


def test_options_count(slow: Service) -> None:
    http = slow.http()
    answered = statuses(lambda _: http.options(TABLES))
    assert answered == {204: AT_ONCE, 429: 40 - AT_ONCE}
    assert http.options(TABLES).headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("feeds", [1, 3])
def test_feeds_count_as_requests(database: Path, feeds: int) -> None:
    at_once = feeds * FEED_COSTS
    settings = ServiceSettings(requests_per_second=1e-6, requests_at_once=at_once, sign_ins_per_minute=100)
    with Service(database, settings) as service:
        token = service.guest().token
        headers = {"Authorization": f"Bearer {token}"}
        address = f"ws://127.0.0.1:{service.port}/api/tables/md-high-card-flush/feed"
        for _ in range(feeds):
            with connect(address, additional_headers=headers) as feed:
                assert b'"type":"table"' in str(feed.recv(timeout=HANG)).encode()
        assert service.http().get(TABLES, headers=headers).status_code == 429
        with pytest.raises(InvalidStatus) as refused:
            connect(address, additional_headers=headers)
    answer: Any = refused.value.response
    assert answer.status_code == 429
    assert b"too_much" in answer.body
    assert int(answer.headers["Retry-After"]) > 0


def test_behind_a_proxy_each_address_is_another(database: Path) -> None:
    settings = ServiceSettings(requests_per_second=1e-6, requests_at_once=AT_ONCE, proxy="127.0.0.1")
    with Service(database, settings) as service:
        http = service.http()
        assert statuses(lambda n: http.get(TABLES, headers={"X-Forwarded-For": f"9.9.9.{n}"})) == {200: 40}
        assert statuses(lambda _: http.get(TABLES, headers={"X-Forwarded-For": "9.9.8.1"}))[200] == AT_ONCE
        assert statuses(lambda _: http.get(TABLES))[200] == AT_ONCE


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("fe80::1%eth0", "fe80::2", True),
        ("::ffff:9.9.9.1", "9.9.9.1", True),
        ("::ffff:9.9.9.1", "::ffff:9.9.9.2", False),
        ("9.9.9.1", "9.9.9.2", False),
        ("no:address", "no:address", True),
    ],
)
def test_addresses_that_one_household_has_count_as_one(one: str, other: str, same: bool) -> None:
    counted = [address_of({"client": (address, 1)}) for address in (one, other)]
    assert (counted[0] == counted[1]) is same
    assert address_of({"client": None}) == address_of({}) == "unknown"


def test_addresses_of_ipv6_make_no_other_client(database: Path) -> None:
    settings = ServiceSettings(requests_per_second=1e-6, requests_at_once=AT_ONCE, proxy="127.0.0.1")
    with Service(database, settings) as service:
        http = service.http()
        assert statuses(lambda n: http.get(TABLES, headers={"X-Forwarded-For": f"2001:db8::{n}"}))[200] == AT_ONCE
        assert http.get(TABLES, headers={"X-Forwarded-For": "2001:db8:0:1::1"}).status_code == 200
