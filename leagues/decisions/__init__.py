"""Findings of a season with what the rules propose, and what officers decide about them."""
