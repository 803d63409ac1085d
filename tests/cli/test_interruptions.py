"""Ctrl-C, also while the program is still being loaded: one line and exit status 130."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from houserules.cli import main
from tests.support.waiting import HANG

_SAID = "houserules: interrupted\n"


@pytest.mark.parametrize("late", [0.0, 0.05, 0.2, 0.6])
def test_no_traceback_whenever_it_comes(late: float, tmp_path: Path) -> None:
    """The program itself says when it has begun: before that it is Python that is interrupted."""
    begun = tmp_path / "begun"
    program = (
        "import sys, pathlib; sys.argv = ['houserules', 'hand', 'md-chase-the-flush', 'As Js 8s']\n"
        "from houserules.__main__ import main\n"
        "class Begun:\n"
        "    def find_spec(name, *_):\n"
        f"        if name == 'houserules.cli': pathlib.Path({str(begun)!r}).touch()\n"
        "sys.meta_path.insert(0, Begun)\n"
        "main()"
    )
    process = subprocess.Popen([sys.executable, "-c", program], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL)
    while not begun.exists():
        time.sleep(0.001)
    time.sleep(late)
    os.kill(process.pid, signal.SIGINT)
    said = process.communicate(timeout=HANG)[1].decode()
    assert (process.returncode, said) in ((130, _SAID), (0, ""))


def test_an_interruption_when_the_work_is_over() -> None:
    program = (
        "import atexit, signal, sys; sys.argv = ['houserules', 'rulebooks']\n"
        "from houserules.__main__ import main\n"
        "atexit.register(lambda: print(signal.getsignal(signal.SIGINT) is signal.SIG_IGN))\n"
        "main()"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=HANG, check=True)
    assert ended.stdout.endswith(b"True\n")


def test_an_interruption_where_python_cannot_raise_it() -> None:
    """As when a library calls back while it compiles: Python would print a traceback there and go on."""
    program = (
        "import ctypes, os, signal, time\n"
        "from houserules.__main__ import main\n"
        "from houserules.cli import main as cli\n"
        "def called_back():\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "    time.sleep(0)\n"
        "def command():\n"
        "    ctypes.CFUNCTYPE(None)(called_back)()\n"
        "    time.sleep(600)\n"
        "cli.main = command\n"
        "main()"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=HANG, check=False)
    assert (ended.returncode, ended.stderr.decode(), ended.stdout) == (130, _SAID, b"")


def test_an_interruption_that_a_library_makes_an_error_of() -> None:
    """As a module in C does whose own import is cut short: its error does not say what it came from."""
    program = (
        "import signal\n"
        "from houserules.__main__ import main\n"
        "from houserules.cli import main as cli\n"
        "def command():\n"
        "    try:\n"
        "        signal.raise_signal(signal.SIGINT)\n"
        "    except KeyboardInterrupt:\n"
        "        pass\n"
        "    raise ImportError('half of it')\n"
        "cli.main = command\n"
        "main()"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=HANG, check=False)
    assert (ended.returncode, ended.stderr.decode(), ended.stdout) == (130, _SAID, b"")


def test_within_a_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("houserules.cli.law.rulebooks.console", interrupted)
    assert main.run(["rulebooks"]) == 130
    assert capsys.readouterr().err == _SAID
