"""The study board and the exercises with the mistakes of a game."""
