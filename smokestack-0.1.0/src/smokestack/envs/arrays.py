"""NumPy arrays that show the memory of compiled code, without copying."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Kind = TypeVar("Kind", bound=np.generic)


def array_of(memory: Any, kind: type[Kind]) -> NDArray[Kind]:
    """A read-only array over the numbers of a `vec`; it always shows their current values."""
    return np.frombuffer(memoryview(memory), kind)
