"""A running season of the invented federation."""
