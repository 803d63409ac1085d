"""What the tests of the command line share."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest
import structlog


@pytest.fixture
def _logs_as_before() -> Iterator[None]:
    """``serve`` sets up the logs of its process, which here is that of all tests: theirs are put back."""
    before, handlers = structlog.get_config(), logging.root.handlers[:]
    yield
    structlog.configure(**before)
    logging.root.handlers[:] = handlers
