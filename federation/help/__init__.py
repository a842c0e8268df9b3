"""Help on every page: what it shows, in two paragraphs."""
