"""Public pages of league seasons."""
