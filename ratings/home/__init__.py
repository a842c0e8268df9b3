"""The home page: what is new, who is best, when the next lists come."""
