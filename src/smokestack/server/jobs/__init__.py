"""Work that is done at its time, in the background."""
