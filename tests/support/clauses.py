"""``@clause("MD-HCF 11.B(5)(c)")`` says which clauses a test proves. The report that matters is built from it."""

from __future__ import annotations

import pytest


def clause(*ids: str) -> pytest.MarkDecorator:
    return pytest.mark.clause(*ids)
