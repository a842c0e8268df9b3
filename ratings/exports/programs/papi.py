"""The player base of Papi: an Access database with the tables JOUEUR and CLUB (formats/belgium, 1.6)."""

from federation.identity.member_numbers import as_shown
from ratings.exports.formatted_columns import federations
from ratings.exports.snapshot import Snapshot
from ratings.exports.zip import zipped
from tournaments.formats.papi import player_base_writer


def write_zip(snapshot: Snapshot) -> bytes:
    """Return ``players_Papi.mdb`` in an archive; the licence number (NrFFE) is the member number."""
    people = snapshot.for_pairing
    names = dict(zip(people["club"], people["club_name"], strict=True))
    clubs = {number: names[number] for number in sorted(filter(None, names))}
    is_fide_rating = [status == "foreign" for status in people["status"]]
    written = list(map(str, as_shown(people["matricule"])))
    players = {**people, "licence": written, "federation": federations(people), "is_fide_rating": is_fide_rating}
    base = player_base_writer.write_columns(players, clubs)
    return zipped(snapshot.list, [("players_Papi.mdb", [base])])
