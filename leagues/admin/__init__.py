"""The admin of league seasons. Matches are decided on the officer's pages; line-ups are in no admin."""

from leagues.admin import seasons, teams

__all__ = ["seasons", "teams"]
