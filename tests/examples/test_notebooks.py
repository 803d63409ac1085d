"""The notebooks run from their first cell to their last."""

from __future__ import annotations

from pathlib import Path

import pytest

NOTEBOOKS = Path(__file__).parents[2] / "examples" / "notebooks"


@pytest.mark.parametrize("name", ["mathematician", "operator", "regulator"])
def test_a_notebook_runs(name: str, tmp_path: Path) -> None:
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    read = nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4)
    assert not any(cell.get("outputs") for cell in read.cells), "notebooks are kept without outputs"
    done = nbclient.NotebookClient(read, timeout=None, resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = [cell for cell in done.cells if cell.cell_type == "code" and cell.outputs]
    assert len(shown) >= 3
    if name != "regulator":
        assert any("text/html" in each.get("data", {}) for cell in shown for each in cell.outputs)
