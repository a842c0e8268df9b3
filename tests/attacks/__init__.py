"""Attacks on the whole site."""
