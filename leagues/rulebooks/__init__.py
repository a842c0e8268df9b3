"""The regulations of competitions that exist, one file each. They hold only what their articles say."""
