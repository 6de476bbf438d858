"""Where the command `ludus` begins.

It is a package of its own, because everything inside of `ludus` loads the whole package first, and whoever presses
Ctrl-C meanwhile deserves a sentence too.
"""

import sys


def main() -> None:
    """Load the command and run it."""
    try:
        from ludus.cli import main as run

        run()
    except (KeyboardInterrupt, RuntimeError) as error:
        # Python 3.11 makes a RuntimeError of an interruption that comes while a class is being made.
        if isinstance(error, RuntimeError) and not isinstance(error.__cause__, KeyboardInterrupt):
            raise
        sys.exit("error: interrupted before there was a result")
