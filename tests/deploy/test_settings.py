"""Settings of the service: the command line before the environment, the environment before the file."""

from __future__ import annotations

import inspect
import re
import tomllib
from pathlib import Path

import pytest

from houserules.cli.main import run
from houserules.cli.service.serve import serve
from houserules.cli.service.settings import with_settings
from houserules.law import MalformedData
from tests.deploy.running import DEPLOY

ROOT = Path(__file__).parents[2]


def asked(text: str, tmp_path: Path, *arguments: str, **environment: str) -> set[str]:
    file = tmp_path / "houserules.toml"
    file.write_text(text)
    variables = {f"HOUSERULES_{name.upper()}": value for name, value in environment.items()}
    return set(with_settings(serve, ["--settings", str(file), *arguments], variables))


def test_a_file_says_what_the_options_say(tmp_path: Path) -> None:
    text = 'port = 8500\nguests = false\nname = ["a.example", "b.example"]\n'
    assert asked(text, tmp_path) == {"--port=8500", "--no-guests", "--name=a.example", "--name=b.example"}


def test_the_environment_counts_before_the_file_and_the_command_line_before_both(tmp_path: Path) -> None:
    text = 'port = 8500\nhost = "10.0.0.1"\nguests = false\n'
    found = asked(text, tmp_path, "--host=127.0.0.1", "--guests", port="8600", name="a.example, b.example")
    assert found == {"--host=127.0.0.1", "--guests", "--port=8600", "--name=a.example", "--name=b.example"}


def test_the_environment_names_the_file(tmp_path: Path) -> None:
    (tmp_path / "s.toml").write_text("port = 1234\n")
    assert with_settings(serve, [], {"HOUSERULES_SETTINGS": str(tmp_path / "s.toml")}) == ["--port=1234"]


def test_a_secret_lies_beside_the_settings(tmp_path: Path) -> None:
    assert asked('openid_secret_file = "secret"\n', tmp_path) == {f"--openid-secret-file={tmp_path / 'secret'}"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("prt = 1\n", "prt: no such setting; expected one of db, host, port"),
        ('guests = "perhaps"\n', "guests: expected true or false"),
        ("name = [true]\n", "name: expected a list of texts"),
        ("port = {}\n", "port: expected text or a whole number"),
    ],
)
def test_what_is_wrong_with_the_file_is_told(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(MalformedData, match=re.escape(message)):
        asked(text, tmp_path)


def test_a_value_that_is_no_port_is_told_without_a_traceback(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "s.toml").write_text('port = "many"\n')
    assert run(["serve", "--settings", str(tmp_path / "s.toml")]) == 2
    assert "many" in capsys.readouterr().err


def test_the_example_is_accepted_and_every_setting_is_documented() -> None:
    example = tomllib.loads((DEPLOY / "houserules.toml").read_text())
    known = set(inspect.signature(serve).parameters)
    assert set(example) <= known
    page = (ROOT / "docs" / "operations.md").read_text() + (ROOT / "docs" / "deploy.md").read_text()
    shown = {flag.removeprefix("no-").replace("-", "_") for flag in re.findall(r"--([a-z-]+)", page)}
    assert known - shown == set()


def test_every_variable_of_the_environment_is_documented() -> None:
    sources = "".join(path.read_text() for path in (ROOT / "src" / "houserules").rglob("*.py"))
    pages = "".join(path.read_text() for path in (ROOT / "docs").rglob("*.md"))
    read = set(re.findall(r"HOUSERULES_[A-Z_]+", sources))
    assert "HOUSERULES_CACHE" in read
    assert {name for name in read if not re.search(rf"{name}\b", pages)} == set()
