"""Hand closed matches over to the rating: legs, which are ordinary tournaments."""
