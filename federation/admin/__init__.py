"""The admin of people and clubs."""

from federation.admin import affiliations, clubs, jobs, members, users

__all__ = ["affiliations", "clubs", "jobs", "members", "users"]
