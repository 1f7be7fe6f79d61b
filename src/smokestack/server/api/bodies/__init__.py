"""Bodies of requests and responses by subject, with their limits."""
