"""League seasons: teams of clubs that meet, their line-ups, results, rulings and tables."""
