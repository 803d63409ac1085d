"""A mkdocs hook: links from the pages to files outside docs/ point to the source repository, since the site lacks
those files."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
_LINK = re.compile(r"\]\(((?:\.\./)+)([^)#\s]+)(#[^)\s]*)?\)")


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    here = ROOT / "docs" / page.file.src_uri
    source = _source()

    def link(found: re.Match[str]) -> str:
        target = (here.parent / found[1] / found[2]).resolve()
        if target.is_relative_to(ROOT / "docs") or not target.exists():  # mkdocs itself reports missing files.
            return found[0]
        return f"]({source}/blob/main/{target.relative_to(ROOT).as_posix()}{found[3] or ''})"

    return _LINK.sub(link, markdown)


def _source() -> str:
    described = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    source: str = described["tool"]["hatch"]["metadata"]["hooks"]["custom"]["source"]
    return source
