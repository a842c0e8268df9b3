"""What an erasure leaves of a person in league seasons."""
