"""The rulebooks, as data: one folder a document. The only code here hands out the text of its files."""

import json
from importlib.resources import files
from typing import Final

FOLDERS: Final = {
    "MD-HCF": "md_high_card_flush",
    "MD-CTF": "md_chase_the_flush",
    "MA-HCF": "ma_high_card_flush",
}
"""Rulebook id to folder, in the order in which they are listed."""

SUBMISSIONS: Final = {
    "md-high-card-flush": "MD-HCF",
    "md-chase-the-flush": "MD-CTF",
    "ma-high-card-flush": "MA-HCF",
}
"""Name of the bundled Rules Submission to the rulebook it is made under."""


def text(rulebook: str, name: str) -> str:
    """The text of a rulebook's file: ``rulebook``, ``paytables``, ``clauses``, ``readings`` or ``submission``."""
    return files(__name__).joinpath(FOLDERS[rulebook], f"{name}.toml").read_text(encoding="utf-8")


def proofs() -> dict[str, list[str]]:
    """Which tests prove which clause; written by ``make proofs``, and kept true by a test."""
    written: dict[str, list[str]] = json.loads(files(__name__).joinpath("proofs.json").read_text(encoding="utf-8"))
    return written
