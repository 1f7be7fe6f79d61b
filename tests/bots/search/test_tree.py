"""The search tree stores nodes and finds them by their answers."""

from __future__ import annotations

from smokestack.bots.search.tree import NONE, Tree


def test_a_tree_finds_its_nodes_until_it_is_cleared() -> None:
    tree = Tree(2, 4)
    first = tree.add(0, 7)
    second = tree.add(0, 9)
    assert tree.find(0, 7) == first
    assert tree.find(0, 9) == second
    assert tree.find(first, 9) == NONE
    assert not tree.is_full()
    tree.add(second, 1)
    assert tree.is_full()
    tree.clear()
    assert tree.find(0, 7) == NONE
