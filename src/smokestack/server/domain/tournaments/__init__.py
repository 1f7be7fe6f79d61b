"""Tournaments of a club: signing up, pairings, rounds and standings. Plain objects, no I/O."""
