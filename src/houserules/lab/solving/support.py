"""What a solver says about every field of a rulebook: its mathematics reads the field, requires one value, or does
not use it.

A field is named by its path in ``rulebook.toml``, with ``*`` for a key that the book chooses, as in
``irregularities.*.more``. A path with the key itself, as in ``wagers.progressive.offer``, takes precedence over one
with a star. What a solver does not name is refused, so that a new field of the schema cannot be overlooked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import Field, dataclass, fields, is_dataclass, replace
from enum import Enum
from itertools import product
from types import NoneType, UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from houserules.law import BESIDE, Citation, Cited, Rulebook, key_of
from houserules.law.words import PROGRESSIVE

ANY_KEY: Final = "*"
METERS: Final = PROGRESSIVE
"""The section of a rulebook about the wager that feeds a meter has the name of the wager."""


class Use(Enum):
    """What the mathematics does with a value."""

    READ = "read"
    """It depends on the value, and takes it from the rulebook."""

    REQUIRED = "required"
    """It supports only this value."""

    NO_EFFECT = "no effect"
    """The value does not affect what a wager is worth: procedure, inscriptions, or a bound on what an operator may
    file."""


def _anything(_value: Any) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Support:
    use: Use
    holds: Callable[[Any], bool] = _anything
    """Whether this value is supported. An absent value is None."""
    wanted: str = "any value"
    """What is supported, as worded in a message."""
    optional: bool = True
    """Whether the rulebook may leave the field out."""


Supports = Mapping[str, Support]


def read(
    *values: object, holds: Callable[[Any], bool] | None = None, wanted: str = "", optional: bool = False
) -> Support:
    """The mathematics takes the value from the rulebook: any value, one of these, or any for which ``holds`` is
    true."""
    if values:
        return Support(Use.READ, _one_of(values), _either(values), optional)
    return Support(Use.READ, holds or _anything, wanted or "any value", optional)


def required(*values: object, optional: bool = False) -> Support:
    """The mathematics supports only these values. A list counts as a set."""
    return Support(Use.REQUIRED, _one_of(values), _either(values), optional)


def absent() -> Support:
    """The game of this solver does not have this."""
    return Support(Use.REQUIRED, lambda value: value is None, "none")


def no_effect() -> Support:
    return Support(Use.NO_EFFECT)


def _one_of(values: tuple[object, ...]) -> Callable[[Any], bool]:
    return lambda value: any(_plain(value) == _plain(each) for each in values)


def _plain(value: object) -> object:
    value = value.value if isinstance(value, Enum) else value
    return frozenset(map(_plain, value)) if isinstance(value, tuple) else value


def _either(values: tuple[object, ...]) -> str:
    return " or ".join(words(value) for value in values)


def words(value: object) -> str:
    """A value as a rulebook writes it."""
    value = value.value if isinstance(value, Enum) else value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, tuple):
        return f"[{', '.join(words(each) for each in value)}]"
    return str(value)


PROCEDURE: Final[Supports] = {
    path: no_effect()
    for path in (
        "id", "version", "in_force", "game", "jurisdiction", "title", "document",
        "table.most_seats", "table.decks", "table.decks_with_shuffler", "table.second_deck_backs",
        "table.second_deck_turn", "table.cover_cards", "table.cut", "table.cut_depth", "table.most_face_up_cards",
        "table.adjacent_boxes", "table.shuffling", "table.spared_by_device", "table.approval",
        "table.operator_on_layout", "table.most_adjacent_boxes", "table.deck_hours.*",
        "dealing.*.orders", "dealing.*.shuffler", "dealing.*.rounds_between_stub_counts", "dealing.*.burn_cards",
        "dealing.*.steps.*",
        *(
            f"{chapter}.{field}"
            for chapter in ("irregularities.*", "dealing.*.irregularities.*")
            for field in ("one", "more", "returned", "settled", "settled_after_initial_cards", "then", "until")
        ),
        "decision.asked.*", "game_wagers.names", "settlement.players", "signs.odds_words", "layout.inscriptions.*",
        "layout.areas.*", "layout.right_of.*",
        "layout.cards.*",
        "steps.*",
        "payout_limit.side", "payout_limit.amount", "payout_limit.or_best_win_at_minimum",
        f"{METERS}.meters", f"{METERS}.rates", f"{METERS}.settled", f"{METERS}.validated_by", f"{METERS}.least.*",
        f"{METERS}.shared.key",
        "paytables.*.*.wager", "paytables.*.*.letter",
    )
}  # fmt: skip
"""What no game's mathematics depends on. Rounds are assumed to be regular; limits on what may be filed belong to the
law."""

PAYTABLES: Final[Supports] = {
    path: read(optional=True)
    for path in (
        "paytables.*.*.lines.*.hand", "paytables.*.*.lines.*.pay", "paytables.*.*.lines.*.under",
        "paytables.*.*.otherwise.hand", "paytables.*.*.otherwise.pay", "paytables.*.*.otherwise.under",
        "paytables.*.*.per",
    )
}  # fmt: skip
"""The pay tables reach the mathematics through the submission, which names the table in use."""

PROGRESSIVES: Final[Supports] = {
    f"{METERS}.after_all_of_it": read("reset_amount", "secondary_meter", optional=True),
    f"{METERS}.paid_at": required("meter_at_players_turn", optional=True),
    f"{METERS}.chip": required("collected_before_the_deal", optional=True),
    f"{METERS}.initial": read(optional=True),
    f"{METERS}.main_rate.*": read(optional=True),
    f"{METERS}.secondary_rate.*": read(optional=True),
    f"{METERS}.shared.name": read(optional=True),
    f"{METERS}.shared.per": read(optional=True),
}
"""What all progressives have in common: meters, wheels, and what others' hands bring."""

