"""The site of a federation."""

__version__ = "0.2.0"
