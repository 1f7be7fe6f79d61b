"""Self-play as data for learning: shards of NumPy arrays with a description beside them."""

from smokestack.envs.dataset.description import Description
from smokestack.envs.dataset.reading import Decisions, read_dataset

__all__ = ["Decisions", "Description", "read_dataset"]
