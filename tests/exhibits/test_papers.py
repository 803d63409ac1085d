"""All papers of a submission: read back from the PDFs, the same bytes each time, marked as drafts, all or none."""

from __future__ import annotations

import hashlib
import json
import os
import re
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest

from houserules.cards import parse_cards
from houserules.cli.main import run
from houserules.exhibits import PAPERS, difference_paper, make_papers, write_papers
from houserules.exhibits.submission import submission_data
from houserules.law import bundled_submission, choices, freeze, read_filing
from houserules.law.words import Role
from houserules.money import DOLLAR
from houserules.play import (
    Accepted,
    Rules,
    Session,
    export_round,
    new_table,
    opening_commands,
    shuffle_commands,
)
from houserules.play import commands as c
from tests.support.clauses import clause

HCF, CTF, MA = "md-high-card-flush", "md-chase-the-flush", "ma-high-card-flush"
BUNDLED = (HCF, CTF, MA)


def made(name: str, *only: str, **changes: Any) -> dict[str, bytes]:
    return make_papers(read_filing({**bundled_submission(name), **changes}, name), only)


@cache
def kept(name: str, *only: str) -> dict[str, bytes]:
    """Papers of a bundled submission as it is, made once for all tests that only read them."""
    return made(name, *only)


def pages(pdf: bytes) -> list[str]:
    return [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf)]


def words(pdf: bytes) -> str:
    return re.sub(r"\s+", " ", " ".join(pages(pdf)))


@pytest.fixture(scope="module", params=BUNDLED)
def bundle(request: pytest.FixtureRequest) -> tuple[str, dict[str, bytes]]:
    return request.param, made(request.param)


def test_every_page_says_whose_it_is_when_it_was_approved_and_of_how_many(
    bundle: tuple[str, dict[str, bytes]],
) -> None:
    name, files = bundle
    filing = read_filing(bundled_submission(name), name)
    for file, content in files.items():
        if file.endswith(".pdf"):
            texts = pages(content)
            for number, text in enumerate(texts, 1):
                assert "Example Casino" in text, file
                assert f"Approved {filing.approved_on}" in text, file
                assert f"Page {number} of {len(texts)}" in text, file
                assert filing.digest.removeprefix("sha256:")[:16] in text, file
                assert filing.rulebook.digest.removeprefix("sha256:")[:16] in text, file
                assert "DRAFT" not in text, file


@pytest.mark.parametrize(
    ("name", "operator"),
    [
        (HCF, "The Grand Chesapeake Bay Casino, Hotel, Spa & Conference Centre of Maryland"),
        (CTF, "Example Casino"),
        (MA, "X"),
    ],
)
def test_a_draft_is_marked_on_every_page_and_short_and_long_names_of_operators_stand_there(
    name: str, operator: str
) -> None:
    data = bundled_submission(name)
    del data["approved_on"]
    data["operator"] = operator
    for file, content in make_papers(read_filing(data, name)).items():
        if file.endswith(".pdf"):
            for text in pages(content):
                assert "DRAFT" in text, file
                assert operator in re.sub(r"\s+", " ", text), file


def test_the_papers_are_tagged_with_title_and_language(bundle: tuple[str, dict[str, bytes]]) -> None:
    for file, content in bundle[1].items():
        if file.endswith(".pdf"):
            with pikepdf.open(BytesIO(content)) as pdf:
                assert pdf.Root.MarkInfo.Marked, file
                assert str(pdf.Root.Lang).startswith("en"), file
                assert "Example Casino" in str(pdf.docinfo.Title), file


def test_the_same_submission_gives_the_same_bytes(bundle: tuple[str, dict[str, bytes]]) -> None:
    name, files = bundle
    assert made(name) == files
    manifest = json.loads(files["manifest.json"])
    assert manifest["files"] == {
        file: f"sha256:{hashlib.sha256(content).hexdigest()}"
        for file, content in files.items()
        if file != "manifest.json"
    }
    assert manifest["submission"]["digest"] == read_filing(bundled_submission(name), name).digest