NO_PROGRESSIVE: Final[Supports] = {path: absent() for path in PROGRESSIVES}
"""For games without a progressive."""


def wager_supports(
    name: str,
    *,
    offer: Support,
    odds: Support | None = None,
    paytables: Support | None = None,
    equals: Support | None = None,
    on: Support | None = None,
    amount: Support | None = None,
    suited_hole_cards: Support | None = None,
) -> Supports:
    """What is supported for one wager, which must not have anything that is not named here. A rulebook may leave out
    a whole wager that players need not make."""
    fields = {
        "offer": offer, "odds": odds, "paytables": paytables, "equals": equals, "on": on, "amount": amount,
        "suited_hole_cards": suited_hole_cards,
    }  # fmt: skip
    may_lack = offer.holds("optional")
    return {
        f"wagers.{name}.{field}": absent() if said is None else replace(said, optional=said.optional or may_lack)
        for field, said in fields.items()
    }


@dataclass(frozen=True, slots=True)
class RuleValue:
    """One value of a rulebook, with its place and its clauses."""

    steps: tuple[tuple[str, bool], ...]
    """The names on the path to it, each with whether it is a key that the rulebook chose."""
    value: Any
    clauses: tuple[Citation, ...] = ()

    @property
    def path(self) -> str:
        return ".".join(name for name, _ in self.steps)

    def support(self, supports: Supports) -> Support | None:
        """What the solver says about it; of several matching paths, the one with its first star furthest to the
        right."""
        choices = ((name, ANY_KEY) if chosen else (name,) for name, chosen in self.steps)
        return next((found for path in product(*choices) if (found := supports.get(".".join(path)))), None)


def rule_values(book: Rulebook) -> Iterator[RuleValue]:
    """Every value that the rulebook has, except the pay tables."""
    for field in _deciding(Rulebook):
        yield from _values_in(getattr(book, field.name), ((key_of(field), False),))


def _values_in(thing: Any, steps: tuple[tuple[str, bool], ...]) -> Iterator[RuleValue]:
    if isinstance(thing, Cited):
        yield RuleValue(steps, thing.value, thing.clauses)
    elif isinstance(thing, dict):
        for key, value in thing.items():
            yield from _values_in(value, (*steps, (str(key), True)))
    elif is_dataclass(thing):
        for field in fields(thing):
            yield from _values_in(getattr(thing, field.name), (*steps, (key_of(field), False)))
    elif thing is not None:
        yield RuleValue(steps, thing)


def schema_paths(schema: Any = Rulebook, path: str = "") -> Iterator[str]:
    """The path of every field that a rulebook may have, with a star for every key that it may choose."""
    if get_origin(schema) in (Union, UnionType):
        kinds = [kind for kind in get_args(schema) if kind is not NoneType]
        schema = kinds[0] if len(kinds) == 1 else object
    origin, arguments = get_origin(schema), get_args(schema)
    if origin is dict:
        yield from schema_paths(arguments[1], f"{path}.{ANY_KEY}")
    elif origin is tuple and arguments and is_dataclass(arguments[0]) and arguments[0] is not Citation:
        yield from schema_paths(arguments[0], f"{path}.{ANY_KEY}")
    elif is_dataclass(schema) and origin is not Cited:
        hints = get_type_hints(schema)
        for field in (*_deciding(schema), *(field for field in fields(schema) if field.name == "paytables")):
            hint = hints[field.name]
            if hint is not Citation and get_args(hint) != (Citation, ...):
                yield from schema_paths(hint, f"{path}.{key_of(field)}" if path else key_of(field))
    else:
        yield path


def _deciding(schema: Any) -> tuple[Field[Any], ...]:
    """The fields that a file states and that decide something; how a game is shown does not."""
    return tuple(field for field in fields(schema) if field.metadata != BESIDE and field.name != "shown")


def unclassified(supports: Supports) -> tuple[str, ...]:
    """The fields of the schema about which a solver says nothing, whatever the key."""
    named = [path.split(".") for path in supports]
    return tuple(path for path in schema_paths() if not any(_names(path.split("."), each) for each in named))


def _names(pattern: list[str], path: list[str]) -> bool:
    return len(pattern) == len(path) and all(
        part in (ANY_KEY, name) for part, name in zip(pattern, path, strict=True)
    )
