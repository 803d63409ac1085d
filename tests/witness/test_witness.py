"""What the witness finds of a house that has the machine and the key, with evidence that a third party checks."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path

import pytest

from houserules.log import signer_from
from houserules.notes import LARGEST_NOTE, SIGNATURE, Signature, VerifierKey, open_checkpoint, sign_note
from houserules.witness.following import Follower
from houserules.witness.witness import MOST_A_DAY
from tests.witness.houses import ADDRESS, HOUR, House, Scene, scene

SIZES = (1, 2, 3, 4, 5, 7, 8, 255, 256, 300)


@pytest.fixture
def seen(tmp_path: Path) -> Iterator[Scene]:
    with scene(tmp_path) as made:
        yield made


def request(scene: Scene, house: House, old: int, size: int | None = None) -> str:
    proof = house.log.consistency(old, size) if old else ()
    lines = "".join(f"{b64encode(each).decode()}\n" for each in proof)
    return f"old {old}\n{lines}\n{house.checkpoint(size)}"


def test_an_honest_house_is_cosigned_as_it_grows(seen: Scene) -> None:
    for _ in range(3):
        seen.step()
        assert seen.size == seen.house.log.position()
        known = seen.store.log("house.example/log")
        assert known is not None
        opened = open_checkpoint(known.checkpoint, seen.house.key(), [seen.witness.key])
        assert opened.cosigned == {"witness.example": seen.time}
        seen.house.grow(140)
    assert seen.kinds == []


@pytest.mark.parametrize("size", SIZES)
def test_a_fork_is_found(tmp_path: Path, size: int) -> None:
    """The same key signs another history, of the same size, and a larger one."""
    with scene(tmp_path, size) as seen:
        seen.step()
        seen.house = House(tmp_path / "other", seen.house).grow(size, "another")
        seen.step()
        seen.house.grow(3)
        seen.step()
        seen.assert_proved("fork", "fork")
        assert seen.size == size


def test_a_house_that_signs_its_history_anew_is_found(seen: Scene, tmp_path: Path) -> None:
    """With other salts, and so with other leaves."""
    seen.step()
    seen.house = House(tmp_path / "other", seen.house).grow(9)
    seen.step().assert_proved("fork")


def test_a_rollback_is_found(seen: Scene) -> None:
    seen.step()
    seen.shown = seen.house.checkpoint(3)
    seen.step().step().assert_proved("rollback")
    assert seen.size == 5


def test_a_rollback_to_another_history_is_a_fork(seen: Scene, tmp_path: Path) -> None:
    seen.step()
    other = House(tmp_path / "other", seen.house).grow(3, "another")
    seen.shown = other.checkpoint()
    seen.step().assert_proved("fork")


def test_another_key_is_found(seen: Scene, tmp_path: Path) -> None:
    seen.step()
    before = seen.house.key()
    stranger = House(tmp_path / "stranger").grow(9)
    seen.shown = stranger.checkpoint()
    seen.step()
    assert seen.house.key() == before
    seen.assert_proved("key")


def test_a_house_that_withholds_for_an_hour_is_found(seen: Scene) -> None:
    seen.step()
    seen.step(HOUR - 1)
    assert seen.kinds == []
    seen.step().step().assert_proved("silence")
    seen.house.grow(1)
    seen.step()
    seen.silent = True
    seen.step(HOUR)
    seen.assert_proved("silence", "silence")


def test_a_house_that_was_to_send_its_checkpoints_itself_and_is_silent_is_found(seen: Scene) -> None:
    """It is known by its key and not followed, or never done showing what was asked for."""
    assert seen.witness.add_checkpoint(request(seen, seen.house, 0)).status == 200
    seen.time += HOUR - 1
    seen.witness.listen(HOUR)
    assert seen.kinds == []
    seen.time += 1
    seen.witness.listen(HOUR)
    seen.assert_proved("silence")


def test_nothing_was_ever_shown(seen: Scene) -> None:
    seen.time += HOUR
    seen.witness.listen(HOUR)
    seen.assert_proved("silence")
    assert "never shown anything" in seen.verified(seen.evidence()[0]).stdout


def test_evidence_is_numbered_without_a_gap(seen: Scene) -> None:
    """What is found again and again is one piece, and uses up one number."""
    seen.step()
    for _ in range(5):
        seen.step(HOUR)
        seen.step()
    seen.house.grow(1)
    seen.step().step(HOUR)
    assert [alarm.number for alarm in seen.store.alarms()] == [2, 1]


def test_what_a_house_sends_tells_of_its_fork(seen: Scene, tmp_path: Path) -> None:
    """It sends its checkpoints itself, with the path from what was signed before: its log has another beginning."""
    assert seen.witness.add_checkpoint(request(seen, seen.house, 0)).status == 200
    other = House(tmp_path / "other", seen.house).grow(9, "another")
    assert seen.witness.add_checkpoint(request(seen, other, 5, 9)).status == 422
    assert seen.size == 5
    seen.assert_proved("fork")


def test_a_witness_that_was_down_itself_calls_nobody_silent_before_it_has_looked(seen: Scene) -> None:
    seen.step()
    seen.store.close()
    seen.time += 2 * HOUR
    seen.open()
    seen.witness.listen(HOUR)
    assert seen.kinds == []
    seen.house.grow(1)
    seen.step(60)
    assert seen.kinds == []


def test_a_checkpoint_without_its_tiles_is_found(seen: Scene, tmp_path: Path) -> None:
    seen.step()
    seen.shown = House(tmp_path / "other", seen.house).grow(9).checkpoint()
    seen.step().assert_proved("unproved")
    assert seen.size == 5


def test_two_players_are_shown_two_histories(seen: Scene, tmp_path: Path) -> None:
    """One of them sends the checkpoint on; the log that the witness follows is then smaller, and grows."""
    seen.step()
    other = House(tmp_path / "other", seen.house, same=True).grow(2, "another")
    assert seen.witness.add_checkpoint(request(seen, other, 5)).status == 200, "so far both are the same"
    assert seen.size == 7
    seen.house.grow(6)
    seen.step().assert_proved("fork")


def test_a_checkpoint_of_another_history_is_held_against_the_log_later(seen: Scene, tmp_path: Path) -> None:
    seen.step()
    other = House(tmp_path / "other", seen.house).grow(8, "another")
    body = f"old 5\n{b64encode(bytes(32)).decode()}\n\n{other.checkpoint()}"
    assert seen.witness.add_checkpoint(body).status == 422
    assert seen.step().kinds == [], "nobody can tell yet"
    seen.house.grow(9)
    seen.step().assert_proved("fork")
    seen.house.grow(1)
    assert seen.step().kinds == ["fork"]


def test_an_honest_checkpoint_with_a_wrong_proof_is_no_evidence(seen: Scene) -> None:
    seen.step()
    seen.house.grow(3)
    assert seen.witness.add_checkpoint(f"old 5\n\n{seen.house.checkpoint()}").status == 422
    seen.house.grow(1)
    assert seen.step().step().kinds == []
    assert seen.size == 9


def test_the_answers_of_the_protocol(seen: Scene, tmp_path: Path) -> None:
    house, add = seen.house, seen.witness.add_checkpoint
    first = add(request(seen, house, 0, 3))
    assert first.status == 200
    assert first.content.startswith("— witness.example ")
    assert first.content.endswith("\n")
    conflict = add(request(seen, house, 0))
    assert (conflict.status, conflict.content, conflict.kind) == (409, "3\n", "text/x.tlog.size")
    assert add(request(seen, house, 3)).status == 200
    assert add(request(seen, house, 5)).status == 200, "the same again"
    assert add(request(seen, house, 3)).content == "5\n"
    assert add(f"old 6\n\n{house.checkpoint()}").status == 400
    assert add(f"old 05\n\n{house.checkpoint()}").status == 400
    assert add("old 5\n\nnonsense").status == 400
    stranger = House(tmp_path / "stranger").grow(1)
    assert add(f"old 0\n\n{stranger.checkpoint()}").status == 403
    assert add(f"old 0\n\n{house.checkpoint()}".replace("house.example/log", "elsewhere")).status == 404
    assert add(request(seen, house, 5).replace("\n5\n", "\n6\n")).status == 403
    other = House(tmp_path / "other", house).grow(5, "another")
    assert add(f"old 5\n\n{other.checkpoint()}").status == 422
    assert seen.kinds == ["fork"]
    assert add(f"old 3\n\n{other.checkpoint()}").status == 409, "what is wrong with the old size is said first"


def test_an_empty_log_has_one_root_only(tmp_path: Path) -> None:
    """One that signs another is refused; two checkpoints that would prove something are not there yet."""
    with scene(tmp_path) as made:
        text = f"{made.house.key().name}\n0\n{b64encode(bytes(32)).decode()}\n"
        signer = signer_from(made.house.key_file)
        key = VerifierKey(made.house.key().name, SIGNATURE, bytes.fromhex(signer.key))
        assert made.witness.add_checkpoint(f"old 0\n\n{sign_note(text, key, signer.bytes)}").status == 422
        made.step().assert_proved()


@pytest.mark.parametrize(
    ("name", "bytes_of_one", "count"),
    [("n" * 300, 64, 1), ("a\u200bb", 64, 1), ("post-quantum.example", 4900, 15), ("cosigner.example", 72, 60)],
)
def test_signatures_of_others_are_passed_over_whatever_they_are(
    seen: Scene, name: str, bytes_of_one: int, count: int
) -> None:
    """A verifier must accept 16 signatures at least, also of kinds that it does not know."""
    signed = request(seen, seen.house, 0)
    others = "".join(str(Signature(name, bytes([number] * 4), bytes(bytes_of_one))) for number in range(count))
    answer = seen.witness.add_checkpoint(signed + others)
    assert answer.status == 200, answer.content
    known = seen.store.log(seen.house.key().name)
    assert known is not None
    assert known.note + known.cosignature == seen.house.checkpoint() + answer.content, "and not kept"


def test_nobody_crowds_out_what_is_to_be_held_against_the_log(seen: Scene, tmp_path: Path) -> None:
    """The house signs any number of sizes that never come, and others any number of lines under one checkpoint."""
    seen.step()
    signer, key = signer_from(seen.house.key_file), seen.house.key()
    for number in range(150):
        text = f"{key.name}\n{10**12 + number}\n{b64encode(bytes(32)).decode()}\n"
        note = sign_note(text, key, signer.bytes)
        assert seen.witness.add_checkpoint(f"old 5\n{b64encode(bytes(32)).decode()}\n\n{note}").status == 422
    other = House(tmp_path / "other", seen.house).grow(9, "another")
    assert seen.witness.add_checkpoint(f"old 5\n\n{other.checkpoint(7)}").status == 422
    for number in range(150):
        line = Signature("anybody", number.to_bytes(4, "big"), bytes(64))
        sent = f"old 5\n{b64encode(bytes(32)).decode()}\n\n{other.checkpoint(6)}{line}"
        assert seen.witness.add_checkpoint(sent).status == 422
    seen.house.grow(10)
    seen.step().assert_proved("fork", "fork")


def test_evidence_that_was_changed_does_not_hold(seen: Scene, tmp_path: Path) -> None:
    seen.step()
    seen.house = House(tmp_path / "other", seen.house).grow(9, "another")
    seen.step()
    (path,) = seen.evidence()
    content = path.read_text()
    changed = tmp_path / "changed.txt"
    for old, new in (("kind fork", "kind silence"), ("at 17", "at 16"), ("node ", "node A"), ("— w", "— v")):
        changed.write_text(content.replace(old, new, 1))
        assert seen.verified(changed).returncode in (1, 2)
    assert seen.verified_alone(changed).returncode in (1, 2)
    assert seen.verified(path, str(seen.house.key())).returncode == 1
    assert seen.verified_alone(path, str(seen.house.key())).returncode == 1


@pytest.mark.parametrize("moment", ["recorded", "signed"])
def test_a_witness_that_was_ended_never_signs_two_that_disagree(seen: Scene, tmp_path: Path, moment: str) -> None:
    """Ended before or after signing: what it may have signed is on the disk."""

    class Ended(BaseException):
        pass

    def faults(passed: str) -> None:
        if passed == moment:
            raise Ended

    seen.store.close()
    seen.open(faults)
    with pytest.raises(Ended):
        seen.witness.add_checkpoint(request(seen, seen.house, 0))
    seen.store.close()
    seen.open()
    other = House(tmp_path / "other", seen.house).grow(5, "another")
    assert seen.witness.add_checkpoint(f"old 0\n\n{other.checkpoint()}").status in (409, 422)
    assert seen.witness.add_checkpoint(f"old 5\n\n{other.checkpoint()}").status == 422
    assert seen.witness.add_checkpoint(request(seen, seen.house, 5)).status == 200
    assert seen.step().size == 5


def test_a_house_that_shows_something_else_each_second_does_not_fill_the_disk(seen: Scene, tmp_path: Path) -> None:
    """What is kept of one kind is bounded, and another kind is found all the same."""
    seen.step()
    for number in range(MOST_A_DAY + 20):
        seen.shown = f"{number}\n"
        seen.step()
    assert seen.kinds == ["key"] * MOST_A_DAY
    assert len(seen.evidence()) == MOST_A_DAY
    seen.shown = House(tmp_path / "other", seen.house).grow(5, "another").checkpoint()
    assert seen.step().kinds[-1] == "fork"
    seen.shown = "tomorrow\n"
    assert "key" in seen.step(86_400).kinds[MOST_A_DAY:]


@pytest.mark.parametrize(
    "shown", ["x" * (LARGEST_NOTE + 1), "", "\n\n", "\x00", "— — —\n", "house.example/log\n-1\nAA==\n\n— a b\n"]
)
def test_what_is_no_checkpoint_is_never_cosigned(seen: Scene, shown: str) -> None:
    seen.step()
    before = seen.size
    seen.shown = shown
    seen.step().step()
    assert seen.size == before
    assert set(seen.kinds) <= {"key"}
    assert len(seen.kinds) <= 1
    if len(shown) > LARGEST_NOTE:
        assert f"more than {LARGEST_NOTE} bytes" in seen.follower.trouble


@pytest.mark.parametrize("cut", [0, 1, 31, 32, 33])
def test_truncated_tiles_prove_nothing(seen: Scene, cut: int) -> None:
    """A house whose tiles are cut off is not cosigned, and once they are whole again it is."""
    seen.step()
    seen.house.grow(300)
    whole = seen.get
    seen.follower = Follower(
        seen.witness, seen.house.key(), ADDRESS,
        lambda address: whole(address)[:cut] if "/tile/" in address else whole(address),
    )  # fmt: skip
    seen.step()
    assert seen.size == 5
    assert seen.kinds == ["unproved"]
    seen.follower = Follower(seen.witness, seen.house.key(), ADDRESS, whole)
    assert seen.step().size == 305


def test_evidence_that_a_killed_witness_did_not_write_is_written_later(seen: Scene, tmp_path: Path) -> None:
    class Killed(BaseException):
        pass

    def killed(moment: str) -> None:
        if moment == "kept":
            raise Killed

    seen.step()
    seen.store.close()
    seen.open(killed)
    seen.shown = House(tmp_path / "stranger").grow(9).checkpoint()
    with pytest.raises(Killed):
        seen.step()
    seen.store.close()
    seen.open()
    assert (seen.kinds, seen.evidence()) == (["key"], [])
    seen.witness.write_missing()
    seen.assert_proved("key")
