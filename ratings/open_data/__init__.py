"""One archive of all published lists and accepted games, for research."""
