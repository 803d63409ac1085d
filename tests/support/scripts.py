"""The programs in ``scripts/`` as modules."""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"


@cache
def script(name: str) -> ModuleType:
    """Imported by name: the compiler keeps kernels under the name of their module, where a later run looks."""
    if str(SCRIPTS) not in sys.path:
        sys.path.append(str(SCRIPTS))
    return import_module(name)
