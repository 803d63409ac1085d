"""``python -m houserules`` is the command ``houserules``; both begin here, where little can be interrupted yet."""

import sys


def main() -> None:
    """Whoever presses Ctrl-C while the program is being loaded meets no traceback either."""
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
    printed and forgotten. A moment later it comes again."""
    if not issubclass(lost.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(lost)
        return
    from _thread import interrupt_main  # noqa: PLC0415
    from threading import Timer  # noqa: PLC0415

    Timer(0.01, interrupt_main).start()


def _is_an_interruption(error: BaseException | None) -> bool:
    """Also where a library made something else of it, as of an import that was cut short."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


if __name__ == "__main__":
    main()
