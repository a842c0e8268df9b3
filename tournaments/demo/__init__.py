"""The demo federation: people, clubs and tournaments from a seeded generator, and their files on disk."""
