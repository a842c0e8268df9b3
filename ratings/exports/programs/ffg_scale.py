"""A go list in the columns of the French scale (ech_ffg_V3), which OpenGotha reads to register players.

Source: formats/go, "Lists". ISO-8859-15, CR LF, 61 columns.
"""

from federation.files.unique_values import map_unique
from ratings.exports.programs.cells import in_code_page, windows
from ratings.exports.snapshot import Snapshot
from tournaments.formats.go.cell_writer import country_of

ENCODING = "iso-8859-15"
CONTENT_TYPE = f"text/plain; charset={ENCODING}"
NO_LEVEL, NO_LICENCE, NO_CLUB = -9999, "-------", "xxxx"
LAST_CLUB = 9999  # a truncated number might be another club's
LICENSED, NOT_LICENSED, FOREIGN = "L", "-", "e"  # a player without an FFG licence is a foreigner in its list


def write(snapshot: Snapshot) -> bytes:
    """Return everybody who may play in a tournament, on the day of the list. One query more than the rows."""
    date = snapshot.list.date
    people = snapshot.for_pairing
    numbers = [_fitting(snapshot.licences.get(matricule, "")) for matricule in people["matricule"]]
    columns = (
        map(_name, people["last_name"], people["first_name"]),
        map_unique(lambda level: f"{NO_LEVEL if level is None else level:5}", people["rating"]),
        map(_status, numbers, people["affiliated"]),
        [f"{number or NO_LICENCE:7}" for number in numbers],
        map_unique(lambda club: f"{club:04}" if club and club <= LAST_CLUB else NO_CLUB, people["club"]),
        map_unique(lambda country: f"{country_of(country):2}", people["nationality"]),
    )
    head = f"#Echelle au {date.day}/{date:%m/%Y} 00:00:00"
    return windows([head, *map("{}{} {} {} {} {}".format, *columns)], ENCODING)


def _name(last: str, first: str) -> str:
    """Return the name with compound parts joined by underscores: its first blank separates last and first name."""
    name = f"{'_'.join(last.upper().split())} {'_'.join(first.split())}"
    return f"{in_code_page(name, ENCODING):38.38}"


def _fitting(licence: str) -> str:
    """Return "" for a number that is too long: a part of it might be another person's number."""
    return licence if len(licence) <= len(NO_LICENCE) else ""


def _status(licence: str, affiliated: bool) -> str:
    return FOREIGN if not licence else LICENSED if affiliated else NOT_LICENSED
