"""Tables of series from the rows of their matches."""
