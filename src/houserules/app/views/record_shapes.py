"""The shapes of what the service answers about its records, the law and its people, by name; see ``shapes``."""

from typing import Any, Literal, TypedDict

from houserules.law import FaultShown

# The records


class EventShown(TypedDict):
    """One event of the log. ``data`` is absent where it is still secret or was removed."""

    position: int
    stream: str
    version: int
    part: int
    event: str
    at: int
    actor: str
    withheld: bool
    removed: bool
    data: dict[str, Any] | None
    leaf: str


class Inclusion(TypedDict):
    position: int
    size: int
    leaf: str
    path: list[str]


class Consistency(TypedDict):
    old: int
    new: int
    path: list[str]


class Balance(TypedDict):
    account: str
    balance: str


class Balances(TypedDict):
    balances: list[Balance]
    total: str


class TransferShown(TypedDict):
    position: int
    index: int
    source: str
    target: str
    amount: str
    status: str
    event: str
    wager: str | None
    clauses: list[str]


class WitnessesCounted(TypedDict):
    """How many of the house's witnesses have signed its newest checkpoint, and how many must."""

    signed: int
    needed: int
    of: int


class Health(TypedDict):
    status: str
    version: str
    tables: int
    position: int
    troubles: dict[str, str]
    witnesses: WitnessesCounted


WitnessState = Literal["waiting", "signed", "silent", "contradicts"]
"""Not asked yet; signed; does not answer or refuses; has signed another history of the log, or a longer one."""


class WitnessShown(TypedDict):
    """A witness: how many events it has signed, how many fewer than there are, when, and why not more."""

    name: str
    vkey: str
    address: str
    size: int
    behind: int
    at: int
    state: WitnessState
    trouble: str


class ReceiptEvent(TypedDict):
    """An event with the text of its leaf, which has the digests of ``data`` and ``command`` in it."""

    position: int
    text: str
    data: str | None
    command: str | None
    path: list[str]


class ReceiptShown(TypedDict):
    """What a command did, and the proof that it is in the log under a checkpoint that witnesses signed."""

    command_id: str
    log: str
    needed: int
    witnesses: list[str]
    checkpoint: str
    events: list[ReceiptEvent]


class WitnessesShown(TypedDict):
    needed: int
    size: int
    signed: int
    witnesses: list[WitnessShown]


# The law


class ReadingShown(TypedDict):
    id: str
    title: str
    clauses: list[str]
    question: str
    readings: dict[str, str]
    default: str
    reason: str
    switch: bool
    worth: list[str]


class ClauseShown(TypedDict):
    id: str
    chapter: str
    """The number and the title of the chapter in which it stands."""
    gist: str
    kind: str
    status: str


class BundledShown(TypedDict):
    name: str
    rulebook: str


class SubmissionShown(TypedDict):
    name: str
    toml: str
    data: dict[str, Any]


class Checked(TypedDict):
    rulebook: str
    digest: str
    lawful: bool
    faults: list[FaultShown]
    data: dict[str, Any]


class Where(TypedDict):
    key: str
    value: str


class ChoiceShown(TypedDict):
    key: str
    clauses: list[str]
    values: list[str]
    lawful: str | None
    where: Where | None


# People


class PaperFile(TypedDict):
    name: str
    title: str


class PaperShown(TypedDict):
    """A paper of a submission, and the files that it comes as."""

    paper: str
    title: str
    files: list[PaperFile]


class Purse(TypedDict):
    live: str
    practice: str


class Funded(TypedDict):
    account: str
    kind: str
    balance: str
