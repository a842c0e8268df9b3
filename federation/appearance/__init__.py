"""A federation's own colours and logo, on pages and on the pictures that are shared."""
