"""The admin of people and clubs."""

from federation.admin import affiliations, audit_entries, clubs, jobs, list_comparisons, members, users

__all__ = ["affiliations", "audit_entries", "clubs", "jobs", "list_comparisons", "members", "users"]
