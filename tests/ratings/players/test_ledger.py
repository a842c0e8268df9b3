"""A ledger in words."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import pytest
from django.utils import translation

from ratings.exports import Snapshot
from ratings.models import RatingList
from ratings.players.ledger import Explanation, explain
from ratings.pools.creation import create_pool
from ratings.systems.period import Kind, Reason
from ratings.wording import WORDING
from ratings.wording.numbers import plain, short, signed
from tests import cast
from tests.ratings import scene, stored
from tests.ratings.published import spring_list
from tests.ratings.wording.formulas import calculated, wrong_steps
from tournaments.models import Discipline, Participant

pytestmark = pytest.mark.django_db


@pytest.fixture
def published() -> RatingList:
    return spring_list()


def explained(rating_list: RatingList, matricule: int) -> Explanation:
    return explain(rating_list, cast.member(matricule))


def test_a_game_with_its_opponent_and_its_formula(published: RatingList) -> None:
    with translation.override("en"):
        found = explained(published, 10001)
        line = found.lines[0]
        assert (line.day, line.tournament.name, line.colour) == (dt.date(2026, 3, 1), "Spring Open", "white")
        assert (line.opponent, line.opponent_name) == (cast.member(10002), "Baeten, Bram")
        assert (line.entry.opponent_rating, line.result, line.entry.difference) == (1650, "1", 150)
        assert (line.expected, line.k, line.change) == (Decimal("0.7"), 24, Decimal("7.2"))
        assert line.formula == "D = 1800 − 1650 = +150, We = 0.70; K (W − We) = 24 × (1 − 0.70) = +7.20"
        assert line.sentence == "Game no. 151 (101–300): K = 24."


def test_who_has_a_rating_needs_no_games_for_a_first_one(published: RatingList) -> None:
    found = explained(published, 10009)
    assert found.games_to_first_rating == 9
    found.rating.rating = 2100  # FIDE's
    assert found.games_to_first_rating == 0


def test_in_go_a_corrected_start_opens_its_tournament() -> None:
    made = scene.started("go", system="ffg", standings={10001: (-450, 30)})
    for name, games in (("First", ["10001 ~-450 1-0"]), ("Second", ["10001 ~900 1-0"] * 4)):
        event = scene.tournament(games, name=name, start=dt.date(2026, 3, 1 + len(games)), discipline="go")
        event.pairings.update(handicap=0, board_size=19)
    parts = explained(scene.published(made), 10001).parts
    assert [part.tournament.name for part in parts] == ["First", "Second"]
    assert [part.lines[0].kind for part in parts] == [Kind.GAME, Kind.ADJUSTED_START]


def test_games_rules_and_what_does_not_count_stand_apart(published: RatingList) -> None:
    found = explained(published, 10001)
    assert [line.kind for line in found.games] == [Kind.GAME, Kind.GAME]
    assert [line.kind for line in found.rules] == [Kind.ROUNDING]
    assert [line.entry.reason for line in found.not_counted] == [Reason.OPPONENT_UNRATED]
    assert found.total == -1 == found.rating.change


@pytest.mark.long
def test_every_ledger_adds_up(published: RatingList) -> None:
    for matricule in (10001, 10002, 10003, 10004, 10005, 10006, 10007, 10008):
        found = explain(published, cast.member(matricule))
        assert found.total == found.rating.change
        assert found.adds_up


def test_a_ledger_that_was_tampered_with_does_not_add_up(published: RatingList) -> None:
    stored.change_entry(published, 10001, 1, change=72_001)
    assert not explain(published, cast.member(10001)).adds_up


def test_lists_that_name_no_rules_are_explained_by_those_of_the_pool(published: RatingList) -> None:
    published.manifest = {}
    with translation.override("en"):
        assert explained(published, 10001).lines[0].sentence == "Game no. 151 (101–300): K = 24."


def test_an_outsider_without_a_name_is_called_no_member(published: RatingList) -> None:
    Participant.objects.filter(outsider=True).update(file_last_name="")
    with translation.override("en"):
        assert explained(published, 10004).lines[0].opponent_name == "Not a member"


def test_an_outsider_has_the_name_of_the_file(published: RatingList) -> None:
    line = explained(published, 10004).lines[0]
    assert (line.opponent, line.opponent_name, line.entry.opponent_rating) == (None, "~2100", 2100)


def test_a_hidden_member_has_no_name(published: RatingList) -> None:
    member = cast.member(10002)
    member.hidden = True
    member.save()
    with translation.override("en"):
        assert explained(published, 10001).lines[0].opponent_name == "Member 10002"


def test_the_floor_says_so(published: RatingList) -> None:
    with translation.override("en"):
        found = explained(published, 10005)
        assert "Raised to 1150, the lowest published rating." in [line.sentence for line in found.rules]


def reason_of(published: RatingList, matricule: int) -> str:
    with translation.override("en"):
        return explained(published, matricule).not_counted[0].sentence


@pytest.mark.parametrize(
    ("matricule", "sentence"),
    [
        (10002, "Does not count: forfeit."),
        (10005, "Does not count: no result yet."),
        (10006, "Does not count: a player was not affiliated or not entitled to be rated (0F-0F)."),
        (10008, "Does not count: the opponent's rating is unknown."),
        (10001, "Does not count: the opponent had no rating (fewer than 20 games)."),
    ],
)
def test_a_game_that_does_not_count_says_why(published: RatingList, matricule: int, sentence: str) -> None:
    assert reason_of(published, matricule) == sentence


def test_a_player_without_a_rating_whose_games_do_not_count(published: RatingList) -> None:
    found = explained(published, 10010)
    assert found.rating is None
    assert (len(found.not_counted), found.total) == (2, 0)


@pytest.mark.long
@pytest.mark.parametrize("language", ["fr", "nl", "de", "en"])
def test_every_sentence_can_be_said_in_every_language(published: RatingList, language: str) -> None:
    with translation.override(language):
        for matricule in cast.PEOPLE:
            for line in explain(published, cast.member(matricule)).lines:
                assert line.sentence
                assert line.formula or line.kind != Kind.GAME


@pytest.mark.parametrize(
    ("language", "formula"), [("fr", "24 × (1 − 0,70) = +7,20"), ("en", "24 × (1 − 0.70) = +7.20")]
)
def test_numbers_are_written_as_the_language_does(published: RatingList, language: str, formula: str) -> None:
    with translation.override(language):
        assert explained(published, 10001).lines[0].formula.endswith(formula)


def test_a_merged_member_keeps_his_colour() -> None:
    made = scene.started(standings={10001: (1800, 150), 10002: (1650, 40)})
    scene.tournament(["10002 10003 1-0", "10001 10002 1-0"])
    other = cast.member(10003)
    other.merged_into = cast.member(10001)
    other.save()
    assert [line.colour for line in explained(scene.published(made), 10001).lines if line.is_game] == ["black", "white"]


def test_four_queries(django_assert_num_queries, published: RatingList) -> None:
    member = cast.member(10001)
    with django_assert_num_queries(4):
        for line in explain(published, member).lines:
            assert (line.opponent_name, line.day, line.sentence) != ("", None, "")


def test_signs_and_decimals() -> None:
    with translation.override("en"):
        assert [signed(Decimal(text)) for text in ("10.88", "-5.16", "0", "1.2345")] == [
            "+10.88",
            "−5.16",
            "0.00",
            "+1.2345",
        ]
        assert [plain(Decimal(text)) for text in ("32", "7.5", "100")] == ["32", "7.50", "100"]


def test_factors_have_the_decimals_that_they_have() -> None:
    with translation.override("en"):
        numbers = [short(Decimal(text)) for text in ("24", "0.80", "1.4370", "100", "0", "-16.13333")]
        assert numbers == ["24", "0.8", "1.437", "100", "0", "−16.1333"]


@pytest.mark.parametrize("system", WORDING)
def test_no_reason_is_without_words(system: str) -> None:
    assert set(WORDING[system].REASONS) == set(Reason) - {Reason.NONE}


@pytest.mark.long
def test_k9_every_formula_of_bughouse_comes_out() -> None:
    pool = create_pool("bughouse", "fics", discipline=Discipline.BUGHOUSE)
    scene.starting_list(pool, {10001: (1900, 50), 10002: (1655, 50), 10003: (1500, 50)})
    games = ["10001 10002 1-0", "10003 10004 1-0"] * 2
    scene.two_against_two(scene.tournament(games, discipline=Discipline.BUGHOUSE))
    published = scene.published(pool)
    with translation.override("en"):
        for matricule, colour in ((10001, "white"), (10002, "black"), (10003, "black"), (10004, "white")):
            games = [line for line in explain(published, cast.member(matricule)).lines if line.kind == Kind.GAME]
            assert [line.colour for line in games] == [colour, colour]
            for line in games:
                assert (wrong_steps(line.formula), calculated(line.formula)) == ([], 2)
        [game, next_game] = [line for line in explain(published, cast.member(10002)).lines if line.kind == Kind.GAME]
        assert game.sentence == (
            "RD 88.72, that of the three other players together 371.81; the mean ratings of the two teams "
            "differ by 12.5; after the game the RD is 88.19."
        )
        assert game.formula.endswith("K (w − E) = 19.2786 × (0 − 0.484512) = −9.3407; 1655 − 9.3407 → 1646")
        assert "; 1646 − " in next_game.formula


@pytest.mark.long
def test_partners_meet_those_of_the_other_team() -> None:
    pool = create_pool("bughouse", "fics", discipline=Discipline.BUGHOUSE)
    scene.starting_list(pool)
    games = ["10001 ~1850 1-0", "10003 10004 1-0", "~1800 10002 1-0", "10003 10004 1-0"]
    scene.two_against_two(scene.tournament(games, discipline=Discipline.BUGHOUSE))
    published = scene.published(pool)
    players = (10001, 10002, 10003, 10004)
    met = {who: [line.opponent_name for line in explained(published, who).lines] for who in players}
    of_whites, of_blacks = ["~1850", "Baeten, Bram"], ["Aerts, Anna", "~1800"]
    assert met == {10001: of_whites[:1], 10003: of_whites, 10002: of_blacks[1:], 10004: of_blacks}
    entries = Snapshot(published).entries
    told = dict.fromkeys(entries.matricule, ())
    for who, name, colour in zip(entries.matricule, entries.opponent_name, entries.colour, strict=True):
        told[who] += (name, colour)
    assert told == {
        10001: ("~1850", "W"),
        10002: ("~1800", "B"),
        10003: ("~1850", "B", "Baeten, Bram", "B"),
        10004: ("Aerts, Anna", "W", "~1800", "W"),
    }
