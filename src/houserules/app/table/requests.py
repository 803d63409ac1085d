"""The requests that a table takes, made from the table of verbs. Each carries the id that its sender minted and the
version that its sender saw."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast

import msgspec
from msgspec import UNSET, Struct, UnsetType, defstruct

from houserules.app.table.fields import CommandId, Field, Version
from houserules.app.table.verbs import VERBS, Verb


class Request(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, kw_only=True):
    command_id: CommandId
    """Minted by the client. A retry carries the same id and is answered with the same reply."""
    expected_version: Version
    """The version of the view that the sender acted on."""


def _typed(field: Field) -> tuple[str, Any] | tuple[str, Any, Any]:
    return (field.name, field.type) if field.required else (field.name, field.type, field.default)


def _request_of(verb: Verb) -> type[Request]:
    name = "".join(part.title() for part in verb.name.split("_"))
    made = defstruct(
        name, map(_typed, verb.fields), bases=(Request,), module=__name__, namespace={"__doc__": verb.about},
        tag=verb.name, frozen=True, kw_only=True,
    )  # fmt: skip
    return cast(type[Request], made)


REQUESTS: Final[dict[str, type[Request]]] = {name: _request_of(verb) for name, verb in VERBS.items()}

if TYPE_CHECKING:
    AnyRequest: TypeAlias = Request
else:
    AnyRequest = reduce(or_, REQUESTS.values())


class LeafGiven(Struct, frozen=True):
    """The first event of a command: its position in the log, and the salt of its leaf, with which the player can
    later prove that it is there."""

    position: int
    salt: str


class Reply(Struct, frozen=True):
    """What is stored as the answer to a command: that it was accepted, and the version it led to."""

    command_id: str
    table: str
    version: int
    accepted: bool = True
    receipt: LeafGiven | UnsetType = UNSET
    """Where it is in the log. It is not part of what is stored, as it is known only afterwards."""


read_reply: Final = msgspec.json.Decoder(Reply).decode


def verb_of(request: AnyRequest) -> Verb:
    return VERBS[str(type(request).__struct_config__.tag)]


def new_request(verb: str, /, **fields: Any) -> AnyRequest:
    """A request as a client would send it; its content is not checked here."""
    return REQUESTS[verb](**fields)


def own_id(*parts: object) -> str:
    """The id of one of the service's own commits. It contains blanks, which no client id may, so the two never
    clash."""
    assert len(parts) > 1, parts
    return " ".join(map(str, parts))
