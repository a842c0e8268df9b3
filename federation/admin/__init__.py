"""The admin of people and clubs."""

from federation.admin import affiliations, clubs, jobs, list_comparisons, members, users

__all__ = ["affiliations", "clubs", "jobs", "list_comparisons", "members", "users"]
