"""The treasurer's pages, and the account of a club that its officers read."""
