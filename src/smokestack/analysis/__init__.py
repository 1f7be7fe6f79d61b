"""The analysis of finished games: how good every answer was, and what chance did."""
