"""Answers that the documentation shows. A test compares them with the description. The people are invented."""

SITE = "https://ratings.example.org"

TOURNAMENT = {
    "id": 62,
    "name": "Open of Ghent",
    "city": "Gent",
    "start": "2026-06-20",
    "end": "2026-06-21",
    "rounds": 7,
    "discipline": "chess",
    "pace": "rapid",
    "time_control": "15 min + 5 s",
    "kind": "swiss",
    "club": {"number": "101", "name": "Tour Blanche", "page": f"{SITE}/clubs/101/"},
    "unit": None,
    "players": 84,
    "page": f"{SITE}/tournaments/2026/open-of-ghent/",
}
ANNOUNCEMENT = {
    "id": 12,
    "name": "Championship of East Flanders",
    "city": "Gent",
    "start": "2026-11-07",
    "end": "2026-11-11",
    "page": f"{SITE}/tournaments/announced/2026/championship-of-east-flanders/",
    "discipline": "chess",
    "pace": "standard",
    "website": "",
    "norms": False,
    "fide_rated": True,
    "club": None,
    "unit": {"code": "400", "name": "Oost-Vlaanderen", "page": f"{SITE}/leagues/400/"},
    "withdrawn": None,
    "withdrawal_reason": "",
}
SEAT = {
    "number": 3,
    "name": "Aerts, Anna",
    "rating": 1800,
    "player": {
        "number": "10001",
        "name": "Aerts, Anna",
        "title": "",
        "fide_id": None,
        "page": f"{SITE}/players/10001/",
    },
}
VISITOR = {"number": 8, "name": "Visser, Vera", "rating": 1750, "player": None}
STANDING = {"rank": 1, "seat": SEAT, "points": 6.5, "tie_breaks": {"BH-C1": 29.5}}
PAIRING = {
    "round": 1,
    "board": 1,
    "date": "2026-06-20",
    "white": SEAT,
    "black": VISITOR,
    "result": "1-0",
    "handicap": None,
    "board_size": None,
}
RECEIPT = {
    "receipt": "3f9c21ab77d0",
    "name": "open-of-ghent.trf",
    "sha256": "5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef",
    "sent_at": "2026-06-21T19:30:00+02:00",
    "state": "read",
    "failure": "",
    "page": f"{SITE}/receipts/3f9c21ab77d0/",
}
ONE_RECEIPT = {
    **RECEIPT,
    "tournaments": [
        {
            "id": 62,
            "name": "Open of Ghent",
            "stage": "read",
            "to_fix": 2,
            "rejection": "",
            "page": f"{SITE}/my-club/tournaments/62/",
        }
    ],
}
SENT = {"receipts": [{**RECEIPT, "state": "received"}]}
CORRECTION = {
    "id": 7,
    "made_at": "2026-08-02T10:15:00+02:00",
    "tournament": {"id": 62, "name": "Open of Ghent"},
    "what": "result",
    "where": "round 1: Aerts, Anna – Visser, Vera",
    "before": "1-0",
    "after": "½-½",
    "reason": "Both players confirmed the draw.",
    "lists": [{"title": "Elo, 1 July 2026, revision 1", "page": f"{SITE}/lists/elo/2026-07/"}],
    "page": f"{SITE}/tournaments/2026/open-of-ghent/#correction-7",
}
