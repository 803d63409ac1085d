"""Violations planted in the code that signs people in: ``python -m tests.planted.signing_in [--only openid]``.

``sign_in.toml`` lists them. Each is put into a process of its own, which runs the tests of that way to sign in until
one fails. A violation that no test finds is a fault of the tests.
"""

from __future__ import annotations

import argparse
import os
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.planted.plants import Passage
from tests.planted.run import ROOT

LIST = Path(__file__).with_name("sign_in.toml")


def listed() -> Iterator[tuple[str, str, Passage]]:
    """The way to sign in, the file of its tests, and a violation."""
    for way, part in tomllib.loads(LIST.read_text(encoding="utf-8")).items():
        for entry in part["violation"]:
            yield way, part["tests"], Passage(**entry)


def is_found(tests: str, plant: Passage | None) -> bool:
    """Whether a test fails with the violation; with none, whether they fail as it is."""
    child = os.fork()
    if child == 0:
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        if plant is not None:
            plant.put_in()
        options = ["-x", "-q", "-o", "addopts=", "-p", "no:cacheprovider", "--rootdir", str(ROOT)]
        os._exit(int(pytest.main([*options, str(ROOT / tests)])))
    _, status = os.waitpid(child, 0)
    ended = os.waitstatus_to_exitcode(status)
    assert ended in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED), f"{tests} ended with {ended}: {plant}"
    return ended == pytest.ExitCode.TESTS_FAILED


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.planted.signing_in", description=__doc__)
    parser.add_argument("--only", choices=sorted({way for way, _, _ in listed()}))
    only = parser.parse_args().only
    chosen = [(way, tests, plant) for way, tests, plant in listed() if only in (None, way)]
    for tests in dict.fromkeys(tests for _, tests, _ in chosen):
        assert not is_found(tests, None), f"{tests} fails without any violation"
    missed = 0
    for _, tests, plant in chosen:
        found = is_found(tests, plant)
        missed += not found
        print(f"{'found' if found else 'NOT FOUND'}: {plant}", flush=True)
    print(f"{len(chosen) - missed} of {len(chosen)} violations found")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
