"""A round replays under the law of its day, whatever has come into force since; and says which law it needs."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from houserules import law
from houserules.cli.main import run
from houserules.installed import VARIABLE
from houserules.law import LawNotInstalled, MalformedData
from houserules.play.replaying import Difference, read_export, replay
from tests.support.rulebooks import Change, install, write_version

Capture = pytest.CaptureFixture[str]
Deal = Callable[..., bytes]
SOON = date(2026, 10, 2)
"""The day after the bundled rulebooks came into force, and long past."""
SEEDS = range(6)
TRIPLE: dict[str, list[Change]] = {
    "md-high-card-flush": [("rulebook", '"1 to 1", clause = "12.A"', '"3 to 1", clause = "12.A"')],
    "md-chase-the-flush": [("rulebook", '"1 to 1", clause = "12.A"', '"3 to 1", clause = "12.A"')],
    "ma-high-card-flush": [("rulebook", '"1 to 1", clause = "11(b)"', '"3 to 1", clause = "11(b)"')],
}
"""The Ante wins three times as much."""


@pytest.fixture(autouse=True)
def _nothing_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "")


@pytest.fixture
def deal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> Deal:
    def play(name: str, seed: int) -> bytes:
        out = tmp_path / f"{name}-{seed}.json"
        monkeypatch.setattr("sys.stdin", io.StringIO("\n" * 30))
        assert run(["deal", name, "--seed", str(seed), "--out", str(out)]) == 0
        capsys.readouterr()
        return out.read_bytes()

    return play


def identity_of(name: str) -> str:
    return law.submissions()[name].id


def ante_won(content: bytes) -> list[str]:
    settled = [event for event in json.loads(content)["events"] if event["event"] == "round.wager_settled/1"]
    return [line["odds"] for line in settled if line["wager"] == "ante" and line["outcome"] == "win"]


@pytest.mark.parametrize("name", TRIPLE)
def test_old_rounds_replay_to_the_byte_and_new_ones_pay_the_new_odds(
    name: str, deal: Deal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = [deal(name, seed) for seed in SEEDS]
    before = law.rulebook(identity_of(name)).pin
    install(monkeypatch, write_version(tmp_path / "law", identity_of(name), "next", SOON, TRIPLE[name]))
    after = law.rulebook(identity_of(name)).pin
    assert (after.rulebook, after.version) == (before.rulebook, "next")
    assert after.digest != before.digest
    assert [replay(content) for content in old] == [None] * len(old)
    new = [deal(name, seed) for seed in SEEDS]
    assert [replay(content) for content in new] == [None] * len(new)
    assert {read_export(content).law for content in old} == {before}
    assert {read_export(content).law for content in new} == {after}
    assert {odds for content in old for odds in ante_won(content)} == {"1 to 1"}
    assert {odds for content in new for odds in ante_won(content)} == {"3 to 1"}


@pytest.mark.parametrize("name", TRIPLE)
def test_under_another_law_a_round_would_not_replay(
    name: str, deal: Deal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What makes the test above able to fail: the law that a record names is the one that it is put to."""
    old = next(content for seed in range(50) if ante_won(content := deal(name, seed)))
    before = law.rulebook(identity_of(name)).pin
    install(monkeypatch, write_version(tmp_path / "law", identity_of(name), "next", SOON, TRIPLE[name]))
    after = law.rulebook(identity_of(name)).pin
    moved = old.replace(before.digest.encode(), after.digest.encode())
    difference = replay(moved.replace(f'"version":"{before.version}"'.encode(), b'"version":"next"'))
    assert isinstance(difference, Difference)
    assert '"odds":"1 to 1"' in difference.recorded
    assert '"odds":"3 to 1"' in difference.replayed


