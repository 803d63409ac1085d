"""A player's receipt: own wagers and own share of the seed are in the log that the witnesses have signed."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from houserules.log import leaf_salt
from tests.api.service import Someone
from tests.witness.test_service import Witnessed, two

VERIFIER = Path(__file__).parents[2] / "docs" / "verify_receipt.py"
__all__ = ["two"]


@pytest.fixture
def player(two: Witnessed) -> Someone:
    two.choose()
    return two.service.someone("ann", "player")


def verified(folder: Path, receipt: Any, *options: str) -> subprocess.CompletedProcess[str]:
    """By the program that stands alone."""
    file = folder / "receipt.json"
    file.write_text(json.dumps(receipt))
    command = [sys.executable, "-I", str(VERIFIER), str(file), *options]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def played(player: Someone) -> list[dict[str, Any]]:
    """The answers to a share of the seed and to wagers."""
    table = player.open_table()
    player.must(table, "sit", seat=1, buy_in="100")
    shared = player.send(table, "add_entropy", text="my own")
    wagered = player.send(table, "place_wagers", seat=1, wagers={"ante": "10"}, ready=True)
    answers = [shared.json(), wagered.json()]
    assert all(answer["accepted"] for answer in answers)
    return answers


def test_own_wagers_and_shares_are_proved(two: Witnessed, player: Someone, tmp_path: Path) -> None:
    answers = played(player)
    two.ask()
    keys = ["--log", str(two.house.key()), *(word for key in two.keys for word in ("--witness", str(key)))]
    seen = ""
    for answer in answers:
        receipt = player.client.get(f"/api/receipts/{answer['command_id']}").json()
        receipt["given"] = answer["receipt"]
        assert answer["receipt"]["position"] in [event["position"] for event in receipt["events"]]
        done = verified(tmp_path, receipt, *keys)
        assert done.returncode == 0, done.stdout + done.stderr
        assert "signed by 2 witnesses" in done.stdout
        seen += done.stdout
    assert "shuffle.entropy_added/1" in seen
    assert "my own" in seen
    assert '"ante"' in seen


def test_a_receipt_that_was_changed_does_not_hold(two: Witnessed, player: Someone, tmp_path: Path) -> None:
    *_, answer = played(player)
    two.ask()
    receipt = player.client.get(f"/api/receipts/{answer['command_id']}").json()
    receipt["given"] = answer["receipt"]
    assert verified(tmp_path, receipt).returncode == 0
    changes: list[Callable[[Any], Any]] = [
        lambda each: each["given"].update(salt="0" * 32),
        lambda each: each["events"][0].update(data=each["events"][0]["data"].replace("10", "20", 1) + " "),
        lambda each: each["events"][0].update(text=each["events"][0]["text"] + " "),
        lambda each: each["events"][0]["path"].pop(),
        lambda each: each.update(checkpoint=each["checkpoint"].replace("— witness", "— other")),
        lambda each: each.update(events=[]),
        lambda each: each.update(witnesses=[each["log"]] * 2),
        lambda each: each.update(witnesses=each["witnesses"][:1] * 2),
    ]
    for change in changes:
        changed = copy.deepcopy(receipt)
        change(changed)
        assert verified(tmp_path, changed).returncode == 1, change
    assert verified(tmp_path, receipt, "--witness", str(two.house.key())).returncode == 1, "the house is no witness"
    assert verified(tmp_path, receipt, "--needed", "3").returncode == 1


def test_a_receipt_waits_for_the_witnesses(two: Witnessed, player: Someone) -> None:
    *_, answer = played(player)
    refused = player.client.get(f"/api/receipts/{answer['command_id']}")
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "not_witnessed")


def test_nobody_else_is_given_a_receipt_nor_the_salts_of_hidden_cards(two: Witnessed, player: Someone) -> None:
    *_, answer = played(player)
    two.ask()
    other = two.service.someone("bob", "player")
    assert other.client.get(f"/api/receipts/{answer['command_id']}").status_code == 404
    assert player.client.get("/api/receipts/unknown").status_code == 404
    shown = player.client.get(f"/api/receipts/{answer['command_id']}").text
    kept = two.service.log.receipt(answer["command_id"])
    assert kept is not None
    assert kept.salt not in shown
    hidden = [
        each for each in two.service.log.read_all(kept.position - kept.events, kept.position)
        if each.name in ("table.cards_shuffled/1", "shuffle.deck_sealed/1", "round.cards_dealt/1")
    ]  # fmt: skip
    assert not any(leaf_salt(kept.salt, each.position) in shown for each in hidden)
