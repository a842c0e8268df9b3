"""The demo federation: its generator, its files, and the command that loads it."""

import datetime as dt
from collections import Counter
from itertools import pairwise

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from federation.bank.bank_files import take_in
from federation.models import BankLine, Club, Holder, Member, Payment, Unit
from federation.money.matching import proposals
from federation.profiles.reading import read
from leagues.models import Entry, Match, MoveRequest, Window
from ratings.lists.job_queue import backtests_at_work
from ratings.lists.revision_plan import plans
from ratings.models import RatingList, RatingPool
from tests.tournaments.played import refusals
from tournaments import formats
from tournaments.demo import files
from tournaments.formats.report import Result
from tournaments.models import Correction, Stage, Tournament
from tournaments.review.problems import problems
from tournaments.standings.team_standings import standings
from tournaments.standings.team_tie_break_codes import known_of_teams

TODAY = dt.date(2026, 11, 21)


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    return files.write(tmp_path_factory.mktemp("demo"), TODAY, read("be-frbe").demo)


def everything(folder) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_same_day_gives_the_same_files(demo, tmp_path):
    files.write(tmp_path, TODAY, read("be-frbe").demo)
    assert everything(tmp_path) == everything(demo.members_file.parent)


def test_every_format_has_tournaments_and_every_file_is_read_without_a_problem(demo):
    found: Counter[str] = Counter()
    for _club, path in (*demo.tournaments, *demo.go_tournaments):
        data = path.read_bytes()
        found[formats.detect(path.name, data)] += 1
        (report,) = formats.read(path.name, data)
        said = ["team_event"] if report.kind == "team" else []
        assert [problem.code for problem in report.problems] == said
    assert min(found[name] for name in ("papi", "swiss_chess", "trf", "games_csv")) >= 15
    assert min(found[name] for name in ("open_gotha", "egd_h9", "ffg_tou")) >= 5
    assert 175 <= found.total() <= 200


def test_teams_use_reserves_and_own_line_ups_and_one_has_a_bye_each_round(demo):
    (path,) = (path for _club, path in demo.tournaments if "interclubs" in path.name)
    (event,) = formats.read(path.name, path.read_bytes())
    homes = {player.number: player.team for player in event.players}
    assert sorted(Counter(homes.values()).values()) == [6] * 9
    games = [pairing for pairing in event.pairings if pairing.black]
    assert not [game for game in games if homes[game.white] == homes[game.black]]
    free = {(each.round, homes[each.white]) for each in event.pairings if each.white_result is Result.PAIRING_BYE}
    assert len(dict(free)) == len(free) == len({team for _round, team in free}) == event.rounds == 5
    assert [each for each in event.pairings if each.white_result is Result.FULL_BYE]  # without an opponent
    assert path.read_bytes().count(b"\n300 ") >= 2  # line-ups that are not in the order of the list
    seated = {player for game in games for player in (game.white, game.black)}
    assert max(Counter(homes[player] for player in seated).values()) > 4
    assert known_of_teams(event.tie_breaks) == list(event.tie_breaks) == ["GPTS", "BH/C1", "EMMSB", "EDE"]
    days = demo.lists[-2:]
    assert days[0] < event.start < event.end < days[1]


def test_go_is_played_with_handicaps_on_three_boards_in_two_paces_and_with_guests(demo):
    events = [formats.read(path.name, path.read_bytes())[0] for _club, path in demo.go_tournaments]
    games = [game for event in events for game in event.pairings if game.black]
    assert {game.board_size for game in games} == {9, 13, 19}
    assert {game.handicap for game in games} == set(range(10))
    assert {event.pace for event in events} == {"standard", "rapid"}
    licences, pins = ({getattr(player, name) for player in demo.go_players} for name in ("licence", "pin"))
    guests = {
        player.last_name
        for event in events
        for player in event.players
        if player.licence not in licences and player.pin not in pins
    }
    assert guests == {"Aokawa", "Lindqvist"}


def test_no_go_tournament_reaches_over_the_day_of_a_list(demo):
    for _club, path in demo.go_tournaments:
        (event,) = formats.read(path.name, path.read_bytes())
        end = event.end or event.start
        assert not [day for day in demo.lists if event.start <= day < end]


