"""The regulations of competitions that exist, a file each: what their articles say, and nothing that is not known."""
