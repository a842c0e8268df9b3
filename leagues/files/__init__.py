"""Seasons as files: series as TRF, results as tables, whole seasons as JSON; player lists out of tables."""
