"""The admin of people and clubs."""

from federation.admin import affiliations, clubs, comparisons, jobs, members, users

__all__ = ["affiliations", "clubs", "comparisons", "jobs", "members", "users"]
