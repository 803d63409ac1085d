"""``houserules completion``: what a shell needs to complete commands, options, names and files."""

from __future__ import annotations

import re
from typing import Final, Literal

from houserules import law
from houserules.cli.main import app

_BASH: Final = """
# The options of every command, and the names that may stand where a file may stand. Where neither fits: files.
_houserules_and_names() {
  _houserules "$@"
  if [[ "$2" == -* ]]; then
    COMPREPLY+=( $(compgen -W "--no-color --quiet --rulebooks" -- "$2") )
  elif [[ ${#COMPREPLY[@]} -eq 0 && $COMP_CWORD -gt 1 ]]; then
    COMPREPLY=( $(compgen -W "NAMES" -- "$2") )
  fi
}
complete -o default -F _houserules_and_names houserules"""

_ZSH: Final = """
_houserules_given() {
  _alternative 'names:submission or rulebook:(NAMES)' 'files:file:_files'
}
"""
_ZSH_BEGINS: Final = """
if [[ "$funcstack[1]" == _houserules ]]; then
  FUNCTION "$@"
else
  compdef FUNCTION houserules
fi"""
"""The script defines a function. As a file in $fpath it has to call it; when sourced, it has to register it."""

_EVERYWHERE: Final = (
    ("--no-color", "Print without colors.", ""),
    ("--quiet", "Show no progress.", ""),
    ("--rulebooks", "Take rulebooks from this folder too.", "_files -/"),
)


def completion(shell: Literal["bash", "zsh", "fish"], /) -> None:
    """Print the completion script of a shell. For bash: houserules completion bash >>~/.bashrc

    Parameters
    ----------
    shell
        bash, zsh or fish.
    """
    script = app.generate_completion(prog_name="houserules", shell=shell)
    names = " ".join([*law.submissions(), *law.rulebook_ids()])
    print({"bash": _in_bash, "zsh": _in_zsh, "fish": _in_fish}[shell](script, names))


def _in_bash(script: str, names: str) -> str:
    return script.replace("\ncomplete -F _houserules houserules", _BASH.replace("NAMES", names))


def _in_zsh(script: str, names: str) -> str:
    """A place without completions of its own completes to a name or a file."""
    given = re.sub(r"^( +'[12]:[^':]*(?:\\:[^':]*)*)' \\$", r"\1:_houserules_given' \\", script, flags=re.MULTILINE)
    everywhere = "".join(
        f" \\\n            '{flag}[{what}]{value and f':folder:{value}'}'" for flag, what, value in _EVERYWHERE
    )
    version = "'-V[Display application version.]'"
    whole = given.replace(version, version + everywhere).replace("\n", _ZSH.replace("NAMES", names), 1)
    (function,) = re.findall(r"^(\w*_houserules)\(\) \{", script, re.MULTILINE)
    return whole + _ZSH_BEGINS.replace("FUNCTION", function)


def _in_fish(script: str, names: str) -> str:
    everywhere = "\n".join(
        f"complete -c houserules -l {flag.removeprefix('--')} {'-r -F ' if value else ''}-d '{what}'"
        for flag, what, value in _EVERYWHERE
    )
    return f"{script}\n{everywhere}\ncomplete -c houserules -n 'not __fish_use_subcommand' -a '{names}'"
