"""The open bundle of a list: everything it was made of, with a script that recomputes it anywhere."""