@clause("MD-HCF 2.B(7)(a)", "MD-CTF 2.B(7)")
@pytest.mark.parametrize(
    ("name", "paid"),
    [
        (HCF, ["Ante 1 to 1", "Raise 1 to 1", "Seven-card flush 300 to 1", "Seven-card straight flush 8,000 to 1",
               "Six-card straight flush 10% of the meter", "Seven-card straight flush $250"]),
        (CTF, ["Ante 1 to 1", "All In 1 to 1", "Seven-card flush 250 to 1", "Any other hand push",
               "Jackpot 100% of the meter", "Wheel shows $125 $25"]),
    ],
)  # fmt: skip
def test_the_sign_says_what_every_wager_pays(name: str, paid: list[str]) -> None:
    for file, content in kept(name, "signs").items():
        if file.endswith(".pdf"):
            read = words(content)
            assert [line for line in paid if line not in read] == [], file


@clause("MD-CTF 2.B(9)")
def test_what_the_layout_may_leave_to_a_sign_is_on_the_sign() -> None:
    read = words(kept(CTF, "signs")["signs.pdf"])
    assert "Dealer qualifies with a nine-high three-card flush; else Ante pushes" in read
    assert "All In: 3× the Ante before the flop, 2× after the flop, 1× after the board" in read
    assert "pay at most $50,000 to one hand" in read


@clause("MA-HCF 11(a)")
@pytest.mark.parametrize("word", ["to", "win"])
def test_odds_are_stated_with_to_or_win_and_never_with_for(word: str) -> None:
    files = made(MA, signs={"odds": word})
    assert f"300 {word} 1" in words(files["signs.pdf"])
    for file, content in files.items():
        if file.endswith(".pdf"):
            assert not re.search(r"\d for \d", words(content)), file
            if word == "win" and file in ("signs.pdf", "guide.pdf"):
                assert not re.search(r"\d to 1\b", words(content)), file


def test_the_guide_works_a_hand_that_adds_up(bundle: tuple[str, dict[str, bytes]]) -> None:
    read = words(bundle[1]["guide.pdf"])
    found = re.search(r"Of \$([\d.]+) staked, \$([\d.]+) comes back", read)
    assert found is not None
    assert float(found[2]) > float(found[1])


def test_the_submission_names_every_choice_with_its_clause(bundle: tuple[str, dict[str, bytes]]) -> None:
    name, files = bundle
    book = read_filing(bundled_submission(name), name).rulebook
    read = words(files["submission.pdf"])
    assert book.document in read
    assert book.digest in read
    assert "8,000 to 1" in read or "2,000 to 1" in read
    assert re.search(r"at (least|most) \d{4}", read) is None, "amounts have a sign and commas"
    for choice in ("table.seats", "table.dealing", "signs.odds"):
        clauses = next(each.clauses for each in choices(book) if each.key == choice)
        assert str(clauses[0]) in read, choice


def test_a_submission_with_faults_prints_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    assert run(["print", HCF, "--out", str(out), "--set", "table.seats=9", "--set", "table.decks=3"]) == 1
    said = capsys.readouterr().out
    assert "MD-HCF 2.A" in said
    assert "table.decks" in said
    assert not out.exists()


def test_the_command_writes_what_is_asked_for(tmp_path: Path) -> None:
    assert run(["print", HCF, "--out", str(tmp_path), "--only", "signs", "--only", "guide"]) == 0
    assert sorted(os.listdir(tmp_path)) == [
        "guide.pdf",
        "manifest.json",
        "signs-a4.pdf",
        "signs-screen.pdf",
        "signs.pdf",
    ]
    assert run(["print", HCF, "--out", str(tmp_path), "--only", "sings"]) == 2


