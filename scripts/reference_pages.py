"""Writes the reference pages of docs/ from the rulebooks: ``make pages``. A test sees that they are current."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from houserules import law
from houserules.law import Paytable, Rulebook, Share, format_pay, rulebook_ids
from houserules.law.faults import FaultCode
from houserules.law.paytable import PayLine

ROOT = Path(__file__).resolve().parent.parent
GENERATED = "<!-- Written by `make pages` from the rulebooks; edit those instead. -->\n"


def pages() -> dict[Path, str]:
    """Path to text of every generated page."""
    made = {ROOT / "docs" / "rulebooks" / f"{identity}.md": rulebook_page(identity) for identity in rulebook_ids()}
    made[ROOT / "docs" / "readings.md"] = readings_page()
    made[ROOT / "docs" / "faults.md"] = faults_page()
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
            "and what would be lawful. What cannot be read at all (a wrong type, a float, an unknown rulebook) is",
            "reported before that, with exit status 2.\n",
            "| code | what it means |\n|---|---|",
            *rows,
            "",
        ]
    )


_FAULTS = {
    FaultCode.UNKNOWN_KEY: "a key that no submission has",
    FaultCode.MISSING_KEY: "a choice that the document leaves to the operator and that is not made",
    FaultCode.SEATS: "no betting position, or more than the document allows",
    FaultCode.ADJACENT_BOXES: "more boxes for one player than are allowed, or than the table has",
    FaultCode.DEALING_METHOD: "a way of dealing for which the document has no procedure",
    FaultCode.DEALING_ORDER: "an order of dealing that the document does not have",
    FaultCode.SHUFFLER: "a kind of shuffler that is not known",
    FaultCode.SHUFFLER_REQUIRED: "no shuffler where the document requires one",
    FaultCode.DECKS: "a number of decks that is not allowed, or two without a shuffler",
    FaultCode.SECOND_DECK: "backs that look alike, or decks that do not take turns",
    FaultCode.DECK_TOO_SMALL: "more cards to deal than a deck has",
    FaultCode.TABLE_LIMITS: "a minimum above the maximum, or a limit of nothing or of parts of a cent",
    FaultCode.WAGER_NOT_IN_GAME: "a wager that the game does not have",
    FaultCode.WAGER_KEY: "a choice that this wager does not leave to the operator",
    FaultCode.WAGER_LIMITS: "a wager's own minimum above its maximum, or a limit of nothing or of parts of a cent",
    FaultCode.WAGER_NOT_EQUAL: "limits that differ from those of the Ante where the wager equals it",
    FaultCode.PAYTABLE_UNKNOWN: "a letter that the document does not print for this wager",
    FaultCode.PAYTABLE_INVENTED: "pay lines of one's own: good for analysis, not for a table",
    FaultCode.BONUS_AMOUNTS: "the licensee's own amounts missing, no whole cents, or not the licensee's to state",
    FaultCode.ODDS_WORD: "odds stated with a word that the document does not allow",
    FaultCode.PROGRESSIVE_AMOUNT: "a progressive wager of no or of the wrong amount, or of parts of a cent",
    FaultCode.PROGRESSIVE_RATE: "a rate of progression that is missing, absurd, too fine, or not the printed one",
    FaultCode.PROGRESSIVE_INITIAL: "an initial amount that is missing, too small, or not the printed one",
    FaultCode.PROGRESSIVE_RESET: "a reset amount that is missing or too small, or stated where there is none",
    FaultCode.PROGRESSIVE_PRIZE: "a fixed prize that is missing, too small, no whole cents, or beside a meter",
    FaultCode.PROGRESSIVE_ROUNDING: "a rounding that has no name",
    FaultCode.SHARED_BONUS: "an Envy Bonus or Community Pay that does not go with the pay table",
    FaultCode.WHEEL_SEGMENTS: "wheel segments missing, repeated, or with symbols that the wheel does not have",
    FaultCode.PAYOUT_LIMIT: "a payout limit on the wrong side of the document's, or of parts of a cent",
    FaultCode.READING_UNKNOWN: "a reading that the register does not have",
    FaultCode.READING_CHOICE: "a choice that the reading does not have, or that is not the operator's",
    FaultCode.APPROVAL_DATE: "a date of approval in the future",
    FaultCode.NOT_APPROVED: "a draft, where a live table was asked for",
}


def write() -> None:
    for path, text in pages().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
