"""A match from the line-up to the confirmed result. Only this room changes the state of a match."""
