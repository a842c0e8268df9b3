"""The player base of Papi."""

from __future__ import annotations

import datetime as dt

from tournaments.formats.papi.jet4_reader import JetDatabase
from tournaments.formats.papi.player_base_writer import BasePlayer, write

ANNA = BasePlayer(
    matricule=10001,
    licence="10001",
    last_name="Van den Brœucke-Östergård",
    first_name="Anna-Łucja",
    sex="F",
    birth_date=dt.date(1890, 1, 31),
    rating=1799,
    federation="BEL",
    club=101,
    club_name="Échiquier de l’Été",
    fide_id=990001,
    title="WGM",
    affiliated=True,
    is_fide_rating=False,
)


def row(player: BasePlayer) -> dict[str, object]:
    columns = ("Nom", "Prenom", "NeLe", "Elo", "Fide", "Club", "FideCode", "FideTitre", "AffType", "ClubRef")
    [found] = JetDatabase(write([player], {})).rows("JOUEUR", columns)
    return found


def test_names_are_plain_and_cut_to_twenty_letters_clubs_keep_their_accents():
    found = row(ANNA)
    assert (found["Nom"], found["Prenom"]) == ("VAN DEN BROEUCKE-OST", "Anna-Lucja")
    assert found["Club"] == "Échiquier de l’Été"
    assert found["NeLe"] == dt.datetime(1890, 1, 31)


def test_what_is_not_known_is_null():
    nobody = ANNA._replace(
        first_name="",
        birth_date=None,
        rating=None,
        club=None,
        club_name="",
        fide_id=None,
        title="",
        affiliated=False,
    )
    found = row(nobody)
    assert {found[name] for name in ("Prenom", "NeLe", "ClubRef", "Club", "FideCode")} == {None}
    assert (found["FideTitre"], found["AffType"]) == ("", "N")
    assert (found["Elo"], found["Fide"]) == (1399, "E")


def test_a_rating_says_whose_it_is():
    assert [row(ANNA._replace(is_fide_rating=is_fide))["Fide"] for is_fide in (False, True)] == ["N", "F"]
    assert (row(ANNA)["FideTitre"], row(ANNA)["AffType"]) == ("gf", "A")


def test_the_same_players_give_the_same_bytes():
    assert write([ANNA], {101: "Tour"}) == write([ANNA], {101: "Tour"})
