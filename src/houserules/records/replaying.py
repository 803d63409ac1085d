"""The play of the audit: every command of every table is put to the rules again, under the submission of its day."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol

import msgspec

from houserules.law import LawNotInstalled, LawPin, MalformedData, Submission
from houserules.ledger import FELT, Account, Posting, postings, transfers
from houserules.log import Stored, Transfer, digest_of
from houserules.play import Accepted, AnyEvent, Round, Rules, Table, decide, evolve, meaning
from houserules.play.events import LINKED, MeterChanged
from houserules.records.events import CLOSED, RULES_PINNED, TABLE_PREFIX, ContentRemoved, felt_of
from houserules.records.program import engine
from houserules.records.steps import kept_transfer, read_filing_document
from houserules.records.tables import (
    PLAY_EVENTS,
    read_command,
    read_event,
    read_folded,
    read_pinned,
)

Names = Callable[[Account], str]
"""The name that an account of a table has in the books."""


class House(Protocol):
    """The service whose tables are replayed."""

    def names_at(self, stream: str) -> Names:
        """The accounts of a table's stream at that moment."""

    def closed(self, stream: str, round_: Round, submission: Submission) -> Iterator[tuple[str, str]]:
        """What is wrong with a round that was replayed to its end."""


class Replays:
    """One replay for each table's stream. A stream that has gone wrong is reported once and then skipped."""

    def __init__(
        self,
        document: Callable[[str], bytes | None],
        left: Mapping[tuple[str, int], ContentRemoved],
        house: House | None = None,
    ) -> None:
        """Without a house, only what an event puts on the felt or takes off it is compared."""
        self._document = document
        self._left = left
        """What retention left behind, by stream and the last version it removed."""
        self._house = house
        self._streams: dict[str, _Replay] = {}
        self._rules_known: dict[tuple[str, LawPin], Rules] = {}
        self._cited_otherwise: Counter[str] = Counter()
        """Events that cite other clauses than they would today, by the program that decided them."""
        self.rounds = 0
        self.entered = 0
        """The number of rounds whose cards were entered by hand: how they were shuffled is not verified."""

    @property
    def notes(self) -> tuple[str, ...]:
        return tuple(
            f"decided by version {by}: {count} events mean the same, and cite other clauses than version {engine()}"
            for by, count in self._cited_otherwise.items()
        )

    def see(self, stored: Stored, moves: Sequence[Transfer]) -> Iterator[tuple[str, str]]:
        if not stored.stream.startswith(TABLE_PREFIX):
            return
        replay = self._streams.get(stored.stream)
        if replay is None:
            replay = self._streams[stored.stream] = _Replay(self._rules, self._cited_otherwise)
        if replay.given_up:
            return
        gone = stored.data is None or replay.removed
        left = self._left.get((stored.stream, stored.version)) if gone else None
        names = self._house.names_at(stored.stream) if self._house is not None else None
        round_ = replay.table.round if replay.table is not None else None
        what = replay.see(stored, moves, names) if left is None else replay.resume(left.table)
        if what is not None:
            replay.given_up = True
            yield "replay", replay.told(what)
        elif stored.name == CLOSED and stored.data is not None and replay.table is not None:
            self.rounds += 1
            self.entered += round_ is not None and round_.entered
            if self._house is not None and round_ is not None and replay.submission is not None:
                yield from self._house.closed(stored.stream, round_, replay.submission)

    def end(self) -> Iterator[tuple[str, str, str]]:
        for stream, replay in self._streams.items():
            if not replay.given_up and replay.expected:
                yield "replay", stream, f"the last command led to {len(replay.expected)} more events"

    def _rules(self, document: str, pin: LawPin) -> Rules | str:
        known = self._rules_known.get((document, pin))
        if known is not None:
            return known
        content = self._document(document)
        if content is None:
            return f"the submission {document} is not there"
        if digest_of(content) != document:
            return f"the submission {document} was edited"
        try:
            read = self._rules_known[document, pin] = Rules(read_filing_document(content, pin)[1])
        except LawNotInstalled as error:
            return str(error)
        except (MalformedData, ValueError) as error:
            return f"the submission {document} cannot be read: {error}"
        return read


