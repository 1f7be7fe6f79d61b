"""The web server: tables, their storage, live updates, bots, pages and the JSON API."""
