"""The admin of rating pools, lists and what-ifs."""

from ratings.admin import lists, pools, what_ifs

__all__ = ["lists", "pools", "what_ifs"]
