"""The units above the clubs, their offices, and what each role may do."""
