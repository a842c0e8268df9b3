"""Who changed what: triggers see every write, a sealer chains what they saw, pages show it."""
