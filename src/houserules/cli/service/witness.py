"""``houserules witness``: follows the logs of houses, proves that they only grow, and cosigns them."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number


def witness(
    *,
    db: str,
    follow: tuple[str, ...] = (),
    vkey: tuple[str, ...] = (),
    name: str | None = None,
    host: str = "127.0.0.1",
    port: int = 8422,
    every: Annotated[float, Parameter(validator=Number(gt=0))] = 1.0,
    silence_after: Annotated[int, Parameter(validator=Number(gte=1))] = 3600,
    replay: bool = False,
) -> int:
    """Follow the published logs of houses: verify, cosign, and keep evidence of forks, rollbacks and silence.

    Parameters
    ----------
    db
        Where the witness keeps what it knows: a file. Its key lies beside it, and a folder with evidence.
    follow
        The address of a house, as in https://house.example. May be repeated.
    vkey
        The key of a log, as its house publishes it at /log/vkey and as you know it from elsewhere. A house that names
        another is not followed. May be repeated. Default: the key that a house names at first is kept.
    name
        The name under which the witness signs, as in witness.example. Absent: it is made of its key.
    host
        The address to listen on.
    port
        The port to listen on; 0 is any that is free.
    every
        How many seconds pass before a house is looked at again.
    silence_after
        After how many seconds without a newer checkpoint an alarm is raised.
    replay
        Read the content of the logs as well, and replay everything as it comes in: shuffles, rounds by the law of
        their day, money, meters, and results against exact theory. The houses must allow it (`serve --replayed-by`).
    """
    from houserules.witness import run  # noqa: PLC0415

    return run(db, follow, vkey, name, host, port, every, silence_after, replay)
