"""The admin of rating pools, lists and what-ifs."""

from ratings.admin import lists, pools, ratings, what_ifs

__all__ = ["lists", "pools", "ratings", "what_ifs"]
