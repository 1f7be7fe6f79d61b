"""Litestar's protection against forged forms, which also refuses tokens that make it fail."""

from __future__ import annotations

from litestar.middleware.csrf import CSRFMiddleware


class CsrfProtection(CSRFMiddleware):
    def _csrf_tokens_match(self, request_csrf_token: object, cookie_csrf_token: object) -> bool:
        """Litestar raises `TypeError` for an uploaded file and for characters beyond ASCII."""
        return (
            isinstance(request_csrf_token, str)
            and isinstance(cookie_csrf_token, str)
            and request_csrf_token.isascii()
            and cookie_csrf_token.isascii()
            and super()._csrf_tokens_match(request_csrf_token, cookie_csrf_token)
        )
