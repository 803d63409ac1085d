"""What a log promises of commits: all or nothing, once, in order, on disk before the answer."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import msgspec
import pytest

from houserules.log import (
    ANY_VERSION,
    Commit,
    Committed,
    Log,
    LogUnavailable,
    Message,
    Notice,
    OtherRequest,
    Snapshot,
    StaleVersion,
    Unbalanced,
    digest_of,
)
from houserules.log.leaves import LEAF_FORMAT, content_digest, event_leaf
from houserules.records import audit
from tests.support.databases import append, commit, event, move
from tests.support.waiting import HANG


def test_a_commit_is_there_afterwards(log: Log, reopen: Callable[[], Log]) -> None:
    made = commit(
        "c1",
        append("table:1", 0, event("a", move("purse:ann", "table:1/felt", 5)), event("b")),
        append("meter:1", ANY_VERSION, event("c")),
        outbox=(Message("table:1", b"news"),),
        documents=(b"a document",),
        snapshots=(Snapshot("table:1", 2, b"fold"),),
    )
    answer = log.commit(made)
    assert answer == Committed(b"reply to c1", 3, (("table:1", 2), ("meter:1", 1)), events=3, salt=answer.salt)
    assert len(answer.salt) == 32
    log.close()
    with reopen() as again:
        assert [(e.position, e.stream, e.version, e.part) for e in again.read_all()] == [
            (1, "table:1", 1, 0),
            (2, "table:1", 2, 1),
            (3, "meter:1", 1, 0),
        ]
        assert [e.data for e in again.read("table:1")] == [event("a").data, event("b").data]
        assert again.streams("table:") == (("table:1", 2),)
        assert again.balances() == (("purse:ann", -5), ("table:1/felt", 5))
        assert [kept.transfer for kept in again.transfers()] == [move("purse:ann", "table:1/felt", 5)]
        assert [(kept.topic, kept.body) for kept in again.messages()] == [("table:1", b"news")]
        assert again.document(digest_of(b"a document")) == b"a document"
        assert again.snapshot("table:1") == Snapshot("table:1", 2, b"fold")
        receipt = again.receipt("c1")
        assert receipt is not None
        assert (receipt.reply, receipt.position, receipt.events) == (b"reply to c1", 3, 3)


def test_a_commit_of_many_events_is_kept_whole_and_in_order(log: Log) -> None:
    """More of them than one statement inserts."""
    made = [event(f"number {number}", move("purse:ann", "table:1/felt", 1)) for number in range(2500)]
    assert log.commit(commit("c1", append("s", 0, *made))).position == len(made)
    assert [stored.data for stored in log.read("s")] == [each.data for each in made]
    assert log.balances() == (("purse:ann", -len(made)), ("table:1/felt", len(made)))
    assert not audit(log).findings


def test_a_leaf_tells_nothing_to_who_knows_all_but_the_cards(log: Log) -> None:
    """Proofs show leaves to everybody while cards lie face down: the right guess must not come out."""
    for name in ("c1", "c2"):
        log.commit(commit(name))
    salts = []
    for stored, name in zip(log.read_all(), ("c1", "c2"), strict=True):
        receipt = log.receipt(name)
        assert receipt is not None
        assert stored.data is not None
        salts.append(receipt.salt)
        for salt, right in ((receipt.salt, True), ("", False), ("0" * 32, False)):
            guess = event_leaf((
                LEAF_FORMAT, stored.position, stored.stream, stored.version, stored.part, stored.name, stored.at,
                stored.actor, stored.command_id, content_digest(stored.data), content_digest(b""), (),
                digest_of(b"ask"), content_digest(receipt.reply), salt,
            ))  # fmt: skip
            assert (guess == stored.leaf) == right
    assert [len(bytes.fromhex(salt)) for salt in salts] == [16, 16]
    assert len(set(salts)) == 2


def test_nobody_home(log: Log) -> None:
    assert log.version("nobody") == 0
    assert list(log.read("nobody")) == []
    assert log.balance("nobody") == 0
    assert log.receipt("nobody") is None
    assert log.document("00") is None
    assert log.snapshot("nobody") is None
    assert log.head() is None
    assert log.position() == 0
    assert log.last_message() == 0


def test_the_same_command_twice_counts_once(log: Log) -> None:
    pays = commit("c1", append("s", 0, event("a", move("house", "purse:ann", 5))))
    first, second = log.commit(pays), log.commit(pays)
    assert (first.repeated, second.repeated) == (False, True)
    assert second.reply == first.reply
    assert second.position == first.position
    assert log.balance("purse:ann") == 5


def test_a_retry_is_answered_although_its_version_is_stale_by_now(log: Log) -> None:
    log.commit(commit("c1", append("s", 0)))
    log.commit(commit("c2", append("s", 1)))
    again = log.commit(commit("c1", append("s", 0)))
    assert again.repeated
    assert again.versions == (("s", 2),)


def test_the_same_id_for_another_request_is_refused(log: Log) -> None:
    log.commit(commit("c1", append("s", 0)))
    with pytest.raises(OtherRequest):
        log.commit(commit("c1", append("s", 1), request=b"something else"))
    assert log.version("s") == 1


@pytest.mark.parametrize(("expected", "accepted"), [(1, False), (2, True), (3, False), (ANY_VERSION, True)])
def test_only_the_expected_version(log: Log, expected: int, accepted: bool) -> None:
    log.commit(commit("c1", append("s", 0, event(), event())))
    if accepted:
        log.commit(commit("c2", append("s", expected)))
    else:
        with pytest.raises(StaleVersion) as caught:
            log.commit(commit("c2", append("s", expected)))
        assert (caught.value.stream, caught.value.expected, caught.value.actual) == ("s", expected, 2)
        assert log.receipt("c2") is None
    assert log.version("s") == (3 if accepted else 2)


def test_one_stale_stream_stops_the_whole_commit(log: Log) -> None:
    log.commit(commit("c1", append("a", 0)))
    with pytest.raises(StaleVersion):
        log.commit(commit("c2", append("b", 0, event("x", move("p", "q", 1))), append("a", 0)))
    assert log.streams() == (("a", 1),)
    assert log.balances() == ()
    assert log.position() == 1


def test_accounts_that_must_be_empty_and_not_negative(log: Log) -> None:
    log.commit(commit("c1", append("s", 0, event("stake", move("purse:ann", "felt", 5)))))
    with pytest.raises(Unbalanced) as caught:
        log.commit(commit("c2", append("s", 1, event("x", move("felt", "house", 4))), empty=("felt",)))
    assert (caught.value.account, caught.value.balance) == ("felt", 1)
    log.commit(commit("c3", append("s", 1, event("x", move("felt", "house", 5))), empty=("felt",)))
    log.commit(commit("c4", append("s", 2, event("x", move("house", "purse:bob", 3))), not_negative=("purse:bob",)))
    for amount, fits in ((2, True), (1, True), (1, False)):
        spend = commit(
            f"{amount} {fits}", append("s", ANY_VERSION, event("x", move("purse:bob", "house", amount))),
            not_negative=("purse:bob",),
        )  # fmt: skip
        if fits:
            log.commit(spend)
        else:
            with pytest.raises(Unbalanced):
                log.commit(spend)
    assert log.balance("purse:bob") == 0
    assert sum(balance for _, balance in log.balances()) == 0


@pytest.mark.parametrize(
    "impossible",
    [
        commit("", append("s")),
        commit("c", append("")),
        commit("c", append("s\n")),
        commit("c", append("s"), append("s")),
        commit("c", append("s", -2)),
        commit("c", append("s", 0, event("x", move("a", "b", 0)))),
        commit("c", append("s", 0, event("x", move("a", "b", -1)))),
        commit("c", append("s", 0, event("x", move("a", "a", 1)))),
        commit("c", append("s"), documents=(b"\xff",)),
        commit("c", append("s"), actor=""),
        commit("c", append("s"), at=2**63),
        commit("c", append("s"), at=-1),
        commit("c", append("s"), empty=("felt\0",)),
        commit("c", append("s"), not_negative=("\ud800",)),
        commit("c", append("s"), outbox=(Message("news\0", b""),)),
        commit("c", append("s"), snapshots=(Snapshot("s\0", 1, b""),)),
        commit("c", append("s"), snapshots=(Snapshot("s", 2**63, b""),)),
        msgspec.structs.replace(commit("c"), appends=()),
    ],
)
def test_what_no_store_takes(log: Log, impossible: Commit) -> None:
    with pytest.raises(ValueError, match=r"."):
        log.submit(impossible)
    assert log.position() == 0


def test_a_refused_commit_does_not_disturb_its_batch(log: Log) -> None:
    waiting = [log.submit(commit(f"c{n}", append("s", n if n < 5 else n - 1))) for n in range(10)]
    outcomes = [future.exception() for future in waiting]
    assert [n for n, error in enumerate(outcomes) if error] == [5]
    assert log.version("s") == 9


def test_concurrent_commands_on_a_stream_are_serial(log: Log) -> None:
    """Eight threads count together: each reads, adds one, and retries when somebody else was first."""
    begin = Event()

    def count(thread: int) -> int:
        begin.wait()
        stale = 0
        for number in range(20):
            while True:
                version = log.version("counter")
                try:
                    log.commit(
                        commit(f"{thread} {number} {version}", append("counter", version, event(str(version))))
                    )
                    break
                except StaleVersion:
                    stale += 1
        return stale

    with ThreadPoolExecutor(8) as pool:
        counts = [pool.submit(count, thread) for thread in range(8)]
        begin.set()
        stale = sum(done.result() for done in counts)
    history = list(log.read("counter"))
    assert [e.data for e in history] == [event(str(n)).data for n in range(160)]
    assert [e.version for e in history] == list(range(1, 161))
    assert stale > 0, "the threads never met: nothing was tested"


def test_the_same_command_from_many_threads_pays_once(log: Log) -> None:
    pays = commit("pay", append("s", ANY_VERSION, event("x", move("house", "purse:ann", 5))))
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: log.commit(pays), range(64)))
    assert sum(not answer.repeated for answer in answers) == 1
    assert log.balance("purse:ann") == 5


def test_notices_come_in_order_and_leave_none_out(log: Log) -> None:
    heard: list[Notice] = []
    done = Event()

    def listen(notice: Notice) -> None:
        heard.append(notice)
        if notice.position == 50:
            done.set()

    end = log.subscribe(listen)
    for number in range(50):
        log.submit(commit(f"c{number}", append(f"s{number % 3}")))
    assert done.wait(HANG)
    positions = [notice.position for notice in heard]
    assert positions == sorted(set(positions))
    latest = {stream: version for notice in heard for stream, version in notice.versions}
    assert latest == dict(log.streams())
    end()
    log.commit(commit("later"))
    assert heard[-1].position == 50


def test_a_subscription_ended_twice_ends_no_other(log: Log) -> None:
    heard = Event()
    end = log.subscribe(lambda _notice: None)
    end()
    log.subscribe(lambda _notice: heard.set())
    end()
    log.commit(commit("c"))
    assert heard.wait(HANG)


def test_reading_parts_of_a_stream(log: Log) -> None:
    log.commit(commit("c", append("s", 0, *(event(str(n)) for n in range(1, 2501)))))
    assert [e.version for e in log.read("s", 1200, 1203)] == [1201, 1202, 1203]
    assert len(list(log.read("s"))) == 2500
    assert len(list(log.read_all(2499))) == 1
    newest = log.latest("s", "test.noted/1", 3)
    assert [e.version for e in newest] == [2500, 2499, 2498]
    assert [e.version for e in log.latest("s", "test.noted/1", 1, before=7)] == [6]
    assert log.latest("s", "other/1") == ()


def test_repeated_commands_again_and_again(log: Log) -> None:
    """What comes after one is not disturbed."""
    for number in range(30):
        log.commit(commit(f"c{number}", append("s", ANY_VERSION)))
        for again in range(number % 4):
            assert log.commit(commit(f"c{number - again}", append("s", ANY_VERSION))).repeated
    assert log.version("s") == 30
    assert log.position() == 30


def test_a_repeated_command_tells_the_versions_of_all_its_streams(log: Log, reopen: Callable[[], Log]) -> None:
    both = commit("both", append("a", 0), append("b", 0))
    log.commit(both)
    log.close()
    with reopen() as opened:
        opened.commit(commit("other", append("a", 1)))
        answers = [opened.submit(each) for each in (commit("more", append("a", 2)), both)]
        assert answers[0].result().versions == (("a", 3),)
        assert answers[1].result().repeated
        assert answers[1].result().versions == (("a", 3), ("b", 1))


def test_transfers_from_anywhere(log: Log) -> None:
    log.commit(commit("c1", append("s", 0, event("x", move("a", "b", 1)))))
    for beyond in (2**46, 2**47, 2**53, 2**63 - 1):
        assert list(log.transfers(after=beyond)) == []
        assert list(log.transfers(after=beyond, account="a")) == []
        assert [kept.position for kept in log.transfers(upto=beyond)] == [1]
    assert list(log.transfers(upto=-(2**60))) == []


def test_transfers_of_one_account(log: Log) -> None:
    moves = [move("a", "b", 1), move("b", "c", 2), move("c", "d", 3)]
    for number, each in enumerate(moves):
        log.commit(commit(f"c{number}", append("s", number, event("x", each))))
    assert [kept.transfer.amount for kept in log.transfers(account="b")] == [1, 2]
    assert [kept.transfer.amount for kept in log.transfers(after=1)] == [2, 3]
    assert [kept.transfer.amount for kept in log.transfers(upto=2)] == [1, 2]
    assert list(log.transfers(account="nobody")) == []


def test_transfers_of_one_account_far_apart(log: Log) -> None:
    """More of them than are read at once, with others between."""
    many = [event("x", move("a", "b", 1)) for _ in range(8200)]
    log.commit(commit("c1", append("s", 0, *many)))
    log.commit(commit("c2", append("s", 8200, *[event() for _ in range(16400)])))
    log.commit(commit("c3", append("s", 24600, event("x", move("b", "c", 2)), event("x", move("a", "c", 3)))))
    assert [kept.position for kept in log.transfers(account="b")] == [*range(1, 8201), 24601]
    assert [kept.position for kept in log.transfers(account="c")] == [24601, 24602]
    assert [kept.position for kept in log.transfers(account="a", after=8190, upto=8193)] == [8191, 8192, 8193]
    assert [kept.position for kept in log.transfers(account="a", after=8200)] == [24602]
    assert log.balances() == (("a", -8203), ("b", 8198), ("c", 5))
    assert log.balance("b") == 8198


def test_streams_far_apart(log: Log, reopen: Callable[[], Log]) -> None:
    """A stream of which nothing is among the newest events, and two that are longer than what is read at once."""
    log.commit(commit("c1", append("early")))
    log.commit(commit("c2", append("edge", 0, *[event(str(number)) for number in range(8190)])))
    assert log.position() == 8191
    log.commit(commit("c3", append("beyond", 0, *[event(str(number)) for number in range(9000)])))
    expected = (("beyond", 9000), ("early", 1), ("edge", 8190))
    assert log.streams() == expected
    assert [log.version(stream) for stream, _ in expected] == [9000, 1, 8190]
    assert [(e.stream, e.version) for e in log.newest_of_each("")] == list(expected)
    assert [(e.stream, e.version) for e in log.first_of_each("")] == [(stream, 1) for stream, _ in expected]
    assert [e.version for e in log.read("beyond", 0, 2)] == [1, 2]
    assert [e.version for e in log.read("beyond", 8998)] == [8999, 9000]
    assert [e.version for e in log.latest("edge", "test.noted/1", 2)] == [8190, 8189]
    assert [e.version for e in log.latest("beyond", "test.noted/1", 1, before=2)] == [1]
    with pytest.raises(StaleVersion):
        log.commit(commit("c4", append("edge", 8189)))
    log.close()
    with reopen() as opened:
        assert opened.commit(commit("c5", append("early", 1), append("edge", 8190))).versions == (
            ("early", 2), ("edge", 8191),
        )  # fmt: skip
        with opened.frozen() as frozen:
            assert audit(frozen).sound


def test_a_stream_is_read_among_others_wherever_one_begins(log: Log) -> None:
    for number in range(70):
        log.commit(commit(f"c{number}", append("a", 3 * number, *[event(str(n)) for n in range(3)]), append("b")))
    for after, upto in ((0, 1), (0, 64), (63, 64), (64, 65), (100, 191), (191, 193), (209, 210), (0, 210), (5, 999)):
        versions = [(e.stream, e.version) for e in log.read("a", after, upto)]
        assert versions == [("a", version) for version in range(after + 1, min(upto, 210) + 1)]
    assert list(log.read("a", 210)) == []
    assert [e.version for e in log.latest("a", "test.noted/1", 130, before=200)] == list(range(199, 69, -1))
    assert log.latest("a", "never/1") == ()


def test_events_of_one_stream_far_apart(log: Log) -> None:
    """Versions of one stream are found among those of others."""
    for number in range(4):
        wanted, others = [event(str(n)) for n in range(300)], [event() for _ in range(1200)]
        log.commit(commit(f"c{number}", append("a", 300 * number, *wanted), append("b", ANY_VERSION, *others)))
    kept = [e for e in log.read_all() if e.stream == "a"]
    assert [e.version for e in kept] == list(range(1, 1201))
    for after, upto in (
        (0, None),
        (0, 299),
        (299, 301),
        (300, 600),
        (450, 1100),
        (899, 901),
        (1199, None),
        (1200, None),
    ):
        assert list(log.read("a", after, upto)) == kept[after:upto]
    for limit, before in ((1, 1), (1, 2), (1, 301), (400, 700), (1200, 1201), (2000, 5000)):
        assert log.latest("a", "test.noted/1", limit, before) == tuple(kept[: before - 1][::-1][:limit])
    log.commit(commit("late", append("a", 1200, event("late"))))
    assert [e.version for e in log.read("a", 1198)] == [1199, 1200, 1201]


def test_the_outbox_is_emptied_by_those_who_delivered(log: Log) -> None:
    for number in range(3):
        log.commit(commit(f"c{number}", outbox=(Message("t", str(number).encode()),)))
    first = log.messages()[0]
    log.forget_messages(first.number)
    assert [kept.body for kept in log.messages()] == [b"1", b"2"]
    assert log.last_message() == 3


def test_snapshots_by_version(log: Log) -> None:
    for version in (5, 10):
        log.commit(commit(f"c{version}", snapshots=(Snapshot("s", version, str(version).encode()),)))
    assert log.snapshot("s") == Snapshot("s", 10, b"10")
    assert log.snapshot("s", 9) == Snapshot("s", 5, b"5")
    assert log.snapshot("s", 4) is None


def test_a_closed_store_says_so(log: Log) -> None:
    log.close()
    with pytest.raises(LogUnavailable):
        log.commit(commit("c"))


def test_queued_commits_are_finished_before_closing(log: Log, reopen: Callable[[], Log]) -> None:
    waiting = [log.submit(commit(f"c{n}", append("s", n))) for n in range(200)]
    log.close()
    assert [future.result().position for future in waiting] == list(range(1, 201))
    with reopen() as again:
        assert again.version("s") == 200
