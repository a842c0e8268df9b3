"""OpenGotha files (.xml): attributes, deviations, hostile files, damaged copies, and real ones."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.mutations import mutations, truncations
from tests.tournaments.formats.go.event import OPEN_GOTHA as REPORT
from tests.tournaments.formats.real_samples import samples
from tournaments.formats.open_gotha import reader as open_gotha
from tournaments.formats.open_gotha.writer import write
from tournaments.formats.report import FormatError, Place, Problem, ReportedPlayer, TournamentReport

FILE = write(REPORT).decode()
RIVIERE, WEYN = "1 Rivière, Lou", "5 Weyn"


def read(text: str) -> TournamentReport:
    """Return the report of a file."""
    (report,) = open_gotha.read(text.encode())
    return report


def changed(pattern: str, replacement: str) -> TournamentReport:
    """Return the report of the file with one place changed."""
    text, count = re.subn(pattern, replacement, FILE, count=1)
    assert count == 1
    return read(text)


def new_problems(report: TournamentReport) -> list[Problem]:
    """Return those that the file did not have before it was changed."""
    return [problem for problem in report.problems if problem not in REPORT.problems]


def refusal(data: bytes) -> str:
    with pytest.raises(FormatError) as caught:
        open_gotha.read(data)
    return str(caught.value)


def test_a_player_is_read_with_his_numbers() -> None:
    assert read(FILE).players[0] == ReportedPlayer(
        1,
        "Rivière",
        "Lou",
        federation="FR",
        licence="1854001",
        rating=272,
        club="75Nu",
        grade="3D",
        start_score=32.0,
    )


def test_the_director_of_the_tournament_is_its_arbiter() -> None:
    assert changed('director=""', 'director="Anne Personne"').arbiters == ("Anne Personne",)


@pytest.mark.parametrize("written", ["", "0", "00000000"])
def test_a_pin_of_zeros_is_none(written: str) -> None:
    assert changed('egfPin="14500123"', f'egfPin="{written}"').players[1].pin == ""


@pytest.mark.parametrize(("rating", "level"), [("2949", 899), ("2050", 0), ("2049", -1), ("-900", -2950)])
def test_a_rating_is_a_level_moved_by_2050(rating: str, level: int) -> None:
    assert changed(r'rating="2322"', f'rating="{rating}"').players[0].rating == level


def test_older_files_have_the_level_itself() -> None:
    text = FILE.replace('dataVersion="201"', 'dataVersion="200"').replace('rating="2322"', 'rating="272"')
    assert read(text).players[0].rating == 272


def test_without_a_rating_the_grade_is_the_level() -> None:
    assert changed(r'rating="2322"', 'rating=""').players[0].rating == 250


def test_a_player_on_the_french_scale_without_a_level_has_that_of_the_grade() -> None:
    report = changed(r'rating="2322" ratingOrigin="[^"]*"', 'rating="-900" ratingOrigin="FFG : -9999"')
    assert report.players[0].rating == 250


def test_a_rating_that_is_none_is_reported() -> None:
    report = changed(r'rating="2322"', 'rating="99999"')
    assert report.players[0].rating == 250
    assert new_problems(report) == [Problem("rating_unknown", Place(player=1), {"value": "99999"})]


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        ("RESULT_WHITEWINS", "10"), ("RESULT_BLACKWINS", "01"), ("RESULT_EQUAL", "=="), ("RESULT_BOTHWIN", "WW"),
        ("RESULT_BOTHLOSE", "LL"), ("RESULT_WHITEWINS_BYDEF", "+-"), ("RESULT_BLACKWINS_BYDEF", "-+"),
        ("RESULT_EQUAL_BYDEF", "DD"), ("RESULT_BOTHWIN_BYDEF", "++"), ("RESULT_BOTHLOSE_BYDEF", "--"),
        ("RESULT_UNKNOWN", "**"), ("RESULT_JIGO", "**"),
    ],
)  # fmt: skip
def test_every_result_has_its_letters(name: str, letters: str) -> None:
    assert changed(r'result="RESULT_WHITEWINS"', f'result="{name}"').pairings[0].letters == letters


@pytest.mark.parametrize(("name", "letters"), [("RESULT_BOTHLOOSE", "LL"), ("RESULT_BOTHLOOSE_BYDEF", "--")])
def test_pairgoth_writes_that_both_lost_with_a_letter_more(name: str, letters: str) -> None:
    report = changed('"RESULT_WHITEWINS"', f'"{name}"')
    assert report.pairings[0].letters == letters
    assert not [problem for problem in report.problems if problem.code == "result_unknown"]


def test_pairgoth_calls_the_list_of_byes_like_a_bye() -> None:
    assert read(FILE.replace("ByePlayers>", "ByePlayer>")) == REPORT


@pytest.mark.parametrize(
    ("attribute", "program"),
    [('gothaVersion="348"', "OpenGotha 3.48"), ('fullVersionNumber="3.52.03"', "OpenGotha 3.52.03")],
)
def test_the_version_of_the_program_is_reported(attribute: str, program: str) -> None:
    assert read(FILE.replace("<Tournament ", f"<Tournament {attribute} ")).program == program


CRITERIA = r"<PlacementCriterion [^~]*number=\"3\"/>"


@pytest.mark.parametrize(
    ("criteria", "codes"),
    [
        (["MMS", "SOSM", "SOSOSM", "NULL"], ("MMS", "SOS", "SOSOS")),
        (["MMS", "SOSM", "SOSM-1", "SOSM-2"], ("MMS", "SOS", "SOS-1", "SOS-2")),
        (["NBW", "SOSW", "SODOSW", "DC"], ("NBW", "SOS", "SODOS", "DC")),
        (["NBW", "SDC", "SOSW"], ("NBW", "SDC", "SOS")),
        (["NBW", "NBW", "NULL", "CUSSW"], ("NBW", "CUSS")),
        (["CAT", "NBW", "EXT", "EXR"], ("NBW", "EXT", "EXR")),
        (["NBW", "Rating", "SOSW"], ("NBW",)),
    ],
)
def test_criteria_are_those_of_the_file_up_to_the_first_unknown(criteria: list[str], codes: tuple[str, ...]) -> None:
    elements = [f'<PlacementCriterion name="{name}" number="{at}"/>' for at, name in enumerate(criteria, start=1)]
    of_teams = '<PlacementCriterion name="NBW" number="1"/>'
    report = changed(CRITERIA, "".join(elements) + of_teams)
    assert (report.tie_breaks, report.kind) == (codes, "mcmahon" if "MMS" in criteria else "swiss")
    assert {player.start_score is None for player in report.players} == {"MMS" not in criteria}


@pytest.mark.parametrize(
    ("said", "others", "codes"),
    [("true", "", ("MMS",)), ("false", "", ("MMS", "SOS", "SOSOS")), ("true", "all", ("MMS", "SOS", "SOSOS"))],
)
def test_sums_over_opponents_do_not_decide_where_the_file_counts_in_them_what_was_not_played(
    said: str, others: str, codes: tuple[str, ...]
) -> None:
    text = FILE.replace("<GeneralParameterSet ", f'<GeneralParameterSet genCountNotPlayedGamesAsHalfPoint="{said}" ')
    if others:  # everybody played
        text = re.sub("<ByePlayer [^>]*/>", "", text).replace("_BYDEF", "")
        text = re.sub(r'participating="[01]*"', f'participating="{20 * "1"}"', text)
    assert read(text).tie_breaks == codes


def test_ranks_of_categories_stand_in_the_report_as_only_the_file_knows_them() -> None:
    criteria = '<PlacementCriterion name="CAT" number="1"/><PlacementCriterion name="NBW" number="2"/>'
    categories = '<Categories><Category lowerLimit="1D" number="1"/></Categories>'
    report = changed(CRITERIA, criteria + categories)
    assert [player.rank for player in report.players] == [1, 2, 3, 5, 4, 6]


def test_an_unknown_result_is_reported() -> None:
    place, facts = Place(round=1, board=1), {"result": "RESULT_JIGO"}
    assert Problem("result_unknown", place, facts) in changed('"RESULT_WHITEWINS"', '"RESULT_JIGO"').problems


def test_a_game_that_both_won_is_not_rated_and_reported() -> None:
    facts = {"player": RIVIERE, "opponent": "2 Šimek, Žofie"}
    report = changed('"RESULT_WHITEWINS"', '"RESULT_BOTHWIN"')
    assert new_problems(report) == [Problem("both_won", Place(round=1, board=1), facts)]
    assert not report.pairings[0].white_result.is_rated


@pytest.mark.parametrize("attribute", ["knownColor", "strKnownColor"])
def test_games_of_unknown_colours_are_reported_once(attribute: str) -> None:
    report = read(FILE.replace('knownColor="true"', f'{attribute}="false"'))
    assert Problem("colours_unknown", Place(), {"count": 10}) in report.problems


def test_two_entries_of_one_name_are_reported() -> None:
    report = changed('name="Okada" firstName="Mika"', 'name="WE YN" firstName="-"')
    assert Problem("name_twice", Place(player=5), {"player": WEYN}) in report.problems
    assert [player.number for player in report.players] == [1, 2, 3, 4, 6]
    assert {4} <= {game.white for game in report.pairings if game.round == 1}


def test_an_opponent_who_is_not_there_leaves_a_bye_of_equal_worth() -> None:
    report = changed('blackPlayer="ŠIMEKŽOFIE"', 'blackPlayer="NIEMAND"')
    first = next(each for each in report.pairings if each.white == 1)
    assert (first.round, first.black, first.letters) == (1, None, "F")
    assert new_problems(report) == [Problem("opponent_unknown", Place(round=1, board=1), {"opponent": "NIEMAND"})]


def test_capitals_of_a_turkish_computer_name_the_same_player() -> None:
    assert "RIVIÈRELOU" in FILE
    assert read(FILE.replace("RIVIÈRELOU", "RİVİÈRELOU")) == REPORT


def test_nobody_plays_against_himself() -> None:
    report = changed('blackPlayer="ŠIMEKŽOFIE"', 'blackPlayer="RIVIÈRELOU"')
    assert new_problems(report) == [Problem("self_pairing", Place(round=1, board=1), {"player": RIVIERE})]
    assert len(report.pairings) == len(REPORT.pairings) - 1


@pytest.mark.parametrize(("name", "value"), [("roundNumber", "0"), ("roundNumber", "first"), ("handicap", "many")])
def test_a_game_with_a_number_that_is_none_is_reported(name: str, value: str) -> None:
    report = changed(rf'(<Game .*?){name}="\d"', rf'\1{name}="{value}"')
    place = Place(round=1, board=1) if name == "handicap" else Place()
    assert new_problems(report) == [Problem("field_unknown", place, {"field": name, "value": value})]


def test_a_game_beyond_the_last_round_is_read_and_reported() -> None:
    report = changed('numberOfRounds="4"', 'numberOfRounds="3"')
    assert report.rounds == 4
    assert new_problems(report) == [Problem("rounds_more", Place(), {"found": 4, "announced": 3})]


def test_rounds_that_were_not_played_have_no_absences() -> None:
    report = changed('numberOfRounds="4"', 'numberOfRounds="20"')
    assert (report.rounds, report.pairings) == (20, REPORT.pairings)


@pytest.mark.parametrize(("worth", "letter"), [("0", "Z"), ("1", "H"), ("2", "F")])
def test_the_tournament_says_what_an_absence_is_worth(worth: str, letter: str) -> None:
    report = changed(r'genMMS2ValueAbsent="\d"', f'genMMS2ValueAbsent="{worth}"')
    assert [each.letters for each in report.pairings if (each.round, each.white) == (2, 6)] == [letter]


@pytest.mark.parametrize(("worth", "letter"), [("0", "Z"), ("1", "H"), ("2", "U")])
def test_the_tournament_says_what_a_bye_is_worth(worth: str, letter: str) -> None:
    report = changed(r'genMMS2ValueBye="\d"', f'genMMS2ValueBye="{worth}"')
    assert [each.letters for each in report.pairings if (each.round, each.white) == (2, 4)] == [letter]


def test_who_is_registered_provisionally_and_has_no_game_is_left_out() -> None:
    entry = '<Player name="Nobis" firstName="Noa" rank="5K" rating="1600" registeringStatus="PRE"/></Players>'
    report = read(FILE.replace("</Players>", entry))
    assert len(report.players) == 6
    assert new_problems(report) == [Problem("player_preliminary", Place(player=7), {"player": "7 Nobis, Noa"})]


def test_a_player_with_a_game_stays_whatever_his_registration() -> None:
    assert read(FILE.replace('registeringStatus="FIN"', 'registeringStatus="PRE"')) == REPORT


def test_a_team_event_is_named() -> None:
    report = read(FILE.replace("<ByePlayers>", '<Teams><Team teamName="A"/></Teams><ByePlayers>'))
    assert (report.kind, new_problems(report)) == ("team", [Problem("team_event")])


def with_teams(*teams: str) -> TournamentReport:
    """Return the tournament as a team event; the teams of the players in their order."""
    players = tuple(replace(player, team=team) for player, team in zip(REPORT.players, teams, strict=True))
    return read(write(replace(REPORT, kind="team", players=players)).decode())


def test_players_belong_to_the_team_that_has_a_board_for_them() -> None:
    report = with_teams("Tower", "Bridge & Sons", "Bridge & Sons", "Tower", "", "")
    assert [player.team for player in report.players] == ["Tower", "Bridge & Sons", "Bridge & Sons", "Tower", "", ""]
    assert report.kind == "team"


def test_teams_that_meet_several_in_a_round_are_mere_lists() -> None:
    report = with_teams("Tower", "Bridge", "Gate", "Tower", "", "")
    assert (report.kind, report.players[2].team) == ("mcmahon", "Gate")
    assert Problem("team_event") not in report.problems


@pytest.mark.parametrize(
    ("system", "minutes", "pace", "words"),
    [
        ("SUDDENDEATH", "60", "rapid", "60 min"),
        ("STDBYOYOMI", "60", "standard", "60 min + byo-yomi 20 s"),
        ("CANBYOYOMI", "59", "rapid", "59 min + byo-yomi 300 s / 15"),
        ("FISCHER", "90", "standard", "90 min + 10 s"),
        ("FISCHER", "29", "blitz", "29 min + 10 s"),
        ("HOURGLASS", "30", "rapid", "30 min"),
    ],
)
def test_the_clock_gives_the_pace(system: str, minutes: str, pace: str, words: str) -> None:
    clock = f'basicTime="{minutes}" complementaryTimeSystem="{system}" canByoYomiTime="300" nbMovesCanTime="15" '
    text = re.sub(r'basicTime="60" complementaryTimeSystem="\w+"', clock + 'fischerTime="10"', FILE)
    assert (read(text).pace, read(text).time_control) == (pace, words)


def test_what_cannot_be_read_of_the_parameters_is_reported() -> None:
    text = FILE.replace('size="19"', 'size="big"').replace('komi="7.5"', 'komi="six"')
    text = text.replace('basicTime="60"', 'basicTime="long"').replace('numberOfRounds="4"', 'numberOfRounds=""')
    report = read(text.replace('beginDate="2010-05-01"', 'beginDate="2010-05-32"'))
    assert {(problem.code, *problem.facts.values()) for problem in new_problems(report)} == {
        ("date_unknown", "2010-05-32"),
        ("field_unknown", "basicTime", "long"),
        ("field_unknown", "size", "big"),
        ("field_unknown", "komi", "six"),
        ("field_unknown", "numberOfRounds", ""),
    }
    assert (report.rounds, report.pairings[0].board_size, report.pairings[0].komi) == (4, None, None)


@pytest.mark.parametrize("encoding", ["utf-8", "iso-8859-1", "iso-8859-15", "windows-1252", "utf-16"])
def test_the_encoding_is_the_one_that_the_file_names(encoding: str) -> None:
    text = FILE.replace("UTF-8", encoding).replace("Šimek", "Simek").replace("ŠIMEKŽ", "SIMEKŽ")
    text = text.replace("Žofie", "Zofie").replace("ŽOFIE", "ZOFIE")
    (report,) = open_gotha.read(text.encode(encoding))
    assert (report.players[0].last_name, report.players[1].first_name) == ("Rivière", "Zofie")
    assert report.pairings == REPORT.pairings


def test_a_document_type_may_be_named_and_is_not_fetched(tmp_path: Path) -> None:
    named = tmp_path / "tournament.dtd"
    named.write_text('<!ENTITY x "y"> this is no document type', encoding="utf-8")
    assert read(FILE.replace("<Tournament ", f'<!DOCTYPE Tournament SYSTEM "{named}">\n<Tournament ', 1)) == REPORT


@pytest.mark.parametrize(
    "declaration",
    [
        '<!ENTITY a "b">',
        '<!ENTITY a SYSTEM "file:///etc/hostname">',
        '<!ENTITY % a SYSTEM "http://127.0.0.1:9/x"> %a;',
        '<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;">',
    ],
)
def test_entities_are_refused(declaration: str) -> None:
    text = FILE.replace("<Tournament ", f"<!DOCTYPE Tournament [{declaration}]>\n<Tournament ", 1)
    assert refusal(text.replace("Okada", "&a;").encode()) == (
        "The file declares entities or refers to other files: OpenGotha writes nothing of the kind."
    )


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (FILE[:2000].encode(), r"The file is not valid XML \(line \d+\): it was cut off or changed\."),
        (b'<?xml version="1.0" encoding="klingon"?><Tournament/>', r"The file is not valid XML \(line 1\).*"),
        (b"<Turnier/>", r"This XML file is not an OpenGotha tournament: it has no Tournament\."),
        (b"<Tournament/>", r"This XML file is not an OpenGotha tournament: it has no Player\."),
        (b"<Tournament>" + b"<a/>" * 200_001, r"The file holds more than any tournament \(200000 elements\)\."),
        (b"<Tournament>" + b"<a>" * 200_001, r"The file holds more than any tournament \(200000 elements\)\."),
        (
            b"<Tournament>" + b'<Player name="a"/>' * 10_000 + b"</Tournament>",
            r"The file holds more than any tournament \(9999 elements\)\.",
        ),
    ],
)
def test_a_file_that_is_not_a_tournament_is_refused_with_a_sentence(data: bytes, sentence: str) -> None:
    assert re.fullmatch(sentence, refusal(data))


@pytest.mark.long
def test_damaged_copies_give_a_report_or_one_sentence() -> None:
    data = write(REPORT)
    for damaged in (*mutations(data, 500, seed=3), *truncations(data, 60)):
        try:
            (report,) = open_gotha.read(damaged)
        except FormatError as error:
            assert str(error)
        else:
            numbers = {player.number for player in report.players}
            assert all({each.white, each.black} - {None} <= numbers for each in report.pairings)


NAMES_OF_RESULTS = {
    "10": "WHITEWINS", "01": "BLACKWINS", "==": "EQUAL", "WW": "BOTHWIN", "LL": "BOTHLOSE", "**": "UNKNOWN",
    "+-": "WHITEWINS_BYDEF", "-+": "BLACKWINS_BYDEF",
}  # fmt: skip


@pytest.mark.parametrize(("path", "facts"), samples("go", ".xml"))
def test_real_files_hold_what_they_should(path: Path, facts: dict[str, object]) -> None:
    (report,) = open_gotha.read(path.read_bytes())
    games = [each for each in report.pairings if each.black is not None]
    left_out = sum(problem.code == "player_preliminary" for problem in report.problems)
    found = {
        "players": len(report.players) + left_out,
        "rounds": report.rounds,
        "rounds_with_games": len({game.round for game in games}),
        "games": len(games),
        "results": {
            name: count
            for letters, name in NAMES_OF_RESULTS.items()
            if (count := sum(game.letters == letters for game in games))
        },
        "handicap_games": sum(bool(game.handicap) for game in games),
        "max_handicap": max(game.handicap or 0 for game in games),
        "board": games[0].board_size,
        "komi": f"{next(game.komi for game in games if game.komi is not None):g}",
    }
    expected = {name: value for name, value in facts.items() if name not in {"byes", "teams"}}
    assert found == expected
    assert sum(each.letters == "U" for each in report.pairings) == facts["byes"]
    assert (report.kind == "team") == bool(facts["teams"])
