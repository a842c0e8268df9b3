"""The admin of rating pools, lists and what-ifs."""

from ratings.admin import lists

__all__ = ["lists"]
