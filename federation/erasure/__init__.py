"""Erasing a person from everything that the site stores."""
