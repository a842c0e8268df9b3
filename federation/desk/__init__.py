"""The club secretary's pages: what waits, members, renewals, new members, transfers, contact data."""
