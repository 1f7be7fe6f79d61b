"""Puzzles: positions in which one answer is clearly best, and how they are found."""
