"""Where errors become messages and exit codes."""

import errno
import sys
import warnings
from typing import Any

import click

from natpick.encode import SetAsideWarning

INTERRUPTED = 130
"""The exit code after Ctrl-C: 128 and the number of the signal."""


class Boundary(click.Group):
    """A group of commands that end with an exit code and a message, never with a traceback."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        """Return the commands in the order they were added."""
        return list(self.commands)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; turn what is wrong with its input into a message."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", SetAsideWarning)  # results tell it in a note
                return super().invoke(ctx)
        except KeyboardInterrupt:
            click.echo("Interrupted.", err=True)
            ctx.exit(INTERRUPTED)
        except (ValueError, TypeError, OSError, ImportError) as error:
            if _reader_is_gone(error):
                ctx.exit(0)
            raise click.ClickException(_message(error)) from error


def _message(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        about = "" if error.filename is None else f"{error.filename}: "
        return f"{about}{error.strerror}."
    return str(error) or type(error).__name__


def _reader_is_gone(error: Exception) -> bool:
    """Whether nobody reads stdout any more, as after ``| head``."""
    if sys.platform == "win32" and isinstance(error, OSError):
        return error.errno == errno.EINVAL and error.filename is None
    return isinstance(error, BrokenPipeError)
