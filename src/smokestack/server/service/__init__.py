"""The use cases of a table by subject. Pages and API call these and nothing below them."""
