"""Check the line-ups of a match, a round or a season by the rules."""
