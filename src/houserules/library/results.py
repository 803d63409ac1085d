"""The answers of the library: exact values, the data that ``--json`` prints, tables for notebooks and data frames."""

from __future__ import annotations

from abc import ABC, abstractmethod
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from html import escape
from importlib import import_module
from typing import TYPE_CHECKING, Any

from houserules import lab
from houserules.installed import naming_parts
from houserules.law import Edition, Fault, Filing

if TYPE_CHECKING:
    from houserules.lab import Analysis as FoundAnalysis
    from houserules.lab import Caution, Progress, SimulatedWager, Situation, StrategyReport, Tally
    from houserules.lab import Comparison as FoundComparison
    from houserules.lab import Strategy as PlayedStrategy

Row = Mapping[str, Any]


class Result(ABC):
    """An answer. ``to_dict`` returns what the command prints with ``--json``; ``rows`` is the table that people
    read."""

    columns: tuple[str, ...] = ()
    """The column names of a table that may have no rows."""

    @abstractmethod
    def to_dict(self) -> Any: ...

    @abstractmethod
    def rows(self) -> Sequence[Row]:
        """Its main table: each row by column name, with exact numbers as fractions."""

    @abstractmethod
    def __repr__(self) -> str: ...

    def to_frame(self) -> Any:
        """The main table as a pandas or polars data frame, whichever is installed. Fractions become floats."""
        rows = [{name: _plain(value) for name, value in row.items()} for row in self.rows()]
        for library in ("pandas", "polars"):
            try:
                return import_module(library).DataFrame(rows or {name: [] for name in self.columns})
            except ImportError:
                continue
        raise ImportError("to_frame needs pandas or polars: install one of them")

    def _repr_html_(self) -> str:
        rows = self.rows()
        columns = list(dict.fromkeys(name for row in rows for name in row)) or self.columns
        head = "".join(f"<th>{escape(name.replace('_', ' '))}</th>" for name in columns)
        body = "".join(f"<tr>{''.join(_cell(row.get(name)) for name in columns)}</tr>" for row in rows)
        return (
            f"<table><caption>{escape(repr(self).strip('<>'))}</caption>"
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        )


def _plain(value: Any) -> Any:
    return float(value) if isinstance(value, Fraction) else value


def _cell(value: Any) -> str:
    if value is None:
        return "<td></td>"
    number = isinstance(value, int | Fraction) and not isinstance(value, bool)
    shown = lab.decimal_of(value, 10) if isinstance(value, Fraction) else f"{value:,}" if number else str(value)
    return f'<td style="text-align: right">{shown}</td>' if number else f"<td>{escape(shown)}</td>"


class Figures(dict[str, bytes]):
    """Drawings by file name, each as SVG and as PNG. A notebook displays them."""

    def _repr_html_(self) -> str:
        drawn = {name: b64encode(content).decode() for name, content in self.items() if name.endswith(".svg")}
        return "".join(
            f'<img alt="{escape(name.removesuffix(".svg"))}" src="data:image/svg+xml;base64,{content}">'
            for name, content in drawn.items()
        )

    def __repr__(self) -> str:
        return f"<Figures: {', '.join(self)}>"


class Rulebooks(Result):
    """The installed rulebooks, each version with the day from which it is in force."""

    def __init__(self, editions: Iterable[Edition]) -> None:
        self._rows = [_edition(each) for each in editions]

    def __iter__(self) -> Iterator[Row]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, number: int) -> Row:
        return self._rows[number]

    def to_dict(self) -> list[dict[str, Any]]:
        return self._rows

    def rows(self) -> Sequence[Row]:
        return self._rows

    def __repr__(self) -> str:
        return f"<Rulebooks: {', '.join(str(row['id']) for row in self._rows)}>"


def _edition(edition: Edition) -> dict[str, Any]:
    book = edition.book
    return {
        "id": book.id,
        "version": book.version,
        "in_force": book.in_force.isoformat(),
        "digest": book.digest,
        "game": book.game,
        "title": book.title,
        "jurisdiction": book.jurisdiction,
        "document": book.document,
        "origin": edition.origin,
        "clauses": len(edition.clauses.clauses),
        "paytables": sum(len(tables) for tables in book.paytables.values()),
        "readings": len(book.readings),
        "submission": edition.folder.submission or "",
    }


