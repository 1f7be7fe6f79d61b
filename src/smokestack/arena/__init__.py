"""Bots against bots: fair schedules, on all cores or on Ray, and reports one can trust."""
