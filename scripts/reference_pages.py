"""Writes the reference pages of docs/ from the rulebooks and the code: ``make pages``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from api_pages import commands_page, routes_page
from irregularities_table import with_table

from houserules import law
from houserules.law import (
    BESIDE,
    Cited,
    ClauseKind,
    ClauseRoom,
    ClauseStatus,
    FaultCode,
    GameWord,
    IrregularityRules,
    PayLine,
    Paytable,
    Rulebook,
    Share,
    Source,
    Special,
    format_pay,
    games,
    rulebook_ids,
)
from houserules.law.readings import BASE_GAME
from houserules.law.words import (
    SUBMISSION_KEYS,
    WAGER_KEYS,
    DealingMethod,
    Inscription,
    IrregularityKind,
    Step,
    Switch,
)
from houserules.money import Money, Odds, Percent

ROOT = Path(__file__).resolve().parent.parent
GENERATED = "<!-- Written by `make pages` from the rulebooks; edit those instead. -->\n"


def pages() -> dict[Path, str]:
    """Maps the path of every generated page to its text."""
    made = {ROOT / "docs" / "rulebooks" / f"{identity}.md": rulebook_page(identity) for identity in rulebook_ids()}
    made[ROOT / "docs" / "readings.md"] = readings_page()
    made[ROOT / "docs" / "faults.md"] = faults_page()
    made[ROOT / "docs" / "words.md"] = words_page()
    made[ROOT / "docs" / "commands.md"] = commands_page()
    made[ROOT / "docs" / "routes.md"] = routes_page()
    made[ROOT / "docs" / "engine.md"] = with_table(ROOT / "docs" / "engine.md")
    return made


def rulebook_page(identity: str) -> str:
    book = law.rulebook(identity)
    return "\n".join(
        [
            GENERATED,
            f"# {book.id}: {book.title}, {book.jurisdiction}\n",
            f"Document: {book.document}.",
            "Clauses are cited as the document numbers them; their gist is in our words.\n",
            *_paytable_sections(book),
            *_clause_sections(identity),
        ]
    )


def _paytable_sections(book: Rulebook) -> Iterator[str]:
    yield "## Pay tables\n"
    for wager, tables in book.paytables.items():
        yield f"### {wager.replace('_', ' ').capitalize()}\n"
        hands = list(dict.fromkeys(line.hand for table in tables.values() for line in table))
        if any(hand.startswith("$") for hand in hands):
            yield from _symbol_table(tables)
        else:
            yield from _grid(tables, hands)


def _symbol_table(tables: dict[str, Paytable]) -> Iterator[str]:
    yield "| table | clause | symbols and what they pay |\n|---|---|---|"
    for letter, table in tables.items():
        lines = ", ".join(f"{line.hand}: {_pays(line)}" for line in table)
        yield f"| {letter} | {table.clause.path} | {lines} |"
    yield ""


def _grid(tables: dict[str, Paytable], hands: list[str]) -> Iterator[str]:
    others = any(table.otherwise for table in tables.values())
    heads = [hand.replace("_", " ") for hand in hands] + (["otherwise"] if others else [])
    yield f"| table | {' | '.join(heads)} | clause |"
    yield "|" + "---|" * (len(heads) + 2)
    for letter, table in tables.items():
        cells = [_pays(table.line(hand)) for hand in hands] + ([_pays(table.otherwise)] if others else [])
        yield f"| {letter} | {' | '.join(cells)} | {table.clause.path} |"
    yield ""


def _pays(line: PayLine | None) -> str:
    if line is None:
        return ""
    return f"{line.pay} of the {line.pay.of}" if isinstance(line.pay, Share) else format_pay(line.pay)


def _clause_sections(identity: str) -> Iterator[str]:
    listed = law.clause_list(identity)
    yield "## Clauses\n"
    for chapter in listed.chapters:
        yield f"### {chapter.number}. {chapter.title}\n"
        yield "| clause | gist | kind | status |\n|---|---|---|---|"
        for clause in listed.clauses:
            if clause.chapter == chapter.number:
                reason = f" *{clause.reason}*" if clause.reason else ""
                gist = f"{clause.gist}{reason}".replace("|", "\\|")
                yield f"| {clause.citation.path} | {gist} | {clause.kind.value} | {clause.status.value} |"
        yield ""


def readings_page() -> str:
    parts = [
        GENERATED,
        "# The register of readings\n",
        "The documents contradict themselves, repeat numbers and leave things out. Nothing of that is mended in",
        "silence: each case stands here with its clauses, the possible readings, the default and the reason. A",
        "reading marked *switch* can be chosen in `[readings]` of a Rules Submission; `houserules readings` prints",
        "the same.\n",
    ]
    for identity in rulebook_ids():
        parts.append(f"## {identity}\n")
        for reading in law.rulebook(identity).readings:
            how = " (switch)" if reading.switch else f" (field `{reading.field}`)" if reading.field else ""
            parts.append(f"### {reading.title}{how}\n")
            parts.append(f"`{reading.id}`: {', '.join(clause.path for clause in reading.clauses)}\n")
            parts.append(f"{' '.join(reading.question.split())}\n")
            for name, meaning in reading.choices.items():
                parts.append(f"- {'**' + name + '** (default)' if name == reading.default else name}: {meaning}")
            parts.append(f"\n{reading.reason}\n")
    return "\n".join(parts)


def faults_page() -> str:
    rows = [f"| `{code.value}` | {_FAULTS[code]} |" for code in FaultCode]
    return "\n".join(
        [
            GENERATED,
            "# What can be wrong with a Rules Submission\n",
            "`houserules check` reports every fault at once, in this order, each with its clause, its key, its value",
            "and what would be lawful. A submission that cannot be read at all (a wrong type, a float, an unknown",
            "rulebook) is reported before that, with exit status 2.\n",
            "| code | what it means |\n|---|---|",
            *rows,
            "",
        ]
    )


_FAULTS = {
    FaultCode.UNKNOWN_KEY: "a key that no submission has",
    FaultCode.MISSING_KEY: "a choice that the document leaves to the operator and that is missing",
    FaultCode.SEATS: "no betting position, or more than the document allows",
    FaultCode.ADJACENT_BOXES: "more boxes for one player than are allowed, or than the table has",
    FaultCode.DEALING_METHOD: "a way of dealing for which the document has no procedure",
    FaultCode.DEALING_ORDER: "an order of dealing that the document does not have",
    FaultCode.SHUFFLER: "a kind of shuffler that is not known",
    FaultCode.SHUFFLER_REQUIRED: "no shuffler where the document requires one",
    FaultCode.DECKS: "a number of decks that is not allowed, or two without a shuffler",
    FaultCode.SECOND_DECK: "backs that look alike, or decks that do not take turns",
    FaultCode.DECK_TOO_SMALL: "more cards to deal than a deck has",
    FaultCode.TABLE_LIMITS: "a minimum above the maximum, or a limit of zero or not in whole cents",
    FaultCode.WAGER_NOT_IN_GAME: "a wager that the game does not have",
    FaultCode.WAGER_KEY: "a choice that this wager does not leave to the operator",
    FaultCode.WAGER_LIMITS: "a wager's own minimum above its maximum, or a limit of zero or not in whole cents",
    FaultCode.WAGER_NOT_EQUAL: "limits that differ from those of the Ante, for a wager that equals the Ante",
    FaultCode.PAYTABLE_UNKNOWN: "a letter that the document does not print for this wager",
    FaultCode.PAYTABLE_INVENTED: "pay lines of the operator's own: usable for analysis, not for a table",
    FaultCode.BONUS_AMOUNTS: "the licensee's own amounts missing, not in whole cents, or not the licensee's to state",
    FaultCode.ODDS_WORD: "odds stated with a word that the document does not allow",
    FaultCode.PROGRESSIVE_AMOUNT: "a progressive wager without an amount, of the wrong amount, or not in whole cents",
    FaultCode.PROGRESSIVE_RATE: "a rate of progression that is missing, absurd, too fine, or not the printed one",
    FaultCode.PROGRESSIVE_INITIAL: "an initial amount that is missing, too small, or not the printed one",
    FaultCode.PROGRESSIVE_RESET: "a reset amount that is missing or too small, or stated where there is none",
    FaultCode.PROGRESSIVE_PRIZE: "a fixed prize that is missing, too small, not in whole cents, or beside a meter",
    FaultCode.PROGRESSIVE_ROUNDING: "a rounding that does not exist",
    FaultCode.SHARED_BONUS: "an Envy Bonus or Community Pay that does not go with the pay table",
    FaultCode.WHEEL_SEGMENTS: "wheel segments missing, repeated, or with symbols that the wheel does not have",
    FaultCode.PAYOUT_LIMIT: "a payout limit on the wrong side of the document's, or not in whole cents",
    FaultCode.READING_UNKNOWN: "a reading that the register does not have",
    FaultCode.READING_CHOICE: "a choice that the reading does not have, or that is not the operator's",
    FaultCode.APPROVAL_DATE: "a date of approval in the future",
    FaultCode.NOT_APPROVED: "a draft, where a live table was asked for",
}


def words_page() -> str:
    shares = ", ".join(f'`"{each.value}"`' for each in Special)
    submission = ", ".join(f"`{key}`" for key in SUBMISSION_KEYS)
    of_wagers = ", ".join(f"`{key}`" for key in WAGER_KEYS)
    return "\n".join(
        [
            GENERATED,
            "# The words of the law\n",
            "Every key that a rulebook may have, and its possible values. Where words are listed, a rulebook with",
            "another word does not load, and the fault names the file, the line and these words.",
            "[writing-a-rulebook.md](writing-a-rulebook.md) explains how to write a rulebook.\n",
            "## rulebook.toml\n",
            "`id`, `version`, `in_force` (a date), `game`, `jurisdiction`, `title` and `document` are at the top.",
            "Every value that decides something has its clause: `{ is = …, clause = … }`. A part of a key in",
            "capitals stands for one of these words:\n",
            "| in a key | stands for one of |\n|---|---|",
            *(f"| {name} | {value} |" for name, value in _placeholders()),
            "",
            "A key that is not marked may be left out, unless another value needs it; the check then says so.\n",
            "| key | needed | value |\n|---|---|---|",
            *(f"| `{key}` | {'yes' if needed else ''} | {value} |" for key, needed, value in _rows(Rulebook)),
            "",
            "## The words of each game\n",
            *_game_sections(),
            "## paytables.toml\n",
            "`[GROUP.LETTER]` with its `clause`, and a line for each hand from the highest down:",
            "`{ pays = …, clause = … }`, with `of` and `under` where they are needed.\n",
            "| key | value |\n|---|---|",
            "| GROUP | a group of pay tables of the game, as above |",
            "| LETTER | as the document calls the table |",
            f'| `pays` | odds `"300 to 1"`, an amount `"$250"`, a share `"10%"`, {shares} |',
            f"| `of` | what a share is of: {_words(Source)} |",
            "| `under` | `{ READING = { CHOICE = … } }`: what the line pays under another choice of a switch |",
            "| `otherwise` | what a win against the dealer pays with a hand that no line pays |",
            "| `per` | in tables of what other players receive: the amount wagered to which the pays apply, cited |",
            "",
            "## clauses.toml\n",
            "| key | value |\n|---|---|",
            f"| `kind` | {_words(ClauseKind)} |",
            f"| `status` | {_words(ClauseStatus)} |",
            f"| `room` | the part of the software that implements the clause: {_words(ClauseRoom)} |",
            "",
            "## readings.toml\n",
            "The switches on which play depends, and their choices. A switch with another name chooses between",
            "figures of a pay table, which the pay table lists under its name.\n",
            "| `id` | choices |\n|---|---|",
            *(f"| `{each}` | {', '.join(f'`{choice}`' for choice in each.choices)} |" for each in Switch),
            "",
            f"`worth` lists wagers of the game, what other players earn, or `{BASE_GAME}`: the game against the",
            "dealer. `field` is a key of a Rules Submission:",
            f"{submission},",
            f"or `wagers.WAGER.KEY` with one of {of_wagers}.",
            "",
        ]
    )


_VALUES = {
    int: "whole number", str: "text", bool: "`true`, `false`", Money: 'dollars as text, `"12.50"`',
    Odds: 'odds, `"1 to 1"`', Percent: 'a percentage as text, `"24%"`',
    GameWord.WAGER: "a wager of the game",
    GameWord.SETTLED: "a wager of the game, or what other players earn",
    GameWord.STREET: "a street of the game",
    GameWord.GRADE: "a grade of hand of the game",
    GameWord.SHARED_KEY: "the key under which a submission offers what other players earn",
    GameWord.TABLE: "a group of pay tables of the game",
}  # fmt: skip
_PLACEHOLDERS = {
    "dealing": "METHOD", "deck_hours": "METHOD", "irregularities": "KIND", "steps": "STEP", "largest": "GRADE",
    "stages": "STREET", "asked": "STREET", "wagers": "WAGER", "least": "LETTER", "main_rate": "LETTER",
    "secondary_rate": "LETTER", "inscriptions": "WHAT",
}  # fmt: skip


def _placeholders() -> Iterator[tuple[str, str]]:
    words = {
        "METHOD": DealingMethod, "STEP": Step, "KIND": IrregularityKind, "WAGER": GameWord.WAGER,
        "GRADE": GameWord.GRADE, "STREET": GameWord.STREET, "WHAT": Inscription,
    }  # fmt: skip
    for name, kind in words.items():
        yield name, _value(kind)
    yield "LETTER", "the letters of the progressive's pay tables"


def _rows(schema: Any, above: str = "") -> Iterator[tuple[str, bool, str]]:
    """(key, whether it is required, what it may be) for a section and those within it."""
    hints = get_type_hints(schema, include_extras=True)
    for each in fields(schema):
        hint = hints[each.name]
        at_the_head = not above and get_origin(hint) is None and not is_dataclass(hint)
        if each.metadata != BESIDE and not at_the_head:
            needed = each.default is MISSING and each.default_factory is MISSING
            yield from _of_key(hint, f"{above}{each.name}", needed)


def _of_key(hint: Any, key: str, needed: bool) -> Iterator[tuple[str, bool, str]]:
    if get_origin(hint) in (Union, UnionType):
        (hint,) = (kind for kind in get_args(hint) if kind is not NoneType)
    if get_origin(hint) is dict:
        _, value = get_args(hint)
        yield from _of_key(value, f"{key}.{_PLACEHOLDERS.get(key.rpartition('.')[2], 'NAME')}", False)
    elif hint is IrregularityRules and key.startswith("dealing."):
        yield key, False, "as `irregularities.KIND`"
    elif is_dataclass(hint):
        yield from _rows(hint, f"{key}.")
    else:
        yield key, needed, _value(hint)


def _value(hint: Any) -> str:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Cited:
        return _value(arguments[0])
    if origin is tuple:
        return f"a list: {_value(arguments[0])}"
    if origin is Annotated:
        return _value(arguments[1])
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _words(hint)
    return _VALUES[hint]


def _words(kind: Iterable[Enum]) -> str:
    return ", ".join(f"`{each.value}`" for each in kind)


_KINDS_OF_A_GAME = {
    GameWord.WAGER: "wager", GameWord.SETTLED: "settled", GameWord.STREET: "street", GameWord.GRADE: "grade of hand",
    GameWord.SHARED_KEY: "key of what other players earn", GameWord.TABLE: "group of pay tables",
}  # fmt: skip


def _game_sections() -> Iterator[str]:
    for game in games.known_games():
        words = games.words_of(game)
        yield f"### {game}\n"
        yield "| | words |\n|---|---|"
        for kind, name in _KINDS_OF_A_GAME.items():
            if words.of(kind):
                yield f"| {name} | {', '.join(f'`{word}`' for word in words.of(kind))} |"
        yield f"| pay line | {', '.join(f'`{line}`' for line in words.lines)} |"
        yield ""


def write() -> None:
    for path, text in pages().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
