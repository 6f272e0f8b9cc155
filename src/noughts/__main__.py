"""`python -m noughts` is the command `noughts`."""

import sys

from noughts.cli.main import main

sys.exit(main())
