"""Answers that the documentation shows. A test compares them with the description. The people are invented."""

SITE = "https://ratings.example.org"

POOL = {"slug": "elo", "name": "Elo", "discipline": "chess", "system": "frbe"}
POOL_NAME = {"slug": "elo", "name": "Elo"}
LIST = {
    "pool": POOL_NAME,
    "date": "2026-07-01",
    "month": "2026-07",
    "revision": 0,
    "reason": "",
    "players": 1411,
    "games": 3206,
    "digest": "5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef",
    "published_at": "2026-07-02T09:00:00+02:00",
    "page": f"{SITE}/lists/elo/2026-07/",
}
NAME = {
    "number": "10001",
    "name": "Aerts, Anna",
    "title": "",
    "fide_id": None,
    "page": f"{SITE}/players/10001/",
}
CLUB_NAME = {"number": "101", "name": "Tour Blanche", "page": f"{SITE}/clubs/101/"}
FIGURES = {
    "rating": 1842,
    "grade": "",
    "status": "established",
    "games": 163,
    "period_games": 13,
    "previous_rating": 1800,
    "change": 42,
    "deviation": None,
    "last_played": "2026-06-21",
}
RATING = {**FIGURES, "rank": 98, "player": NAME, "club": CLUB_NAME}
HISTORY = {**FIGURES, "rank": 98, "pool": POOL_NAME, "date": "2026-07-01", "revision": 0}
LIVING = {**FIGURES, "player": NAME}
LIVING_LIST = {
    "pool": POOL_NAME,
    "date": "2027-07-01",
    "as_of": "2026-11-24T18:00:00+01:00",
    "games": 812,
    "page": f"{SITE}/lists/elo/next/",
}
PLAYER = {
    "player": NAME,
    "club": CLUB_NAME,
    "ratings": [HISTORY],
    "today": [{**FIGURES, "rating": 1850, "pool": POOL_NAME, "next_list": "2027-07-01"}],
}
OTHER = {**NAME, "number": "10002", "name": "Bogaert, Bas", "page": f"{SITE}/players/10002/"}
GAME = {
    "date": "2026-06-21",
    "tournament": 62,
    "tournament_name": "Open of Ghent",
    "round": 7,
    "colour": "white",
    "opponent": OTHER,
    "opponent_rating": 1790,
    "points": 1.0,
    "expected": 0.57,
    "change": 10.2,
    "counts": True,
    "is_official": True,
}
LEDGER = {
    "player": NAME,
    "pool": POOL_NAME,
    "date": "2026-07-01",
    "before": 1832,
    "rating": 1842,
    "change": 10.0,
    "how": "Each game adds the difference between the points and the expected score, times K.",
    "lines": [
        {
            "number": 1,
            "kind": "game",
            "date": "2026-06-21",
            "tournament": 62,
            "colour": "white",
            "opponent": OTHER,
            "opponent_name": "Bogaert, Bas",
            "opponent_rating": 1790,
            "points": 1.0,
            "expected": 0.57,
            "k": 24.0,
            "change": 10.0,
            "sentence": "Won against 1790.",
            "formula": "24 × (1 − 0.57)",
        }
    ],
}
CLUB = {**CLUB_NAME, "city": "Gent", "website": "https://tour-blanche.example.org", "members": 34}
CLUB_MEMBER = {"player": NAME, "ratings": [HISTORY]}
SEARCH = {
    "players": [NAME],
    "clubs": [CLUB_NAME],
    "tournaments": [
        {"id": 62, "name": "Open of Ghent", "end": "2026-06-21", "page": f"{SITE}/tournaments/2026/open-of-ghent/"}
    ],
}
