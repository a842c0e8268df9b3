"""federation/identity/column_names.py, and the imports that use it"""

import pytest

from federation.identity.column_names import known
from federation.identity.names import folded
from federation.imports import clubs, member_columns
from ratings.starting_lists import file as starting_list
from tournaments.formats.games_csv import reader as games_csv

HEADERS = {
    "members": {folded(header): column.name for column in member_columns.COLUMNS for header in column.headers},
    "clubs": {folded(header): column.name for column in clubs.COLUMNS for header in column.headers},
    "ratings": starting_list.COLUMNS,
    "games": games_csv.HEADERS,
}


@pytest.mark.parametrize(
    ("file", "header", "column"),
    [
        ("members", "Stamnummer", "number"),
        ("members", "NUMÉRO DE MEMBRE", "number"),
        ("members", "Mitgliedsnr.", "number"),
        ("members", "PKZ", "number"),
        ("members", "Geb. am", "birth_date"),
        ("members", "Né le", "birth_date"),
        ("members", "Mitglied seit", "affiliated_from"),
        ("members", "lid_sinds", "affiliated_from"),
        ("clubs", "Nom du cercle", "name"),
        ("clubs", "Vereinsnummer", "number"),
        ("clubs", "Plaats", "city"),
        ("ratings", "Matricule", "number"),
        ("ratings", "Anzahl Partien", "games"),
        ("ratings", "Cote", "rating"),
        ("ratings", "DWZ", "rating"),
        ("games", "Tournoi", "event"),
        ("games", "Weiß", "white"),
        ("games", "Uitslag", "result"),
        ("games", "white_rating", "white_rating"),
    ],
)
def test_headers_are_understood_in_four_languages(file: str, header: str, column: str) -> None:
    assert HEADERS[file][folded(header)] == column


def test_each_header_of_games_means_one_column() -> None:
    single = [known({name: name.replace("_", " ")}) for name in games_csv.COLUMNS if name != "city"]
    assert sum(map(len, single)) == len(set().union(*single))
