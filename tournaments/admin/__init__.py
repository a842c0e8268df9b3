"""The admin of tournaments, uploads and corrections."""

from tournaments.admin import tournaments

__all__ = ["tournaments"]
