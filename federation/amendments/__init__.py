"""What staff decide during the year: dated rows that override the profile's files."""
