"""Notices outside the page: push messages, mails and webhooks."""
