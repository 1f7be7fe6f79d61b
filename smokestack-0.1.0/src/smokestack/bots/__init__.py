"""Computer players: they get a view and return an answer."""
