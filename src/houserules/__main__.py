"""``python -m houserules`` is the command ``houserules``; both begin here, where little can be interrupted yet."""

import sys


def main() -> None:
    """Ctrl-C while the program is being loaded prints no traceback either."""
    sys.unraisablehook = _interrupt_again
    try:
        from houserules.cli.main import main as command  # noqa: PLC0415

        command()
    except SystemExit:
        exec("")  # Python remembers an interruption within exec(), and would end by the signal, not with our status.
        raise
    except BaseException as error:
        if not _is_an_interruption(error):
            raise
        print("houserules: interrupted", file=sys.stderr)
        exec("")
        sys.exit(130)


def _interrupt_again(lost: "sys.UnraisableHookArgs") -> None:
    """An interruption that came where Python cannot raise it, as in what a library is called back with, would be
    printed and forgotten. It is raised again at the next line of the code that called the library."""
    if not issubclass(lost.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(lost)
        return

    def raise_it(*_: object) -> None:
        raise KeyboardInterrupt

    frame = sys._getframe().f_back
    while frame is not None:
        frame.f_trace = raise_it
        frame = frame.f_back
    sys.settrace(lambda *_: None)  # Python forgets it, and the others, as soon as one of them raises.


def _is_an_interruption(error: BaseException | None) -> bool:
    """Also where a library made something else of it, as of an import that was cut short."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


if __name__ == "__main__":
    main()
