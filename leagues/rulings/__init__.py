"""What officers decide about matches: rulings, and what they change in the table."""
