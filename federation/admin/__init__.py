"""The admin of people and clubs."""

from federation.admin import affiliations, clubs, jobs, members

__all__ = ["affiliations", "clubs", "jobs", "members"]
