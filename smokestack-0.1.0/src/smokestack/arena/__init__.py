"""Matches between bots: fair schedules, run on all cores or on Ray, and reports with intervals."""
