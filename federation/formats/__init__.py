"""Where Django's own ways of writing dates do not fit a federation in Europe, a folder for each language."""
