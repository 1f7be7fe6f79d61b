"""Computer players: a view in, an answer out."""
