"""Prepare a season: entries of clubs, teams, fixtures, player lists."""
