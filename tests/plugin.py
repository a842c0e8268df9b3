"""Loaded before Django's settings are read (pytest -p tests.plugin): chooses and starts the services of the tests."""
