"""The admin of tournaments, uploads and corrections."""

from tournaments.admin import corrections, tournaments, uploads

__all__ = ["corrections", "tournaments", "uploads"]