class _Replay:
    def __init__(self, rules_of: Callable[[str, LawPin], Rules | str], cited_otherwise: Counter[str]) -> None:
        self._rules_of = rules_of
        self._rules: Rules | None = None
        self._cited_otherwise = cited_otherwise
        self._engine = ""
        """The program that decided what comes next."""
        self.table: Table | None = None
        self.expected: list[AnyEvent] = []
        """What the last command should still lead to."""
        self.removed = False
        """Content was removed, and the state after it has not been reached yet; whether that was recorded is checked
        elsewhere. If a removal was cut short, content may still be there."""
        self.given_up = False

    @property
    def submission(self) -> Submission | None:
        return self._rules.submission if self._rules is not None else None

    def told(self, what: str) -> str:
        """What is wrong, and which program decided it, if that was a different one."""
        if self._engine in ("", engine()):
            return what
        return f"{what} (decided by version {self._engine}, this is {engine()})"

    def see(self, stored: Stored, moves: Sequence[Transfer], names: Names | None) -> str | None:
        """What is wrong with this event, if anything is."""
        if stored.data is None or self.removed:
            self.table, self.removed = None, True
            return None
        if stored.name == RULES_PINNED:
            return self._pin(stored.data)
        if stored.name not in PLAY_EVENTS or self.table is None or self._rules is None:
            return "a command before any rules were pinned" if stored.command else None
        try:
            return self._play(stored, stored.data, moves, names)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            return f"{stored.name} cannot be read: {error}"
        except (AssertionError, KeyError, IndexError) as error:
            return f"{stored.name} cannot happen here: {error}"

    def resume(self, left: str) -> str | None:
        """Resumes from the table that retention left behind, between two rounds."""
        try:
            folded = read_folded(left)
        except msgspec.MsgspecError as error:
            return f"the table that retention left cannot be read: {error}"
        rules = self._rules_of(folded.document, folded.law)
        if isinstance(rules, str):
            return rules
        self._rules, self._engine, self.table, self.expected = rules, folded.engine, folded.table, []
        self.removed = False
        return None

    def _pin(self, data: bytes) -> str | None:
        try:
            pinned = read_pinned(data)
        except msgspec.MsgspecError as error:
            return f"the rules cannot be read: {error}"
        rules = self._rules_of(pinned.document, pinned.law)
        if isinstance(rules, str):
            return rules
        if rules.submission.digest != pinned.submission:
            return f"the submission reads as {rules.submission.digest} today, it was {pinned.submission}"
        if self.table is None:
            self.table = Table(main=pinned.main, secondary=pinned.secondary)
        if self.table.round is not None:
            return "the rules were changed in the middle of a round"
        if (self.table.main, self.table.secondary) != (pinned.main, pinned.secondary):
            return f"the rules were pinned with a meter at {pinned.main}, it stood at {self.table.main}"
        self._rules, self._engine = rules, pinned.engine
        return None

    def _play(self, stored: Stored, data: bytes, moves: Sequence[Transfer], names: Names | None) -> str | None:
        assert self.table is not None
        if stored.part == 0:
            if self.expected:
                return f"the command before led to {len(self.expected)} more events"
            if stored.command and (refused := self._decide(stored.command)):
                return refused
        event = read_event(data)
        wrong = self._compare(stored, event, data) if stored.part or stored.command else self._outside(event)
        if wrong is not None:
            return wrong
        before, self.table = self.table, evolve(self.table, event)
        ruled = postings(before, event)
        if names is None:
            return _felt(stored.stream, ruled, moves)
        meant = tuple(map(kept_transfer, transfers(ruled, event, names)))
        return None if meant == moves else f"its transfers move {_told(moves)}, the rules {_told(meant)}"

    def _compare(self, stored: Stored, event: AnyEvent, data: bytes) -> str | None:
        """Whether the rules lead to this event: to the byte if this program decided it, else by its meaning."""
        if not self.expected:
            return f"{stored.name} did not follow from its command"
        ruled = self.expected.pop(0)
        written = msgspec.json.encode(ruled)
        if written == data:
            return None
        if self._engine in ("", engine()) or meaning(ruled) != meaning(event):
            return f"the rules lead to {written.decode()[:300]}, not to what is kept"
        self._cited_otherwise[self._engine] += 1
        return None

    def _outside(self, event: AnyEvent) -> str | None:
        """Without a command only the meter moves: another table or a correction has changed it."""
        assert self.table is not None
        if not isinstance(event, MeterChanged) or event.reason != LINKED:
            return "no command led to it"
        moved = event.main - self.table.main, event.secondary - self.table.secondary
        if moved != (event.main_by, event.secondary_by):
            return f"the meters stood at {self.table.main} and {self.table.secondary} before"
        return None

    def _decide(self, command: bytes) -> str | None:
        assert self.table is not None
        assert self._rules is not None
        answer = decide(self._rules, self.table, read_command(command))
        if not isinstance(answer, Accepted):
            return f"the command is refused today: {answer.code.value} ({answer.clause})"
        self.expected = list(answer.events)
        return None


def _felt(stream: str, ruled: Sequence[Posting], moves: Sequence[Transfer]) -> str | None:
    """Checks that the transfers of the event are what it puts on the felt or takes off it."""
    felt = felt_of(stream)
    moved = sum(move.amount for move in moves if move.target == felt)
    moved -= sum(move.amount for move in moves if move.source == felt)
    by = sum(move.amount for move in ruled if move.target == FELT)
    by -= sum(move.amount for move in ruled if move.source == FELT)
    return None if moved == by else f"its transfers move {moved} onto the felt, the rules {by}"


def _told(moves: Sequence[Transfer]) -> str:
    return ", ".join(f"{move.amount} from {move.source} to {move.target}" for move in moves) or "nothing"
