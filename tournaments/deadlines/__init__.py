"""The deadlines of a tournament, and what the rating officer admits after them."""
