"""The pages of those who run a season or a division: what waits, rulings, moved matches."""
