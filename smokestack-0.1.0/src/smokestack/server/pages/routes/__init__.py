"""The routes of the HTML pages."""
