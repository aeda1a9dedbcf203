"""Run the command line: ``python -m tashkalar``."""

import sys

from tashkalar.cli import main

if __name__ == "__main__":
    sys.exit(main())
