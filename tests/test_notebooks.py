"""The notebooks in the documents run, and their stored output is complete."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest

from tools import make_notebooks

NOTEBOOKS = ["first_steps", "a_bot_against_the_ladder", "training_a_policy"]


def path_of(name: str) -> Path:
    return make_notebooks.FOLDER / f"{name}.ipynb"


def test_every_notebook_is_tested() -> None:
    assert sorted(path.stem for path in make_notebooks.FOLDER.glob("*.ipynb")) == sorted(NOTEBOOKS)


@pytest.mark.slow
@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_runs(name: str) -> None:
    make_notebooks.run(path_of(name), UPDATES="1")  # the stored output is that of a full training


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_is_stored_with_its_output(name: str) -> None:
    """After a change: `python -m tools.make_notebooks`."""
    notebook = nbformat.read(path_of(name), as_version=4)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    assert any(cell.outputs for cell in code)
