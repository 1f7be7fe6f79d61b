"""Tournaments: their use cases, and the jobs that start them and their rounds."""
