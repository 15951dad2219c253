"""`python -m chabudai` is `chabudai`."""

import sys

from chabudai.cli import main

sys.exit(main())