def test_a_folder_that_cannot_be_written_is_left_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("x")
    assert run(["print", HCF, "--out", str(tmp_path / "file"), "--only", "signs"]) == 2
    assert "file" in capsys.readouterr().err
    before = sorted(os.listdir(tmp_path))
    real = os.fsync
    left = iter([None])

    def full(descriptor: int) -> None:
        if next(left, "none") == "none":
            raise OSError(28, "No space left on device")
        real(descriptor)

    monkeypatch.setattr(os, "fsync", full)
    assert run(["print", HCF, "--out", str(tmp_path), "--only", "signs"]) == 2
    assert sorted(os.listdir(tmp_path)) == before
    capsys.readouterr()
    assert run(["print", HCF, "--out", str(tmp_path / "new" / "papers"), "--only", "signs"]) == 2
    assert capsys.readouterr().err.splitlines() == [
        f"houserules: --out {tmp_path / 'new' / 'papers'}: No space left on device"
    ]
    assert sorted(os.listdir(tmp_path)) == before


def test_papers_are_named_one_by_one_also_by_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["print", MA, "--out", str(tmp_path), "--only", "par", "signs-a4", "--only", "layout.svg"]) == 0
    assert sorted(os.listdir(tmp_path)) == ["layout.svg", "manifest.json", "par.xlsx", "signs-a4.pdf"]
    assert run(["print", "--only", "guide", MA, "--out", str(tmp_path / "other")]) == 0
    assert sorted(os.listdir(tmp_path / "other")) == ["guide.pdf", "manifest.json"]
    capsys.readouterr()
    assert run(["print", MA, "--out", str(tmp_path), "--only", "layout", "--felt", "9000x2000"]) == 2
    assert "--felt 9000x2000: expected at most 5000 mm" in capsys.readouterr().err


def test_the_dealers_card_follows_the_way_of_dealing() -> None:
    """Chase the Flush from the hand burns a card before each street, and the stub leaves after the last."""
    table = bundled_submission(CTF)["table"]
    by_hand = words(made(CTF, "dealer-card", table={**table, "dealing": "hand"})["dealer-card.pdf"])
    places = [
        by_hand.index(said)
        for said in ("All In of 3× the Ante, or check", "Burn the next card; deal the first two", "All In of 2×",
                     "deal the last two", "Put the stub", "All In of 1× the Ante, or fold")
    ]  # fmt: skip
    assert places == sorted(places)
    assert "MD-CTF 11.C(1)" in by_hand
    stacks = words(kept(CTF, "dealer-card")["dealer-card.pdf"])
    assert "Burn" not in stacks
    assert stacks.index("Put the stub") < stacks.index("All In of 3×") < stacks.index("Turn up the first two")
    high = bundled_submission(HCF)["table"]
    counted = words(kept(HCF, "dealer-card")["dealer-card.pdf"])
    plain = words(made(HCF, "dealer-card", table={**high, "shuffler": "plain"})["dealer-card.pdf"])
    assert ("Count the stub" in counted, "Count the stub" in plain) == (False, True)
    assert "then pay it, and the Envy Bonus to the other players" in counted
    assert "If the floor asks for a cut" in words(kept(MA, "dealer-card")["dealer-card.pdf"])


def test_the_sign_says_what_may_be_staked_and_the_guide_what_each_wager_is() -> None:
    high, chase = words(kept(HCF, "signs")["signs.pdf"]), words(kept(CTF, "signs")["signs.pdf"])
    assert "Ante $10 to $500" in high
    assert "Flush Bonus $5 to $100" in high
    assert "As large as the Ante. Paid when your hand beats the dealer's." in chase
    assert "Jackpot 100% of the meter 1 $1,000 $1,000 1" in chase
    guide = words(kept(MA, "guide")["guide.pdf"])
    assert (
        "lose the Ante and the Progressive; the Flush Bonus and the Straight Flush Bonus are still settled" in guide
    )
    assert "It pays from a three-card straight flush up." in guide
    prize = {"paytable": "A", "amount": "1", "prize": "5000", "segments": [{"symbol": "Jackpot", "count": 1}]}
    wagers = {**bundled_submission(CTF)["wagers"], "progressive": prize}
    assert "The prize is $5,000." in words(made(CTF, "signs", wagers=wagers)["signs.pdf"])


