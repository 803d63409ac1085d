"""The PAR workbook, computed by LibreOffice from its formulas alone: the same figures, also where a pay is changed.

Where there is no LibreOffice these tests fail; ``scripts/tests`` leaves them out, and says so.
"""

from __future__ import annotations

import subprocess
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from houserules.lab import analyze
from houserules.money import dollars
from tests.exhibits.reading import AMOUNTS, BUNDLED, CTF, HCF, MA, printed, printed_with
from tests.exhibits.workbooks import Sheets
from tests.lab.support import submission

ROOT = Path(__file__).resolve().parents[2]


def computed(folder: Path, **books: bytes) -> dict[str, Sheets]:
    """Each workbook after LibreOffice has opened, computed and saved it; they come without computed values."""
    found = subprocess.run([ROOT / "scripts" / "office"], capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    files = []
    for name, content in books.items():
        files.append(folder / f"{name}.xlsx")
        files[-1].write_bytes(content)
    profile, out = folder / "profile", folder / "computed"
    subprocess.run(
        [found.stdout.strip(), f"-env:UserInstallation={profile.as_uri()}", "--headless", "--convert-to",
         "xlsx:Calc MS Excel 2007 XML", "--outdir", str(out), *map(str, files)],
        check=True, capture_output=True,
    )  # fmt: skip
    return {name: Sheets((out / f"{name}.xlsx").read_bytes()) for name in books}


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Sheets]:
    """Every bundled submission, and three that a reviewer has changed."""
    content = {name: printed(name, "odds")["par.xlsx"] for name in BUNDLED}
    emptied = {name: Sheets(each, values=False).content() for name, each in content.items()}
    side = Sheets(content[HCF], values=False)
    side.cell("Flush Bonus", "Six-card flush", "Pays, to 1").value = 120
    meter = Sheets(content[CTF], values=False)
    meter.cell("Progressive", "The meter, in dollars", "").value = 7500
    meter.cell("Progressive", "Players who make the wager", "").value = 4
    meter.cell("Same Suit", "Four-card flush", "Pays, to 1").value = 1.5
    paid = Sheets(printed_with(MA, *AMOUNTS)["par.xlsx"], values=False)
    paid.cell("Straight Flush Bonus", "Stake, in dollars", "").value = 100
    part = Sheets(content[CTF], values=False)
    part.cell("X-tra Bonus", "Seven-card flush", "Pays, to 1").value = 400
    changed = {"side": side.content(), "meter": meter.content(), "paid": paid.content(), "part": part.content()}
    return computed(tmp_path_factory.mktemp("office"), **emptied, **changed)


def near(value: Fraction | float) -> Any:
    return pytest.approx(float(value), rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("name", BUNDLED)
def test_every_formula_computes_what_the_lab_has_counted(name: str, books: dict[str, Sheets]) -> None:
    content = printed(name, "odds")["par.xlsx"]
    kept, formulas = Sheets(content), Sheets(content, values=False).formulas()
    assert len(formulas) > 200
    for sheet, cell in formulas:
        expected, found = (each.book[sheet][cell].value for each in (kept, books[name]))
        assert found == (expected if isinstance(expected, str) else near(expected)), (sheet, cell)


def test_a_changed_pay_changes_the_edge_as_the_lab_would(books: dict[str, Sheets]) -> None:
    lines = "{seven_card_flush=300, six_card_flush=120, five_card_flush=10, four_card_flush=1}"
    bet = analyze(submission(HCF, f"wagers.flush_bonus.paytable={lines}")).side_bets["flush_bonus"]
    assert books["side"].figure("Flush Bonus", "House advantage") == near(bet.house_edge)
    assert books["side"].figure("Flush Bonus", "Variance") == near(bet.variance)
    assert books["side"].rows("Summary", "Wager")["Flush Bonus"]["House advantage"] == near(bet.house_edge)
    assert bet.house_edge != analyze(submission(HCF)).side_bets["flush_bonus"].house_edge


def test_a_changed_pay_of_a_part_moves_the_base_game(books: dict[str, Sheets]) -> None:
    lines = "{seven_card_flush=400, six_card_flush=20, five_card_flush=5, four_card_flush=1}"
    changed = analyze(submission(CTF, f"wagers.xtra_bonus.paytable={lines}"))
    found = books["part"].figure("Base game", "House advantage with X-tra Bonus as on its sheet")
    assert found == near(changed.base.house_edge)
    assert changed.base.house_edge != analyze(submission(CTF)).base.house_edge


def test_a_changed_meter_and_more_players_change_the_progressive(books: dict[str, Sheets]) -> None:
    wager = analyze(submission(CTF), dollars(7500), 4).progressive
    assert wager is not None
    even = wager.break_even(4)
    assert even is not None
    assert books["meter"].figure("Progressive", "House advantage") == near(wager.house_edge)
    assert books["meter"].figure("Progressive", "Standard deviation") ** 2 == near(wager.variance)
    assert books["meter"].figure("Progressive", "Break-even meter") == near(even / dollars(1))


def test_a_changed_stake_changes_what_an_amount_is_worth(books: dict[str, Sheets]) -> None:
    most = analyze(submission(MA, *AMOUNTS)).at_maximum["straight_flush_bonus"]
    assert books["paid"].figure("Straight Flush Bonus", "House advantage") == near(most.house_edge)
    assert books["paid"].figure("Straight Flush Bonus", "Variance") == near(most.variance)
