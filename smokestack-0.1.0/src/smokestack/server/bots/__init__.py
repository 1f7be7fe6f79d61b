"""Bots at the server: the queue of bot jobs, the processes that compute answers, and hints."""
