"""Every way to tamper with the books that was thought of, and which check of the audit finds it: on SQLite, and a
part on PostgreSQL; all on both with ``make whole``.

docs/tampering.md lists them; ``python -m tests.contracts.test_tampering`` writes its tables anew.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from itertools import dropwhile
from pathlib import Path
from tempfile import mkdtemp

import pytest

from houserules.app import audit, restore
from houserules.log import Log, LogReader, SignedHead, Snapshot, open_log, signer_from
from tests.contracts.rewritten_books import LEFT_TO_A_WITNESS, PUT_BACK, REWRITTEN
from tests.contracts.tampering_edits import EDITS, FRACTIONS, TRIGGERS
from tests.support.databases import append, commit
from tests.support.parts import part_of
from tests.support.postgres import Server
from tests.support.small_house import play_small_house
from tests.support.tampering import Forger, Tampering
from tests.witness.houses import House, Scene

PAGE = Path(__file__).parents[2] / "docs" / "tampering.md"
NEVER = "–"


def on_both(names: Iterable[str], every: int = 6, start: int = 0) -> list[tuple[str, str]]:
    """All on SQLite, and a part on PostgreSQL, another one in each test: what is found depends on what the books say,
    hardly on where they are."""
    listed = list(names)
    return [*(("sqlite", name) for name in listed), *(("postgresql", name) for name in part_of(listed, every, start))]


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return play_small_house(tmp_path_factory.mktemp("house"))


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def new_database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Callable[[], str]:
    if request.param == "sqlite":
        return lambda: str(tmp_path_factory.mktemp("books") / "books.db")
    running: Server = request.getfixturevalue("server")
    return running.new_database


@pytest.fixture(scope="module")
def books(new_database: Callable[[], str], house: Path) -> str:
    return filled(new_database(), house)


def own_key(house: Path) -> Path:
    """The key of the house in a folder of its own, as beside it there is a mark of what it has signed."""
    return Path(shutil.copy(house.with_name("signing.key"), mkdtemp(dir=house.parent)))


def filled(url: str, house: Path) -> str:
    with open_log(url, key_file=own_key(house)) as log:
        assert restore(log, house).findings == ()
        log.commit(commit("snapshot", append("s", 0), at=2**42, snapshots=(Snapshot("s", 1, b"one"),)))
    return url


@pytest.fixture
def reading(books: str) -> Iterator[Log]:
    with open_log(books, read_only=True) as log:
        yield log


def listed(part: str, column: int = 1) -> dict[str, str]:
    """The table of a part of the page: what was done, and what it says finds it."""
    _, _, rest = PAGE.read_text().partition(f"## {part}\n")
    rows = [line.strip("|").split("|") for line in rest.partition("\n## ")[0].splitlines() if line.startswith("| ")]
    return {row[0].strip(): row[column].strip() for row in rows[1:]}


def kinds(log: LogReader, *heads: SignedHead, keys: tuple[str, ...] = ()) -> str:
    return ", ".join(sorted({finding.kind for finding in audit(log, heads, keys).findings})) or NEVER


def tampered(url: str, name: str) -> str:
    with open_log(url, read_only=True) as log:
        statements = statements_of(url, name, log)
    with Tampering(url).done(*statements) as changed:
        return kinds(changed)


def statements_of(url: str, name: str, log: LogReader) -> list[str]:
    if name in EDITS:
        return list(EDITS[name](log))
    if name in FRACTIONS:
        return [FRACTIONS[name]]
    on_sqlite, on_postgresql = TRIGGERS[name]
    return (on_postgresql if url.startswith("postgresql:") else on_sqlite).split(" -- ")


def assert_as_listed(found: str, on_the_page: str) -> None:
    """It is found, by each check that the page names; another one may find it too."""
    assert found != NEVER
    assert {*on_the_page.split(", ")} <= {*found.split(", ")}


@pytest.mark.parametrize(
    ("new_database", "name"),
    [*on_both(EDITS, every=2), *((database, name) for database in ("sqlite", "postgresql") for name in TRIGGERS)],
    indirect=["new_database"],
)
def test_without_the_key_it_is_found(books: str, name: str) -> None:
    found = tampered(books, name)
    assert_as_listed(found, listed(WITHOUT)[name])


@pytest.mark.parametrize("name", FRACTIONS)
def test_fractions_are_found(house: Path, tmp_path: Path, name: str) -> None:
    assert_as_listed(tampered(filled(str(tmp_path / "books.db"), house), name), listed(WITHOUT)[name])


def test_what_was_tampered_with_is_undone(books: str, reading: Log) -> None:
    assert tampered(books, "an event deleted") != NEVER
    assert kinds(reading) == NEVER


@pytest.fixture(scope="module")
def forged(new_database: Callable[[], str], house: Path) -> Callable[[str], str]:
    """The books signed anew with a change, which are only read from then on."""

    @cache
    def made(name: str) -> str:
        url = new_database()
        forge(url, house, name)
        return url

    return made


def rewritten(url: str, house: Path) -> str:
    """What the audit finds, with the key that is trusted, in books that were signed anew with it."""
    key = house.with_name("signing.key")
    with open_log(url, read_only=True) as log:
        return kinds(log, keys=(signer_from(key).key,))


@lru_cache(maxsize=1)
def _forger(house: Path) -> Forger:
    with open_log(str(house.with_name("house.db")), read_only=True) as log:
        return Forger(log)


def forge(url: str, house: Path, name: str) -> None:
    forger = _forger(house)
    edit = {**REWRITTEN, **LEFT_TO_A_WITNESS, **PUT_BACK}.get(name, lambda _: None)
    forger.sign(url, own_key(house), forger.rewritten(edit))


def test_books_signed_anew_without_a_change_are_sound(forged: Callable[[str], str], house: Path) -> None:
    assert rewritten(forged(""), house) == NEVER


@pytest.mark.parametrize("name", PUT_BACK)
def test_without_the_key_what_was_signed_once_is_found_by_the_mark(
    forged: Callable[[str], str], house: Path, name: str
) -> None:
    url = forged(name)
    assert rewritten(url, house) == listed(WITHOUT)[name] == NEVER
    with open_log(str(house.with_name("house.db")), read_only=True) as honest:
        marked = honest.head()
    assert marked is not None
    with open_log(url, read_only=True) as log:
        assert kinds(log, marked) == "truncated"
    assert listed(WITHOUT, column=2)[name] == FINDS


@pytest.mark.parametrize(("new_database", "name"), on_both(REWRITTEN), indirect=["new_database"])
def test_with_the_key_what_changes_cards_money_or_meaning_is_found(
    forged: Callable[[str], str], house: Path, name: str
) -> None:
    found = rewritten(forged(name), house)
    assert_as_listed(found, listed(WITH)[name])


@pytest.mark.parametrize("name", LEFT_TO_A_WITNESS)
def test_with_the_key_the_rest_is_left_to_a_witness(forged: Callable[[str], str], house: Path, name: str) -> None:
    """Somebody who kept a head: here the newest one of the honest books."""
    url = forged(name)
    assert rewritten(url, house) == listed(WITH)[name] == NEVER
    with open_log(str(house.with_name("house.db")), read_only=True) as honest:
        kept = honest.head()
    assert kept is not None
    with open_log(url, read_only=True) as log:
        assert kinds(log, kept) in ("tree", "truncated")


@pytest.mark.parametrize(
    ("new_database", "name"), on_both([*REWRITTEN, *LEFT_TO_A_WITNESS, *PUT_BACK], start=2), indirect=["new_database"]
)
def test_with_the_key_the_witness_finds_all_of_it(
    forged: Callable[[str], str], house: Path, tmp_path: Path, name: str
) -> None:
    """One that cosigned the honest books, and is then shown the others."""
    key, honest = own_key(house), str(house.with_name("house.db"))
    with (
        open_log(honest, read_only=True) as before,
        open_log(forged(name), read_only=True) as after,
        Scene.between(tmp_path, House.of(before, key), House.of(after, key)) as seen,
    ):
        assert seen.kinds in (["fork"], ["rollback"])
        seen.assert_proved(*seen.kinds)
    assert listed(WITHOUT if name in PUT_BACK else WITH, column=3)[name] == FINDS


WITHOUT = "Without the key"
WITH = "With the key"
FINDS = "finds it"
_HEAD = "| what is done | found by | high-water mark | witness |\n|---|---|---|---|\n"


def write_page() -> None:
    with tempfile.TemporaryDirectory() as folder:
        house = play_small_house(Path(folder))
        url = filled(str(Path(folder) / "books.db"), house)
        edited = {name: tampered(url, name) for name in (*EDITS, *TRIGGERS, *FRACTIONS)}
        names = (*REWRITTEN, *LEFT_TO_A_WITNESS)
        signed = {}
        for place, name in enumerate(names):
            forge(str(Path(folder) / f"{place}.db"), house, name)
            signed[name] = rewritten(str(Path(folder) / f"{place}.db"), house)
    text = PAGE.read_text()
    for part, found in ((WITHOUT, edited), (WITH, signed)):
        before, heading, rest = text.partition(f"## {part}\n")
        said, table, rest = rest.partition(_HEAD)
        after = "".join(dropwhile(lambda line: line.startswith("| "), rest.splitlines(keepends=True)))
        witness = FINDS if part == WITH else ""
        rows = "".join(f"| {name} | {kinds} | | {witness} |\n" for name, kinds in found.items())
        if part == WITHOUT:
            rows += "".join(f"| {name} | {NEVER} | {FINDS} | {FINDS} |\n" for name in PUT_BACK)
        text = before + heading + said + table + rows + after
    PAGE.write_text(text)


if __name__ == "__main__":
    write_page()
