"""The captain's pages: their matches, the line-up, results, confirmation."""