class Check(Result):
    """Whether a submission is lawful: every fault with its clause, and warnings. It is true where the submission is
    lawful."""

    columns = ("kind", "key", "clause", "message", "lawful")

    def __init__(self, filing: Filing, faults: tuple[Fault, ...], warnings: tuple[Caution, ...]) -> None:
        self.rulebook, self.digest = filing.rulebook, filing.digest
        self.faults, self.warnings = faults, warnings

    @property
    def lawful(self) -> bool:
        return not self.faults

    def __bool__(self) -> bool:
        return self.lawful

    def to_dict(self) -> dict[str, Any]:
        return {
            "submission": {"rulebook": self.rulebook.id, "digest": self.digest},
            "lawful": self.lawful,
            "faults": [fault.as_data() for fault in self.faults],
            "warnings": [
                {"code": each.code, "wager": each.wager, "clause": each.clause, "message": each.message}
                for each in self.warnings
            ],
        }

    def rows(self) -> Sequence[Row]:
        faults = [
            {"kind": "fault", "key": each.key, "clause": each.clause, "message": each.message, "lawful": each.lawful}
            for each in self.faults
        ]
        return faults + [
            {"kind": "warning", "key": each.wager, "clause": each.clause, "message": each.message, "lawful": None}
            for each in self.warnings
        ]

    def __repr__(self) -> str:
        counted = f"{len(self.faults)} fault{'' if len(self.faults) == 1 else 's'}"
        return f"<Check: {'lawful' if self.lawful else f'not lawful, {counted}'} ({self.rulebook.id})>"


class Analysis(Result):
    """Exact odds, house edge and more for every wager that a submission offers."""

    def __init__(self, found: FoundAnalysis) -> None:
        self.found = found
        self._data = lab.analysis_as_data(found)

    def edge(self, wager: str = "base") -> Fraction:
        """The house edge of a wager, as an exact fraction."""
        wagers = self._data["wagers"]
        if wager not in wagers:
            raise KeyError(f"{wager}: expected one of {', '.join(wagers)}")
        return Fraction(wagers[wager]["house_edge"]["exact"])

    def to_dict(self) -> dict[str, Any]:
        return self._data

    def rows(self) -> Sequence[Row]:
        return [
            {
                "wager": wager,
                "paytable": figures.get("paytable"),
                "house_edge": Fraction(figures["house_edge"]["exact"]),
                "hit_frequency": Fraction(figures["hit_frequency"]["exact"]) if "hit_frequency" in figures else None,
                "standard_deviation": Fraction(figures["standard_deviation"])
                if "standard_deviation" in figures
                else None,
            }
            for wager, figures in self._data["wagers"].items()
        ]

    @naming_parts()
    def figures(self, *, progress: Progress | None = None) -> Figures:
        """Drawings of the analysis by file name, each as SVG and as PNG."""
        return Figures(lab.figure_files(self.found, progress))

    def __repr__(self) -> str:
        edge = lab.percent_of(self.edge(), 4)
        return (
            f"<Analysis: {self.found.submission.rulebook.id}, base game {edge} house edge, {len(self.rows())} wagers>"
        )


class HandValues(Result):
    """The exact value of each option of a hand, in units of the first wager."""

    def __init__(self, situation: Situation, unit: str, options: Mapping[str, Fraction]) -> None:
        self.situation = situation
        self.unit = unit
        self.options = dict(options)
        self.best = lab.best_option(options)

    def to_dict(self) -> dict[str, Any]:
        listed = [{"action": action, "ev": lab.pair(value)} for action, value in self.options.items()]
        return {"options": listed, "best": self.best}

    def rows(self) -> Sequence[Row]:
        return [
            {"action": action, "value": value, "best": action == self.best} for action, value in self.options.items()
        ]

    def __repr__(self) -> str:
        return f"<HandValues: best {self.best}, {lab.decimal_of(self.options[self.best], 6)} {self.unit}s>"


