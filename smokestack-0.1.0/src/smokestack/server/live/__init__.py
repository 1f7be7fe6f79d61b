"""Announcing changes: from the database to its processes, and from a process to event streams."""
