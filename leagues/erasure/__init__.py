"""What an erasure does with league seasons."""
