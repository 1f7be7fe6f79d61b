"""Second readings of the rules, to check what the engine says it played."""
