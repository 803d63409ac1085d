"""Figures as files: each as SVG and as PNG."""

from __future__ import annotations

import os
from pathlib import Path

from houserules.cli.progress import progress_bar
from houserules.lab import Analysis, figure_files
from houserules.law import MalformedData


def write_figures(analysis: Analysis, directory: str) -> tuple[Path, ...]:
    """Draw everything that the analysis can show, and say which files were written."""
    folder = Path(directory)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise MalformedData(f"--figures {directory}: {os.strerror(error.errno or 0)}; expected a directory") from None
    with progress_bar("Valuing starting hands") as progress:
        files = figure_files(analysis, progress)
    written = []
    for name, content in files.items():
        path = folder / name
        try:
            path.write_bytes(content)
        except OSError as error:
            raise MalformedData(f"{path}: {os.strerror(error.errno or 0)}") from None
        written.append(path)
    return tuple(written)
