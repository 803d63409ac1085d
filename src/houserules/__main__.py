"""``python -m houserules`` is the command ``houserules``; both begin here, where little can be interrupted yet."""

import signal
import sys
from types import FrameType

_came = False
"""Whether an interruption came. A library may make an error of its own of it, as of an import that was cut short."""


def main() -> None:
    """Ctrl-C prints no traceback while the program is being loaded, and changes nothing once its work is over."""
    sys.unraisablehook = _interrupt_again
    try:
        try:
            if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
                signal.signal(signal.SIGINT, _interrupt)
            from houserules.cli.main import main as command  # noqa: PLC0415

            command()
        finally:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # Python, as it ends, would die of it without a word.
    except SystemExit:
        exec("")  # Python remembers an interruption within exec(), and would end by the signal, not with our status.
        raise
    except BaseException as error:
        if not _came and not isinstance(error, KeyboardInterrupt):
            raise
        print("houserules: interrupted", file=sys.stderr)
        exec("")
        sys.exit(130)


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    global _came  # noqa: PLW0603
    _came = True
    raise KeyboardInterrupt


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


if __name__ == "__main__":
    main()
