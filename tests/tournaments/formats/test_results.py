"""tournaments/formats/results.py"""

from tournaments.formats.report import Result
from tournaments.formats.results import SIGNS, score


def test_a_score_names_both_sides():
    both = {"10": "1–0", "==": "½–½", "01": "0–1", "WL": "1–0", "1L": "1–0"}
    assert {letters: score(Result(letters[0]), Result(letters[1])) for letters in both} == both


def test_a_forfeit_does_not_look_like_a_game():
    both = {"+-": "+ / −", "-+": "− / +", "--": "− / −"}
    assert {letters: score(Result(letters[0]), Result(letters[1])) for letters in both} == both


def test_a_game_without_a_result_has_one_star():
    assert score(Result.PENDING, Result.PENDING) == "*"


def test_a_bye_shows_what_it_is_worth():
    assert [score(Result(letter), None) for letter in "UHFZ"] == ["1", "½", "1", "0"]


def test_every_letter_has_a_sign():
    assert set(SIGNS) == set(Result)
