"""Slips and round records carry a proof as a QR code: read off the page, the program that stands alone accepts it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest
import segno
from PIL import Image

from houserules.exhibits.proof_code import InLog, code, proof_text
from houserules.money import Money, format_price
from tests.api.decks import deck_with
from tests.api.service import Service, Stacked
from tests.api.test_papers import HCF, ROYAL, WAGERS, of_round, words
from tests.exhibits.reading import pages
from tests.support.qr import read_code
from tests.witness.test_receipts import VERIFIER
from tests.witness.test_service import Witnessed

_SCALE = 6
_MILLIMETRE = 72 / 25.4


@pytest.fixture
def won(tmp_path: Path) -> Iterator[Witnessed]:
    """Two players win from the meter: a seven-card straight flush, and a six-card one."""
    hands = {1: ROYAL[1], 2: "Qs Js Ts 9s 8s 7s 2d"}
    deck = deck_with(HCF, hands, dealer="2h 4h 3s 5c 6d 9c Jd")
    with Service(tmp_path / "house.db", shuffler=Stacked(deck)) as service:
        made = Witnessed(tmp_path, service)
        made.choose()
        ann, ben = service.guest(), service.guest()
        for seat, who in ((1, ann), (2, ben)):
            who.must(HCF, "sit", seat=seat, buy_in="500")
        for seat, who in ((1, ann), (2, ben)):
            who.must(HCF, "place_wagers", seat=seat, wagers=WAGERS, ready=True)
        for seat, who in ((1, ann), (2, ben)):
            who.must(HCF, "act", seat=seat, action="raise", amount="30")
        try:
            yield made
        finally:
            for each in made.running:
                each.kill()


def scanned(pdf: bytes, page: int = 0) -> str:
    """What a scanner reads at the foot of a page, on its left."""
    drawn = pypdfium2.PdfDocument(pdf)[page].render(scale=_SCALE).to_pil()
    left, bottom = (int(each * _MILLIMETRE * _SCALE) for each in (18, 21))
    side = int(62 * _MILLIMETRE * _SCALE)
    return read_code(drawn.crop((left, drawn.height - bottom - side, left + side, drawn.height - bottom)))


def verified(folder: Path, text: str, *options: str) -> subprocess.CompletedProcess[str]:
    file = folder / "scanned.txt"
    file.write_text(text)
    command = [sys.executable, "-I", str(VERIFIER), str(file), *options]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_slip_and_a_record_are_proved_from_their_codes(won: Witnessed, tmp_path: Path) -> None:
    fay = won.service.someone("fay", "floorperson")
    won.ask()
    keys = ["--log", str(won.house.key()), *(word for key in won.keys for word in ("--witness", str(key)))]
    slip = of_round(fay, "slip.pdf").content
    assert len(pypdfium2.PdfDocument(slip)) == 2
    # In the order of settlement: a tenth of the meter, then all that is left of it.
    for page, (seat, before, after) in enumerate(((2, "30,000.44", "27,000.40"), (1, "27,000.40", "30,000"))):
        text, shown = scanned(slip, page), pages(slip)[page]
        done = verified(tmp_path, text, *keys)
        assert done.returncode == 0, done.stdout + done.stderr
        position, stream, name, *_ = done.stdout.split()
        assert (stream, name) == (f"table:{HCF}", "round.wager_settled/1")
        event = json.loads(done.stdout.splitlines()[0].partition(": ")[2])
        assert (event["seat"], event["wager"], event["outcome"]) == (seat, "progressive", "win")
        assert format_price(Money(event["paid"])) in shown
        assert "signed by 2 witnesses" in done.stdout
        assert f"this payout is at position {position} of the log" in shown
        assert f"Meter before ${before} Meter after ${after} Validated by floorperson" in shown
        for at in (len(text) // 2, len(text) - 4):  # In the middle, and in the sum at the end of what is compressed.
            other = text[:at] + ("A" if text[at] != "A" else "B") + text[at + 1 :]
            assert verified(tmp_path, other, *keys).returncode != 0
        for torn in (text[:-8], text + "AAAAAAAA"):
            assert "not whole" in verified(tmp_path, torn, *keys).stdout
    record = of_round(fay, "round.pdf").content
    done = verified(tmp_path, scanned(record), *keys)
    assert done.returncode == 0, done.stdout + done.stderr
    position, _, name, *_ = done.stdout.split()
    assert name == "round.closed/1"
    assert f"and {position}." in words(record)
    assert "signed by the house and 2 witnesses" in words(record)


def test_a_slip_is_printed_while_a_witness_is_down(won: Witnessed, tmp_path: Path) -> None:
    """It is proved under the signature of the house, and says so; later it is printed with the witnesses."""
    fay = won.service.someone("fay", "floorperson")
    slip = of_round(fay, "slip.pdf").content
    assert "signed by the house and 0 witnesses" in words(slip)
    text = scanned(slip)
    assert verified(tmp_path, text, "--log", str(won.house.key())).returncode == 0
    assert verified(tmp_path, text, "--witness", str(won.keys[0])).returncode == 1, "no witness has signed it"
    won.ask()
    assert "signed by the house and 2 witnesses" in words(of_round(fay, "slip.pdf").content)


@pytest.mark.parametrize("length", [10, 700, 2_300, 3_391, 4_200])
def test_codes_of_all_sizes_are_read(length: int) -> None:
    """The reader of these tests reads what the program draws, from the smallest to the largest."""
    text = "".join("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[n * n % 31] for n in range(length))
    drawn = BytesIO()
    made = segno.make(text, error="m" if length <= 3_391 else "l", micro=False)
    made.save(drawn, kind="png", scale=4, border=2)
    assert read_code(Image.open(drawn)) == text


def test_a_proof_with_too_many_witnesses_for_a_code_is_the_house_s_alone() -> None:
    noise = "".join(sha256(bytes([n])).hexdigest() for n in range(100))
    note = f"house/log\n12\nroot\n\n— house/log {noise[:96]}\n" + "".join(
        f"— witness{n} {noise[n * 96 : n * 96 + 96]}\n" for n in range(64)
    )
    receipt = {"checkpoint": note, "witnesses": ["some"], "needed": 1, "events": [{"position": 7}]}
    fitting = InLog(1, 7, receipt, (receipt,)).fitting()
    for each in (fitting.closed, *fitting.wins):
        assert each["checkpoint"] == note.partition("\n— witness0")[0] + "\n"
        assert (each["witnesses"], each["needed"]) == ([], 0)
        assert code(proof_text(each))
    few = {**receipt, "checkpoint": note.partition("— witness2")[0]}
    assert InLog(1, 7, few).fitting().closed == few
