"""The play of the audit: every command of every table put to the rules again, under the submission of its day."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec

from houserules.law import LawNotInstalled, LawPin, MalformedData
from houserules.ledger import FELT, postings
from houserules.log import Stored, Transfer, digest_of
from houserules.play import Accepted, AnyEvent, Rules, Table, decide, evolve
from houserules.records.events import CLOSED, RULES_PINNED, TABLE_PREFIX, felt_of
from houserules.records.steps import read_filing_document
from houserules.records.tables import PLAY_EVENTS, read_command, read_event, read_folded, read_pinned


class Replays:
    """One replay for each table's stream. A stream that has gone wrong is reported once and then left."""

    def __init__(self, document: Callable[[str], bytes | None], left: Mapping[tuple[str, int], str]) -> None:
        self._document = document
        self._left = left
        """The tables that retention left behind, by stream and the last version it removed."""
        self._streams: dict[str, _Replay] = {}
        self._rules_known: dict[tuple[str, LawPin], Rules] = {}
        self.rounds = 0

    def see(self, stored: Stored, moves: Sequence[Transfer]) -> Iterator[tuple[str, str]]:
        if not stored.stream.startswith(TABLE_PREFIX):
            return
        replay = self._streams.setdefault(stored.stream, _Replay(self._rules))
        if replay.given_up:
            return
        left = self._left.get((stored.stream, stored.version)) if stored.data is None else None
        what = replay.see(stored, moves) if left is None else replay.resume(left)
        if what is not None:
            replay.given_up = True
            yield "replay", what
        elif stored.name == CLOSED and stored.data is not None and replay.table is not None:
            self.rounds += 1

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
    def __init__(self, rules_of: Callable[[str, LawPin], Rules | str]) -> None:
        self._rules_of = rules_of
        self._rules: Rules | None = None
        self.table: Table | None = None
        self.expected: list[AnyEvent] = []
        """What the last command should still lead to."""
        self.given_up = False

    def see(self, stored: Stored, moves: Sequence[Transfer]) -> str | None:
        """What is wrong with this event, if anything is."""
        if stored.data is None:
            self.table = None  # Its content was removed; whether that was recorded is asked elsewhere.
            return None
        if stored.name == RULES_PINNED:
            return self._pin(stored.data)
        if stored.name not in PLAY_EVENTS or self.table is None or self._rules is None:
            return "a command before any rules were pinned" if stored.command else None
        try:
            return self._play(stored, stored.data, moves)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            return f"{stored.name} cannot be read: {error}"
        except (AssertionError, KeyError, IndexError) as error:
            return f"{stored.name} cannot happen here: {error}"

    def resume(self, left: str) -> str | None:
        """Goes on from the table that retention left behind, between two rounds."""
        try:
            folded = read_folded(left)
        except msgspec.MsgspecError as error:
            return f"the table that retention left cannot be read: {error}"
        rules = self._rules_of(folded.document, folded.law)
        if isinstance(rules, str):
            return rules
        self._rules, self.table, self.expected = rules, folded.table, []
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
        if self.table is not None and self.table.round is not None:
            return "the rules were changed in the middle of a round"
        self._rules = rules
        if self.table is None:
            self.table = Table(main=pinned.main, secondary=pinned.secondary)
        return None

    def _play(self, stored: Stored, data: bytes, moves: Sequence[Transfer]) -> str | None:
        assert self.table is not None
        if stored.part == 0:
            if self.expected:
                return f"the command before led to {len(self.expected)} more events"
            if stored.command and (refused := self._decide(stored.command)):
                return refused
        event = read_event(data)
        if stored.part or stored.command:
            if not self.expected:
                return f"{stored.name} did not follow from its command"
            wanted = self.expected.pop(0)
            if msgspec.json.encode(wanted) != data:
                return f"the rules lead to {msgspec.json.encode(wanted).decode()[:300]}, not to what is kept"
        before, self.table = self.table, evolve(self.table, event)
        return _felt(before, stored, event, moves)

    def _decide(self, command: bytes) -> str | None:
        assert self.table is not None
        assert self._rules is not None
        answer = decide(self._rules, self.table, read_command(command))
        if not isinstance(answer, Accepted):
            return f"the command is refused today: {answer.code.value} ({answer.clause})"
        self.expected = list(answer.events)
        return None


def _felt(before: Table, stored: Stored, event: AnyEvent, moves: Sequence[Transfer]) -> str | None:
    """What the event puts on the felt or takes off it is what its transfers say."""
    felt = felt_of(stored.stream)
    moved = sum(move.amount for move in moves if move.target == felt)
    moved -= sum(move.amount for move in moves if move.source == felt)
    ruled = postings(before, event)
    by = sum(move.amount for move in ruled if move.target == FELT)
    by -= sum(move.amount for move in ruled if move.source == FELT)
    return None if moved == by else f"its transfers move {moved} onto the felt, the rules {by}"
