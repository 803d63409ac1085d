"""``python -m houserules`` is the command ``houserules``."""

from houserules.cli.main import main

main()