@pytest.mark.parametrize(
    "today", [dt.date(2026, 1, 1), dt.date(2026, 6, 30), dt.date(2026, 7, 1), dt.date(2030, 2, 28)]
)
def test_six_lists_lie_behind_and_one_ahead(tmp_path, today):
    demo = files.write(tmp_path, today, read("be-frbe").demo)
    days = [demo.start, *demo.lists, demo.draft]
    assert len(demo.lists) == 6
    assert demo.lists[-1] <= today < demo.draft
    assert {(day.month, day.day) for day in days} == {(1, 1), (7, 1)}
    assert all((later - earlier).days in range(181, 185) for earlier, later in pairwise(days))


@pytest.mark.django_db
def test_the_demo_is_loaded_through_the_usual_intake(settings, tmp_path):
    settings.DEMO_ROOT, settings.VAR_DIR = tmp_path / "demo", tmp_path
    call_command("loaddemo", verbosity=0)
    assert (Member.objects.count(), Club.objects.count(), Unit.objects.count()) == (2090, 66, 4)
    stages = Counter(Tournament.objects.values_list("stage", flat=True))
    assert stages[Stage.READ] == 3
    assert stages[Stage.ACCEPTED] == stages.total() - 3
    (running,) = Tournament.objects.shown().with_last_round().with_players()
    assert (running.last_round, running.rounds, running.players) == (3, 5, 9)
    assert running.pairings.filter(white_result="*").count() == 4
    interclubs = standings(Tournament.objects.standalone().get(kind="team"))
    assert (len(interclubs.rows), interclubs.note) == (9, "")
    assert [each.code for each in interclubs.used] == ["MPTS", "GPTS", "BH/C1", "EMMSB", "EDE"]
    chess = Tournament.objects.filter(stage=Stage.ACCEPTED, discipline="chess").exclude(kind="team")
    one_of_each = {(event.format, event.kind): event for event in chess}
    assert len(one_of_each) >= 5
    assert [refusals(event) for event in one_of_each.values()] == [{}] * len(one_of_each)
    lists = RatingList.objects.filter(imported=False).values_list("pool__slug", "state")
    assert Counter(lists) == {
        ("elo", "published"): 6,
        ("elo", "revised"): 1,
        ("elo", "draft"): 1,
        ("cote", "published"): 3,
        ("cote", "revised"): 1,
        ("glicko", "published"): 3,
        ("glicko", "revised"): 1,
        ("go", "published"): 6,
        ("go", "draft"): 1,
    }
    assert not RatingList.objects.filter(imported=False, game_count=0).exists()
    assert Correction.objects.get().revised_lists.count() == 3
    assert plans() == []
    pools = ["elo", "cote", "glicko", "go"]
    assert [pool.slug for pool in RatingPool.objects.all()] == pools
    assert sorted(backtests_at_work()) == sorted(pools)
    for waiting in Tournament.objects.filter(stage=Stage.READ, on_site_visibility=""):
        assert {finding.code for finding in problems(waiting)} >= {"unmatched", "round_unfinished"}
    waits = MoveRequest.objects.get(), Window.objects.on(timezone.localdate()).get(), Match.objects.get(state="entered")
    assert [each.state for each in waits[::2]] == ["open", "entered"]
    assert Entry.objects.filter(season__stage="entries").count() == 3
    assert Payment.objects.exclude(line=None).count() > 50
    assert take_in((tmp_path / "demo" / "bank.csv").read_bytes(), "bank.csv", None) == (4, 4)
    lines = proposals(BankLine.objects.waiting().order_by("pk"))
    assert [line.sureness.name for line in lines] == ["NONE", "REFERENCE", "REFERENCE", "REFERENCE"]
    logins = (tmp_path / "demo" / "logins.txt").read_text(encoding="utf-8")
    assert "secretaire / " in logins
    assert "secretaire-go / " in logins
    assert Holder.objects.get(account__username="joueur").member.number in logins
    call_command("loaddemo", verbosity=0)
    assert Member.objects.count() == 2090


def test_production_has_no_demo(settings):
    settings.PRODUCTION = True
    with pytest.raises(CommandError, match="not for production"):
        call_command("loaddemo")
