"""The JSON API under `/api/v1`, described by its OpenAPI document."""
