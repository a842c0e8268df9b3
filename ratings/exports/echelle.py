"""A go list in the columns of the French scale (ech_ffg_V3), which OpenGotha reads to register players.

Source: formats/go, "Lists". ISO-8859-15, CR LF, 61 columns.
"""

from __future__ import annotations

from federation.models import Licence
from ratings.exports.cells import windows
from ratings.exports.rows import Row, Snapshot

ENCODING = "iso-8859-15"
CONTENT_TYPE = f"text/plain; charset={ENCODING}"
ISSUER = "FFG"
NO_LEVEL, NO_LICENCE, NO_CLUB = -9999, "-------", "xxxx"
LICENSED, NOT_LICENSED, FOREIGN = "L", "-", "e"  # who has no licence of the FFG is a foreigner to its list
# The two letters of countries where go is played in clubs; others stay blank.
COUNTRIES = {
    "AUT": "AT", "BEL": "BE", "BUL": "BG", "CAN": "CA", "CHN": "CN", "CRO": "HR", "CZE": "CZ", "DEN": "DK",
    "ESP": "ES", "EST": "EE", "FIN": "FI", "FRA": "FR", "GER": "DE", "GRE": "GR", "HUN": "HU", "IRL": "IE",
    "ISR": "IL", "ITA": "IT", "JPN": "JP", "KOR": "KR", "LAT": "LV", "LTU": "LT", "LUX": "LU", "NED": "NL",
    "NOR": "NO", "POL": "PL", "POR": "PT", "ROU": "RO", "RUS": "RU", "SLO": "SI", "SRB": "RS", "SUI": "CH",
    "SVK": "SK", "SWE": "SE", "TUR": "TR", "UKR": "UA", "ENG": "UK", "GBR": "UK", "USA": "US",
}  # fmt: skip


def write(snapshot: Snapshot) -> bytes:
    """Everybody who may be met at a board; the day is that of the list. Two queries more than the rows."""
    held = Licence.objects.filter(issuer=ISSUER).order_by("number").values_list("member__matricule", "number")
    licences = dict(held)
    date = snapshot.list.date
    head = f"#Echelle au {date.day}/{date:%m/%Y} 00:00:00"
    return windows([head, *(_line(row, licences.get(row.matricule, "")) for row in snapshot.for_pairing)], ENCODING)


def _line(row: Row, licence: str) -> str:
    """The first blank of a name parts it in two, so that compound ones have a line below."""
    name = f"{row.last_name.upper().replace(' ', '_')} {row.first_name.replace(' ', '_')}"[:38]
    level = NO_LEVEL if row.rating is None else row.rating
    status = FOREIGN if not licence else LICENSED if row.affiliated else NOT_LICENSED
    club = f"{row.club:04}"[:4] if row.club else NO_CLUB
    return f"{name:38}{level:5} {status} {licence or NO_LICENCE:7.7} {club} {COUNTRIES.get(row.nationality, ''):2}"
