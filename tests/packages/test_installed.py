"""The wheel in an empty environment: every command, from another folder, with and without the extras."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import tomllib
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from houserules.cli.main import app
from houserules.installed import missing_part
from tests.packages.installed_wheel import Installed

ROOT = Path(__file__).parents[2]
LARGEST_CORE = 20_000_000
HAND = "Qs 9s 4d 3c 2h Jh 7d"


def test_the_core_is_small(core: Installed) -> None:
    """Of what the packages bring. Bytecode, which Python writes as it needs it, is not counted."""
    files = (path for path in core.site_packages.rglob("*") if path.is_file() and path.suffix != ".pyc")
    assert sum(path.stat().st_size for path in files) < LARGEST_CORE


@pytest.mark.parametrize(
    "arguments",
    [
        ["--version"],
        ["check", "md-high-card-flush"],
        ["rulebooks", "--json"],
        ["clauses", "MD-HCF"],
        ["readings"],
        ["paytables", "MD-CTF"],
        ["settle", "examples/scenarios/high-card-flush.toml"],
        ["deal", "md-high-card-flush", "--seed", "7"],
        ["tour"],
    ],
    ids=" ".join,
)
def test_the_core_answers(core: Installed, tmp_path: Path, arguments: list[str]) -> None:
    assert core.run("examples", "--out", "examples", cwd=tmp_path).returncode == 0
    done = core.run(*arguments, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


@pytest.mark.parametrize(
    ("arguments", "extra"),
    [
        (["risk", "md-high-card-flush"], "lab"),
        (["hand", "md-high-card-flush", HAND], "lab"),
        (["simulate", "md-high-card-flush", "--rounds", "10"], "lab"),
        (["print", "md-high-card-flush", "--out", "papers"], "print"),
        (["serve", "--db", "house.db", "--port", "0"], "serve"),
        (["backup", "--db", "house.db", "--out", "copy.db"], "serve"),
    ],
    ids=lambda value: value if isinstance(value, str) else value[0],
)
def test_a_missing_part_is_named(core: Installed, tmp_path: Path, arguments: list[str], extra: str) -> None:
    (tmp_path / "house.db").write_bytes(b"")
    done = core.run(*arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.strip().endswith(f"which the extra [{extra}] brings: pip install 'houserules[{extra}]'")
    assert "Traceback" not in done.stderr


def test_the_library_names_a_missing_part(core: Installed, tmp_path: Path) -> None:
    program = "import houserules as hr; hr.submission('md-high-card-flush').hand('Qs9s4d3c2hJh7d')"
    done = subprocess.run(
        [core.python, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False, env=core.environment
    )
    assert done.stderr.strip().splitlines()[-1].endswith("pip install 'houserules[lab]'")


def test_what_ships_is_answered_by_the_core_alone(core: Installed, tmp_path: Path) -> None:
    done = core.run("analyze", "md-high-card-flush", cwd=tmp_path)
    assert done.returncode == 0
    assert "2.6645303991 %" in done.stdout


def test_each_requirement_of_an_extra_is_known() -> None:
    """Whichever part of an extra is missing, the extra is named; `[all]` and `[dev]` only put others together."""
    modules: dict[str, list[str]] = {}
    for module, brought in packages_distributions().items():
        for name in brought:
            modules.setdefault(canonicalize_name(name), []).append(module)
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    unknown = [
        text
        for extra, listed in extras.items()
        if extra not in ("all", "dev")
        for text in listed
        if (name := canonicalize_name(Requirement(text).name)) in modules and name != "houserules"
        if not any(missing_part(ModuleNotFoundError(name=module)) for module in modules[name])
    ]
    assert unknown == []


COMMANDS: dict[str, list[str]] = {
    "check": ["md-high-card-flush"],
    "rulebooks": [],
    "clauses": ["MD-HCF"],
    "readings": [],
    "paytables": ["MD-HCF"],
    "analyze": ["md-high-card-flush", "--json"],
    "compare": ["md-high-card-flush", "md-high-card-flush", "--json"],
    "risk": ["md-high-card-flush", "--rounds", "100"],
    "design": ["md-high-card-flush", "--wager", "flush_bonus", "--edge", "5%"],
    "print": ["md-high-card-flush", "--only", "signs", "--out", "papers"],
    "settle": ["examples/scenarios/high-card-flush.toml"],
    "deal": ["md-high-card-flush", "--seed", "7", "--out", "round.json"],
    "replay": ["round.json"],
    "explain": ["round.json"],
    "audit": ["house.db"],
    "backup": ["--db", "house.db", "--out", "copy.db"],
    "archive": ["head", "house.db"],
    "export": ["hands", "house.db"],
    "people": ["--help"],
    "witness": ["--help"],
    "hand": ["md-high-card-flush", HAND],
    "strategy": ["md-high-card-flush", "--rules", "examples/strategies/ten-eight-six.toml"],
    "leak": ["md-high-card-flush", "--players", "2", "--samples", "10"],
    "simulate": ["md-high-card-flush", "--rounds", "1e3"],
    "rulebook": ["new", "mine", "--like", "MD-HCF"],
    "tour": [],
    "completion": ["bash"],
    "examples": ["--out", "more"],
}
AT_ONCE = {"serve"}


def test_every_command_runs_from_another_folder(whole: Installed, tmp_path: Path) -> None:
    names = {name for name in app if not name.startswith("-")}
    assert names - {"help", "version"} == set(COMMANDS) | AT_ONCE
    assert whole.run("examples", "--out", "examples", cwd=tmp_path).returncode == 0
    page = _served(whole, tmp_path)
    assert b"<script" in page
    faults = {}
    for name, arguments in COMMANDS.items():
        done = whole.run(name, *arguments, cwd=tmp_path)
        if done.returncode or "Traceback" in done.stderr or not done.stdout:
            faults[name] = (done.returncode, done.stderr[-600:])
    assert faults == {}


def _served(whole: Installed, cwd: Path) -> bytes:
    """The first page of a service that is started and stopped."""
    with _running(whole, cwd) as address:
        with urllib.request.urlopen(address) as answer:
            page: bytes = answer.read()
        with urllib.request.urlopen(f"{address}health") as answer:
            assert json.load(answer)["status"] == "ok"
        for path in ("api/docs", "api/docs.js", "api/docs.css", "api/openapi.json"):
            with urllib.request.urlopen(f"{address}{path}") as answer:
                assert answer.read()
    return page


@contextmanager
def _running(installed: Installed, cwd: Path, ended_by: signal.Signals = signal.SIGTERM) -> Iterator[str]:
    """The address of a service, which is told to stop at the end, as a terminal does: it and all that it started."""
    command = [installed.command, "serve", "--db", "house.db", "--port", "0"]
    with subprocess.Popen(
        command, cwd=cwd, stdout=subprocess.PIPE, text=True, env=installed.environment, start_new_session=True
    ) as service:
        assert service.stdout is not None
        try:
            yield service.stdout.readline().split()[-1]
        finally:
            os.killpg(service.pid, ended_by)
        assert service.wait() == (130 if ended_by is signal.SIGINT else 0)


def _await_answer(asked: urllib.request.Request) -> None:
    while urllib.request.urlopen(asked).status == 202:
        pass


def test_a_service_without_the_lab_deals_and_says_what_is_missing(service: Installed, tmp_path: Path) -> None:
    with _running(service, tmp_path, signal.SIGINT) as address:
        asked = urllib.request.Request(
            f"{address}api/lab/figures",
            json.dumps({"submission": "md-high-card-flush"}).encode(),
            {"Content-Type": "application/json"},
        )
        with pytest.raises(urllib.error.HTTPError) as refused:
            _await_answer(asked)
        assert refused.value.code == 503
        error = json.load(refused.value)["error"]
        assert error["code"] == "part_missing"
        assert "houserules[lab]" in error["message"]
        with urllib.request.urlopen(f"{address}api/openapi.json") as description:
            assert json.load(description)["paths"]


def test_ctrl_c_while_the_lab_gets_ready_ends_the_service_in_order(whole: Installed, tmp_path: Path) -> None:
    with _running(whole, tmp_path, signal.SIGINT) as address, urllib.request.urlopen(f"{address}metrics"):
        pass


def test_the_module_is_the_command(whole: Installed, tmp_path: Path) -> None:
    done = subprocess.run(
        [whole.python, "-m", "houserules", "--version"], cwd=tmp_path, capture_output=True, text=True, check=True,
        env=whole.environment,
    )  # fmt: skip
    assert done.stdout == whole.run("--version", cwd=tmp_path).stdout
