"""``houserules completion``: what a shell needs to complete commands and options."""

from __future__ import annotations

from typing import Literal

from houserules.cli.main import app


def completion(shell: Literal["bash", "zsh", "fish"], /) -> None:
    """Print the completion script of a shell. For bash: houserules completion bash >>~/.bashrc

    Parameters
    ----------
    shell
        bash, zsh or fish.
    """
    print(app.generate_completion(prog_name="houserules", shell=shell))