class Strategy(Result):
    """Best play, and strategies in rules with the exact cost of each."""

    def __init__(self, found: StrategyReport) -> None:
        self.found = found

    def to_dict(self) -> dict[str, Any]:
        return lab.strategy_as_data(self.found)

    def rows(self) -> Sequence[Row]:
        return [
            {
                "strategy": each.name,
                "house_edge": each.results.house_edge,
                "cost": each.cost,
                "average_wager": each.results.average_wager,
            }
            for each in self.found.weighed
        ]

    def __repr__(self) -> str:
        best = lab.percent_of(self.found.best.house_edge, 4)
        return f"<Strategy: best play has a house edge of {best}, {len(self.found.weighed)} strategies weighed>"


class Simulation(Result):
    """Rounds played with real cards: each wager's mean beside the exact value."""

    def __init__(
        self, tally: Tally, seed: int, strategy: PlayedStrategy, wagers: Iterable[SimulatedWager], asked: int
    ) -> None:
        self.tally, self.seed, self.strategy = tally, seed, strategy
        self.wagers, self.asked = tuple(wagers), asked

    @property
    def complete(self) -> bool:
        """Whether all requested rounds were played: an interrupt ends the run early."""
        return bool(self.tally.rounds == self.asked)

    def to_dict(self) -> dict[str, Any]:
        return {
            "rounds": self.tally.rounds,
            "asked": self.asked,
            "seed": self.seed,
            "strategy": self.strategy.name,
            "wagers": {
                wager.wager: {
                    "mean": lab.pair(wager.mean),
                    "standard_error": f"{wager.standard_error:.12g}",
                    "exact": lab.pair(wager.exact),
                    "z": f"{wager.z_score:.4f}",
                }
                for wager in self.wagers
            },
        }

    def rows(self) -> Sequence[Row]:
        return [
            {
                "wager": each.wager,
                "mean": each.mean,
                "standard_error": each.standard_error,
                "exact": each.exact,
                "z": each.z_score,
            }
            for each in self.wagers
        ]

    def __repr__(self) -> str:
        return f"<Simulation: {self.tally.rounds:,} rounds of seed {self.seed}, {self.strategy.name}>"


class Comparison(Result):
    """Two submissions: every difference, its clause, and what it is worth."""

    columns = ("key", "a", "b", "clauses", "wager", "worth")

    def __init__(self, a: str, b: str, found: FoundComparison) -> None:
        self.a, self.b, self.found = a, b, found

    def to_dict(self) -> dict[str, Any]:
        return lab.comparison_as_data(self.a, self.b, self.found)

    def rows(self) -> Sequence[Row]:
        return [
            {
                "key": each.key,
                "a": each.a,
                "b": each.b,
                "clauses": ", ".join(each.clauses),
                "wager": part.wager if part else None,
                "worth": part.difference if part else None,
            }
            for each in self.found.differences
            for part in each.worth or (None,)
        ]

    def __repr__(self) -> str:
        count = len(self.found.differences)
        return f"<Comparison: {self.a} with {self.b}, {count} difference{'' if count == 1 else 's'}>"


class Settlement(Result):
    """The outcome of each wager of a round, with its odds and its clause."""

    columns = ("seat", "wager", "staked", "outcome", "odds", "paid", "returned", "clause")

    def __init__(self, answer: dict[str, Any]) -> None:
        self._answer = answer

    @property
    def void(self) -> dict[str, Any] | None:
        """Why the round is void, if it is."""
        reason: dict[str, Any] | None = self._answer["void"]
        return reason

    def net(self, seat: int = 1) -> Fraction:
        """What a seat won, in dollars, less what it lost."""
        for each in self._answer["seats"]:
            if each["seat"] == seat:
                return Fraction(each["net"])
        raise KeyError(f"seat {seat}: nobody played there")

    def to_dict(self) -> dict[str, Any]:
        return self._answer

    def rows(self) -> Sequence[Row]:
        return [
            {
                "seat": seat["seat"],
                "wager": line["wager"],
                "staked": Fraction(line["staked"]),
                "outcome": line["outcome"],
                "odds": line["odds"],
                "paid": Fraction(line["paid"]),
                "returned": Fraction(line["returned"]),
                "clause": line["clause"],
            }
            for seat in self._answer["seats"]
            for line in seat["wagers"]
        ]

    def __repr__(self) -> str:
        seats = ", ".join(f"seat {each['seat']} {each['net']}" for each in self._answer["seats"])
        return f"<Settlement: {'void; ' if self.void else ''}{seats or 'nobody played'}>"
