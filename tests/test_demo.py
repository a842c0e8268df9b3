"""The invented federation: its generator, its files, and the command that loads it."""

import datetime as dt
from collections import Counter
from itertools import pairwise

import pytest
from django.core.management import CommandError, call_command

from federation.models import Club, League, Member
from ratings.models import RatingList
from tournaments import formats
from tournaments.demo import files
from tournaments.models import Stage, Tournament
from tournaments.problems import problems

TODAY = dt.date(2026, 11, 21)


def everything(folder) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_same_day_gives_the_same_files(tmp_path):
    files.write(tmp_path / "one", TODAY)
    files.write(tmp_path / "two", TODAY)
    assert everything(tmp_path / "one") == everything(tmp_path / "two")


def test_every_format_has_tournaments_and_every_file_is_read_without_a_problem(tmp_path):
    demo = files.write(tmp_path, TODAY)
    found: Counter[str] = Counter()
    for _club, path in demo.tournaments:
        data = path.read_bytes()
        found[formats.detect(path.name, data)] += 1
        assert [report.problems for report in formats.read(path.name, data)] == [()]
    assert min(found[name] for name in ("papi", "swiss_chess", "trf", "games_csv")) >= 15
    assert 140 <= found.total() <= 160


@pytest.mark.parametrize(
    "today", [dt.date(2026, 1, 1), dt.date(2026, 6, 30), dt.date(2026, 7, 1), dt.date(2030, 2, 28)]
)
def test_six_lists_lie_behind_and_one_ahead(tmp_path, today):
    demo = files.write(tmp_path, today)
    days = [demo.start, *demo.lists, demo.draft]
    assert len(demo.lists) == 6
    assert demo.lists[-1] <= today < demo.draft
    assert {(day.month, day.day) for day in days} == {(1, 1), (7, 1)}
    assert all((later - earlier).days in range(181, 185) for earlier, later in pairwise(days))


@pytest.mark.django_db
def test_the_demo_goes_through_the_intake_that_everybody_uses(settings, tmp_path):
    settings.DEMO_ROOT, settings.VAR_DIR = tmp_path / "demo", tmp_path
    call_command("loaddemo", verbosity=0)
    assert (Member.objects.count(), Club.objects.count(), League.objects.count()) == (2000, 60, 3)
    stages = Counter(Tournament.objects.values_list("stage", flat=True))
    assert stages[Stage.READ] == 1
    assert stages[Stage.ACCEPTED] == stages.total() - 1
    states = Counter(RatingList.objects.filter(imported=False).values_list("state", flat=True))
    assert states == {"published": 6, "draft": 1}
    waiting = Tournament.objects.get(stage=Stage.READ)
    assert {finding.code for finding in problems(waiting)} >= {"unmatched", "round_unfinished"}
    assert "secretaire / " in (tmp_path / "demo" / "logins.txt").read_text(encoding="utf-8")
    call_command("loaddemo", verbosity=0)
    assert Member.objects.count() == 2000


def test_production_has_no_demo(settings):
    settings.PRODUCTION = True
    with pytest.raises(CommandError, match="not for production"):
        call_command("loaddemo")
