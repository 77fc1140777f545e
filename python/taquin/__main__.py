"""The command: ``taquin`` or ``python -m taquin``."""

import signal
import sys

from . import _taquin


def main() -> int:
    """Run the command with the arguments of the process."""
    # The command handles Ctrl-C by itself.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _taquin.main(["taquin", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