def test_papers_are_replaced_as_a_whole(tmp_path: Path) -> None:
    write_papers({"a.pdf": b"old", "manifest.json": b"1"}, tmp_path)
    write_papers({"a.pdf": b"new", "manifest.json": b"2"}, tmp_path)
    assert (tmp_path / "a.pdf").read_bytes() == b"new"
    assert sorted(os.listdir(tmp_path)) == ["a.pdf", "manifest.json"]


def test_every_paper_has_a_name() -> None:
    assert list(PAPERS)[:2] == ["layout", "signs"]


def test_a_folder_where_a_file_should_be_leaves_all_as_it_was(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "signs.pdf").mkdir()
    (tmp_path / "layout.svg").write_text("older")
    assert run(["print", HCF, "--only", "layout", "--only", "signs", "--out", str(tmp_path)]) == 2
    assert "signs.pdf is a folder there" in capsys.readouterr().err
    assert sorted(each.name for each in tmp_path.iterdir()) == ["layout.svg", "signs.pdf"]
    assert (tmp_path / "layout.svg").read_text() == "older"


def recorded(deck: str, tmp_path: Path) -> Path:
    """A round of one player on these first cards, with a progressive wager, as a file."""
    filed = bundled_submission(HCF)
    rules = Rules(freeze(read_filing(filed, HCF)))
    session = Session(rules, new_table(rules))
    session.must(*opening_commands(rules.submission.table.decks))
    top = [int(card) for card in parse_cards(deck)]
    cards = [*top, *(card for card in range(52) if card not in top)]
    session.must(*shuffle_commands(rules, cards, 1))
    before, commands = session.table, list[c.AnyCommand]()
    session.events.clear()

    def do(*given: c.AnyCommand) -> None:
        session.must(*given)
        commands.extend(given)

    wagers = (("ante", int(DOLLAR) * 10), ("progressive", int(DOLLAR)))
    do(c.OpenRound(Role.DEALER), c.PlaceWagers(Role.PLAYER, 0, 1, wagers), c.NoMoreBets(Role.DEALER))
    do(c.CollectProgressive(Role.DEALER, 0, 1, 1), c.Deal(Role.DEALER))
    do(c.Act(Role.PLAYER, 0, 1, "raise", int(DOLLAR) * 10), c.Reveal(Role.DEALER))
    while session.table.round is not None:
        answer = session.do(c.Settle(Role.DEALER))
        if isinstance(answer, Accepted):
            commands.append(c.Settle(Role.DEALER))
        else:
            do(c.ValidatePayout(Role.FLOORPERSON, 0, 1))
    file = tmp_path / "round.json"
    file.write_bytes(export_round(filed, rules.submission, before, commands, session.events))
    return file


def test_a_progressive_win_has_a_slip(tmp_path: Path) -> None:
    """A seven-card straight flush, king high: all of the meter of $30,000 and the wager's 22 cents."""
    player, dealer = ["Kh", "Qh", "Jh", "Th", "9h", "8h", "7h"], ["2s", "4s", "6s", "3d", "5d", "2c", "4c"]
    file = recorded(" ".join(card for pair in zip(player, dealer, strict=True) for card in pair), tmp_path)
    assert run(["print", "--round", str(file), "--out", str(tmp_path / "out")]) == 0
    slip = words((tmp_path / "out" / "slip.pdf").read_bytes())
    for said in (
        "$30,000.22",
        "Kh Qh Jh Th 9h 8h 7h",
        "Pays Seven-card straight flush, 100% of the meter",
        "Meter before $30,000.22",
        "Meter after $30,000 Validated by floorperson",
    ):
        assert said in slip, said
    record = words((tmp_path / "out" / "round.pdf").read_bytes())
    assert hashlib.sha256(file.read_bytes()).hexdigest() in record
    assert "2s 4s 6s 3d 5d 2c 4c" in record
    assert "MD-HCF 11.B(5)" in record


