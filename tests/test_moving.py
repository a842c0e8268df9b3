"""From one database to another by the commands of deploy/README.md."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from django.contrib.auth.models import Group, User
from django.core.management import call_command

from ratings.lists.publication import publish
from ratings.lists.rating_run import rate
from ratings.models import RatingList
from ratings.verification.verify import verify
from tests import cast
from tests.forms import logged_in
from tests.ratings import scene

ROOT = Path(__file__).parents[1]


def documented_command(name: str) -> list[str]:
    [line] = [
        line
        for line in (ROOT / "deploy" / "README.md").read_text(encoding="utf-8").splitlines()
        if f"manage.py {name}" in line
    ]
    return shlex.split(line.partition(f"manage.py {name} ")[2], comments=True)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_dumped_data_load_unchanged_into_another_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cast.everybody()
    pool = scene.started()
    scene.tournament(["10001 10002 1-0"])
    publish(rate(pool, scene.LIST), cast.rating_officer())
    logged_in(cast.secretary())
    monkeypatch.chdir(tmp_path)
    call_command("dumpdata", *documented_command("dumpdata"), verbosity=0)
    call_command("flush", interactive=False, verbosity=0)
    assert not RatingList.objects.exists()
    call_command("loaddata", *documented_command("loaddata"), verbosity=0)
    assert [found.date for found in RatingList.objects.published()] == [scene.LIST, scene.START]
    assert verify(RatingList.objects.get(date=scene.LIST)).passed
    assert User.objects.get(username="officer").groups.get() == Group.objects.get(name="rating officer")
    assert scene.tournament(["10001 10003 1-0"], name="Later").pk
