"""The notebooks run from their first cell to their last."""

from __future__ import annotations

from pathlib import Path

import nbclient
import nbformat
import pytest

NOTEBOOKS = Path(__file__).parents[2] / "examples" / "notebooks"


@pytest.mark.parametrize("name", ["mathematician", "operator", "regulator"])
def test_a_notebook_runs(name: str, tmp_path: Path) -> None:
    read = nbformat.reads((NOTEBOOKS / f"{name}.ipynb").read_text(encoding="utf-8"), as_version=4)  # type: ignore[no-untyped-call]
    nbformat.validate(read)
    assert not any(cell.get("outputs") for cell in read.cells), "notebooks are kept without outputs"
    done = nbclient.NotebookClient(read, timeout=None, resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = [cell for cell in done.cells if cell.cell_type == "code" and cell.outputs]
    assert len(shown) >= 3
    if name != "regulator":
        assert any("text/html" in each.get("data", {}) for cell in shown for each in cell.outputs)
    if name == "mathematician":
        assert any("data:image/svg+xml" in str(each.get("data", {})) for cell in shown for each in cell.outputs)
