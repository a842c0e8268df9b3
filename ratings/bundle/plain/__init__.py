"""A second implementation of the rating systems in plain Python, to check lists with, here and elsewhere.

Nothing is shared with `ratings.systems`, not even the tables: two readings of the same rules that must agree. The tests
compare the engine with them; a bundle carries one of them, so each needs the standard library alone.
"""
