"""``houserules examples``: the examples and the stand-alone verifiers, copied to a folder of the user's choice."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

import houserules
from houserules.law import MalformedData

_PACKAGE: Final = Path(houserules.__file__).parent
_CHECKOUT: Final = _PACKAGE.parents[1]


def examples(*, out: Path) -> None:
    """Copy the examples (submissions, scenarios, strategies, a game as a package of its own) and the verifiers.

    The verifiers check an archive, a deal, a receipt or a witness's evidence and import nothing of houserules.

    Parameters
    ----------
    out
        The folder to make. It must not exist yet.
    """
    if out.exists():
        raise MalformedData(f"--out {out}: this is there already; name a folder that is not")
    packaged = (_PACKAGE / "examples").is_dir()
    source = _PACKAGE if packaged else _CHECKOUT
    ignored = shutil.ignore_patterns("__pycache__", "*.egg-info", ".cache")
    shutil.copytree(source / "examples", out, ignore=ignored)
    verifiers = sorted((source / "verifiers" if packaged else source / "docs").glob("verify_*.py"))
    (out / "verifiers").mkdir()
    for verifier in verifiers:
        shutil.copy(verifier, out / "verifiers")
    for each in sorted(out.iterdir()):
        print(each)
