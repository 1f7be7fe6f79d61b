"""How much longer than `make test` to test: a factor for random games; above 1, all cases."""

from __future__ import annotations

import os
from typing import Final

LONG: Final = int(os.environ.get("SMOKESTACK_LONG", "1"))
