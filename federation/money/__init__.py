"""What clubs and members owe and pay."""
