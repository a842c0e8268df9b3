"""The tie-breaks that a file asks for are understood, named and calculated."""

from __future__ import annotations

import pytest
from django.utils import translation
from msgspec.structs import replace

from tests.tournaments.standings.fide_exercises import OLD_RULES, individual
from tournaments.standings.team_tie_break_codes import TEAM, known_of_teams, team_tie_break
from tournaments.standings.tie_break_codes import FIDE, known, tie_break
from tournaments.standings.tie_breaks import compute


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("BH", "BH"),
        ("bh/c1", "BH/C1"),
        ("BH/C1/P", "BH/C1/P"),
        ("BH/P/C1", "BH/C1/P"),
        ("SB!C2", "SB/C2"),
        ("AOB/F", "AOB/F"),
        ("KS/L+1", "KS/L+1"),
        ("KS/L60", "KS/L60"),
        ("TPR/U1400", "TPR/U1400"),
        ("GE", "REP"),
        ("APPO", "APPO"),
        ("STD", "STD"),
        ("TPN", "TPN"),
        ("tpn/r", "TPN/R"),
        ("RTNG/U1400/R", "RTNG/U1400/R"),
        ("ABH", "ABH"),
    ],
)
def test_a_code_is_read_with_its_modifiers(said: str, code: str) -> None:
    assert known([said]) == [code]
    assert tie_break(code).code == code


@pytest.mark.parametrize("said", ["BH/C0", "BH/Q1", "BH/C1/C2", "WIN/C1", "KS/L", "TPR/U12", "XYZ", "", "/P", "EDE"])
def test_unknown_codes_are_ignored(said: str) -> None:
    assert known([said, "DE"]) == ["DE"]


@pytest.mark.parametrize(
    "code", ["BH/C1/P", "BH:GP/M1", "FB/C1", "EDET/P", "EDEC", "EDEBB", "SSSC/K4", "EGMSB/C1", "TBR", "BBE"]
)
def test_codes_of_teams(code: str) -> None:
    assert known_of_teams([code]) == [code]
    assert team_tie_break(code).code == code


@pytest.mark.parametrize("code", [*FIDE, *TEAM])
def test_every_code_that_is_offered_is_one_that_a_file_may_say(code: str) -> None:
    assert code in known([code]) + known_of_teams([code])


def test_modifiers_are_explained_in_words() -> None:
    found = tie_break("BH/C2/P")
    assert (found.short, found.name) == ("BH-C2-P", "Buchholz, cut 2, as paired")
    assert found.meaning == (
        "The points of all opponents. The 2 lowest are left out. Games that were not played count as if they had been."
    )
    assert tie_break("KS/L-1").meaning.endswith("The limit: ½ below the half.")
    assert tie_break("KS/L+2").name == "Koya, limit +1"
    assert tie_break("KS/L+2").meaning.endswith("The limit: 1 above the half.")
    assert tie_break("KS/L60").name == "Koya, limit 60 %"
    assert team_tie_break("SSSC/K4").meaning.endswith("The factor is 4.")
    with translation.override("de"):
        assert tie_break("BH/C2/P").name == "Buchholz, Streichwertungen: 2, wie gepaart"


def test_they_are_calculated() -> None:
    codes = ["BH/C1/P", "KS/L+1", "TPR/U1400", "AOB/F", "SB/C2", "APPO", "RTNG", "STD", "ABH"]
    values = compute(individual(OLD_RULES), codes, ["BH/C1", "BH"], False).values
    # Player 9: 3½ of 1, 1 of 10, 2½ of 11 though the game was not played, 1½ for the bye; the half bye is cut.
    assert values[9]["BH/C1/P"] == 8.5
    # Player 12 was beaten, had two byes and a win without a fight, and left before the last two rounds.
    assert (values[12]["STD"], values[12]["ABH"]) == (2, 3)
    assert all(value is not None for row in values.values() for value in row.values())


def test_the_start_number_breaks_ties_and_is_shown_as_in_the_file() -> None:
    report = individual(OLD_RULES)
    players = tuple(replace(player, number=10 * player.number) for player in report.players)
    pairings = tuple(
        replace(each, white=10 * each.white, black=each.black and 10 * each.black) for each in report.pairings
    )
    report = replace(report, players=players, pairings=pairings)
    found, reverse = (compute(report, [code], [], False) for code in ("TPN", "TPN/R"))
    assert {number: row["TPN"] for number, row in found.values.items()} == {
        10 * each: 10 * each for each in range(1, 17)
    }
    # Players 1, 3 and 16 among others have 3½ points.
    assert found.ranks[10] < found.ranks[30] < found.ranks[160]
    assert reverse.ranks[10] > reverse.ranks[30] > reverse.ranks[160]
