"""The house for programs: JSON under `/api/v1`, told in full by its OpenAPI document."""
