"""What the site forgets of files: their originals, and players who were erased."""