def test_a_round_without_such_a_win_has_none_and_a_changed_one_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    player, dealer = ["2s", "4s", "6s", "3d", "5d", "2c", "4c"], ["Kh", "Qh", "Jh", "Th", "9h", "8h", "7h"]
    file = recorded(" ".join(card for pair in zip(player, dealer, strict=True) for card in pair), tmp_path)
    assert run(["print", "--round", str(file), "--out", str(tmp_path / "out")]) == 0
    assert os.listdir(tmp_path / "out") == ["round.pdf"]
    file.write_bytes(file.read_bytes().replace(b'"outcome":"lose"', b'"outcome":"push"', 1))
    assert run(["print", "--round", str(file), "--out", str(tmp_path / "other")]) == 2
    assert "the round does not replay" in capsys.readouterr().err
    assert not (tmp_path / "other").exists()


def test_the_difference_report_says_what_to_print_anew(tmp_path: Path) -> None:
    a, b = bundled_submission(HCF), bundled_submission(HCF)
    b["wagers"]["flush_bonus"]["paytable"] = "B"
    read = words(difference_paper(a, b, ("old", "new"))["difference.pdf"])
    assert "7.807158 %" in read
    assert "5.303835 %" in read
    assert "MD-HCF 12.B(2)" in read
    assert "Flush Bonus: pay table A B" in read
    assert "Signs: signs.pdf" in read[read.index("To be printed anew") :]
    assert "layout" not in read[read.index("To be printed anew") :]
    same = words(difference_paper(a, a, ("old", "old"))["difference.pdf"])
    assert "Nothing: all papers say the same" in same


def test_changed_limits_have_a_sign() -> None:
    a, b = bundled_submission(HCF), bundled_submission(HCF)
    b["table"]["minimum"], b["wagers"]["flush_bonus"]["maximum"] = "25", "200"
    read = words(difference_paper(a, b, ("old", "new"))["limits.pdf"])
    for said in (
        "Ante $10 to $500 $25 to $500",
        "Flush Bonus $5 to $100 $5 to $200",
        "Straight Flush Bonus $5 to $100",
    ):
        assert said in read, said
    assert set(difference_paper(a, a, ("old", "old"))) == {"difference.pdf"}
    gone = bundled_submission(HCF)
    del gone["wagers"]["flush_bonus"]
    assert set(difference_paper(a, gone, ("old", "new"))) == {"difference.pdf"}


@pytest.mark.parametrize("name", BUNDLED)
def test_a_sign_fits_one_page_of_every_size(name: str) -> None:
    for file, content in kept(name, "signs").items():
        if file.endswith(".pdf"):
            assert len(pypdfium2.PdfDocument(content)) == 1, file


def test_readings_have_the_prices_of_the_lab() -> None:
    """Beside ``readings --prices``, for the pay tables of the bundled submissions."""
    read = words(kept(CTF, "submission")["submission.pdf"])
    assert "Price: house advantage of the Same Suit +0.4701 %." in read
    assert "Price: not priced" in read, "void rounds are as frequent as they are"
    other = words(made(CTF, "submission", readings={"ace_low_straight_flush": "also_low"})["submission.pdf"])
    assert "Price: house advantage of the Same Suit +1.1665 %." in other
    assert "Price: house advantage of the Same Suit +0.6964 %." in other


@pytest.mark.parametrize(
    ("name", "shared", "says"),
    [
        (HCF, "envy", "another player has a hand that is listed"),
        (CTF, "community_pay", "another player spins the wheel to a symbol that is listed"),
    ],
)
def test_what_others_win_is_explained_and_may_be_left_out(name: str, shared: str, says: str) -> None:
    filing = read_filing(bundled_submission(name), name)
    rows = {row["key"]: row for part in submission_data(filing, freeze(filing))["parts"] for row in part["rows"]}
    assert rows[f"wagers.progressive.{shared}"]["lawful"] == "no"
    assert rows["wagers.progressive.amount"]["lawful"] != rows["wagers.progressive.amount"]["chosen"]
    guide = next(content for file, content in kept(name, "guide").items() if file.endswith(".pdf"))
    assert says in words(guide)
