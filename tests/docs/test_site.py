"""The documentation is a site: it builds, no page is left out, no link is broken, nothing is fetched from others."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built with warnings as errors: a broken link or anchor, a page that is in no list."""
    out = tmp_path_factory.mktemp("site")
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(out)],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert built.returncode == 0, built.stderr[-3000:]
    return out


def test_each_kind_of_user_has_a_page(site: Path) -> None:
    home = (site / "index.html").read_text(encoding="utf-8")
    for who in ("player", "dealer", "operator", "regulator", "mathematician", "developer"):
        assert f'href="start/{who}.html"' in home
        assert (site / "start" / f"{who}.html").is_file()
    assert (site / "search" / "search_index.json").is_file()


def test_nothing_is_fetched_from_others(site: Path) -> None:
    fetched = re.compile(
        r'<(?:script|img|iframe)[^>]*src="https?://|<link[^>]*href="https?://(?!houserules\.example)'
    )
    assert [page.name for page in site.rglob("*.html") if fetched.search(page.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize("page", ["mathematician", "developer"])
def test_the_programs_of_the_start_pages_run(page: str) -> None:
    text = (ROOT / "docs" / "start" / f"{page}.md").read_text(encoding="utf-8")
    for program in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        exec(compile(program, f"{page}.md", "exec"), {})


def test_every_decision_is_listed() -> None:
    folder = ROOT / "docs" / "adr"
    listed = (folder / "index.md").read_text(encoding="utf-8")
    assert [page.name for page in sorted(folder.glob("0*.md")) if f"({page.name})" not in listed] == []
