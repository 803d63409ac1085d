"""Doing something as a person who may not do everything, also where the tests themselves run as root."""

from __future__ import annotations

import codecs
import os
from collections.abc import Iterator
from contextlib import contextmanager

NOBODY = 65_534
codecs.lookup("utf-8-sig")  # Python's own files may lie where not everybody can read them.


@contextmanager
def without_privileges() -> Iterator[None]:
    """For the time being this process may do only what anybody may."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)