def test_a_version_that_is_not_in_force_yet_changes_nothing(
    deal: Deal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "md-high-card-flush"
    before = deal(name, 1)
    install(monkeypatch, write_version(tmp_path / "law", "MD-HCF", "next", date(2999, 1, 1), TRIPLE[name]))
    assert deal(name, 1) == before


@pytest.fixture
def gone(deal: Deal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Any]:
    """A round that was played under a version which is not installed any more, and which law that was."""
    install(monkeypatch, write_version(tmp_path / "law", "MD-HCF", "next", SOON, TRIPLE["md-high-card-flush"]))
    content = deal("md-high-card-flush", 3)
    pin = law.rulebook("MD-HCF").pin
    assert replay(content) is None
    monkeypatch.setenv(VARIABLE, "")
    path = tmp_path / "round.json"
    path.write_bytes(content)
    return path, pin


@pytest.mark.parametrize("command", [["replay"], ["explain"], ["replay", "--json"], ["explain", "--json"]])
def test_a_law_that_is_gone_is_named(command: list[str], gone: tuple[Path, Any], capsys: Capture) -> None:
    path, pin = gone
    assert run([command[0], str(path), *command[1:]]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    here = law.rulebook("MD-HCF")
    assert captured.err == (
        f"houserules: {path}: this was decided under MD-HCF version next ({pin.digest}), which is not installed; "
        f"installed: version 1.0 ({here.digest})\n"
    )
    with pytest.raises(LawNotInstalled):
        replay(path.read_bytes())


def test_with_its_law_again_the_round_replays(gone: tuple[Path, Any], tmp_path: Path, capsys: Capture) -> None:
    path, _ = gone
    assert run(["--rulebooks", str(tmp_path / "law"), "replay", str(path)]) == 0
    assert "led to the same" in capsys.readouterr().out


def test_a_law_edited_under_its_old_name_is_told_apart(
    gone: tuple[Path, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    """A version is a name; what counts is what it decides."""
    path, pin = gone
    install(monkeypatch, write_version(tmp_path / "edited", "MD-HCF", "next", SOON))
    assert run(["replay", str(path)]) == 2
    told = capsys.readouterr().err
    assert f"version next ({pin.digest}), which is not installed; installed: version 1.0 (" in told
    assert f"version next ({law.rulebook('MD-HCF').digest})" in told


def test_a_round_is_explained_by_the_law_of_its_day(
    deal: Deal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    content = deal("md-high-card-flush", 2)
    cited = {clause for event in json.loads(content)["events"] for clause in event["clauses"]}
    gists = [each.gist for each in law.clause_list("MD-HCF").clauses if str(each.citation) in cited]
    gist = next(each for each in gists if f'"{each}"' in law.file_text("MD-HCF", "clauses"))
    changes = [*TRIPLE["md-high-card-flush"], ("clauses", gist, "The cards go away.")]
    install(monkeypatch, write_version(tmp_path / "law", "MD-HCF", "next", SOON, changes))
    path = tmp_path / "round.json"
    path.write_bytes(content)
    assert run(["explain", str(path)]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert gist in told
    assert "The cards go away." not in told


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (lambda record: record.pop("law"), "missing required field `law`"),
        (lambda record: record["law"].pop("digest"), "missing required field `digest`"),
        (lambda record: record.update(law="MD-HCF"), "Expected `object`, got `str` - at `$.law`"),
    ],
    ids=["none", "no digest", "a name"],
)
def test_a_record_without_its_law_is_none(damage: Callable[[Any], Any], says: str, deal: Deal) -> None:
    record = json.loads(deal("md-high-card-flush", 1))
    damage(record)
    with pytest.raises(MalformedData, match=says.replace("$", r"\$").replace(".", r"\.")):
        replay(json.dumps(record).encode())


@pytest.mark.parametrize("field", ["rulebook", "digest"])
def test_a_record_under_a_law_that_never_was(field: str, deal: Deal) -> None:
    record = json.loads(deal("md-high-card-flush", 1))
    record["law"][field] = "XX-HCF" if field == "rulebook" else "sha256:" + "0" * 64
    with pytest.raises(LawNotInstalled, match=record["law"][field]):
        replay(json.dumps(record).encode())
