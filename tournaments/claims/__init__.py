"""Claims: a player says that a game is wrong, the organiser answers, the rating officer decides."""
