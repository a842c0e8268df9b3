"""The rules of a league season, pure: plain rows in, tables, fixtures and findings out.

Points are whole numbers of half points: a draw on a board is 1, a won match is 4 under 2-1-0. So every sum is exact.
"""
