"""Run the notebooks in docs/notebooks and store their output.

`python -m tools.make_notebooks` runs all of them again, from their cells, in a few minutes.
"""

from __future__ import annotations

import os
from pathlib import Path

import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).parent.parent / "docs" / "notebooks"
SECONDS_PER_CELL = 1800

# Threads that wait for each other by spinning make small matrices slow on a busy machine.
ENVIRONMENT = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "JAX_PLATFORMS": "cpu"}


def run(path: Path, **variables: str) -> nbformat.NotebookNode:
    """A notebook, executed from its start with environment variables; errors are raised."""
    notebook: nbformat.NotebookNode = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        cell.metadata = {}
    client = NotebookClient(notebook, timeout=SECONDS_PER_CELL, record_timing=False)
    client.execute(cwd=str(FOLDER), env=os.environ | ENVIRONMENT | variables)
    return notebook


def main() -> None:
    for path in sorted(FOLDER.glob("*.ipynb")):
        nbformat.write(run(path), path)


if __name__ == "__main__":
    main()
