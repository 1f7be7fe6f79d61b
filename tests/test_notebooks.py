"""The notebooks in the documents run, and their stored output is complete."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
import pytest

from tools import make_notebooks

# Compiling takes most of the time of a short training.
COMPILE_FAST = "--xla_backend_optimization_level=0 --xla_llvm_disable_expensive_passes=true"
NOTEBOOKS = ["first_steps", "a_bot_against_the_ladder", "training_a_policy"]


def path_of(name: str) -> Path:
    return make_notebooks.FOLDER / f"{name}.ipynb"


def test_every_notebook_is_tested() -> None:
    assert sorted(path.stem for path in make_notebooks.FOLDER.glob("*.ipynb")) == sorted(NOTEBOOKS)


@pytest.mark.slow
@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_runs(name: str) -> None:
    """With little training and little optimization; the stored output is that of a full run."""
    make_notebooks.run(path_of(name), UPDATES="1", XLA_FLAGS=COMPILE_FAST)


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_is_stored_with_its_output(name: str) -> None:
    """After a change: `python -m tools.make_notebooks`."""
    notebook = nbformat.read(path_of(name), as_version=4)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    assert any(cell.outputs for cell in code)


def test_the_trained_policy_has_learned() -> None:
    """Read from the stored output: the shares of games won while training, and afterwards."""
    notebook = nbformat.read(path_of("training_a_policy"), as_version=4)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    texts = ["".join(output.get("text", "") for output in cell.outputs) for cell in code]
    shares = [int(share) for share in re.findall(r"answers +(\d+)%", "".join(texts))]
    assert len(shares) >= 8
    first, last = shares[0], sum(shares[-3:]) / 3
    assert first < 55  # it starts as a random policy, which wins half of its games
    assert last > first + 20
    unseen = re.search(r"(\d+)% of (\d+) games won against random", "".join(texts))
    assert unseen
    # 63 % of 128 games is three standard deviations above a half.
    assert int(unseen[2]) >= 128
    assert int(unseen[1]) > 63
