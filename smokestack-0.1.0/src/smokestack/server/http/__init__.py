"""What pages and API share: connections, requests, errors, limits, logs and metrics."""
