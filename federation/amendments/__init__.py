"""What staff decide in the year: dated rows on top of the profile's files."""
