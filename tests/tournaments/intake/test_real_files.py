"""Every real file at hand, from its bytes to the page of findings, in a federation that knows nobody yet."""

import pytest

from tests.tournaments import events
from tests.tournaments.formats.real_samples import samples
from tournaments.models import Tournament, Upload
from tournaments.review.overview import decisions_of, grouped
from tournaments.review.problems import problems_of
from tournaments.standings.crosstables import crosstable

pytestmark = pytest.mark.django_db

FILES = [*samples("papi", ".papi"), *samples("swiss_chess", ".SWT"), *samples("trf", ".trf")]


@pytest.mark.parametrize(("path", "facts"), FILES)
def test_a_real_file_is_received_read_and_checked(path, facts):
    upload = events.read(path.read_bytes(), path.name)
    if upload.state == Upload.State.FAILED:
        assert upload.error_template
        return
    tournaments = list(upload.tournaments.select_related("club"))
    assert upload.state == Upload.State.READ
    assert tournaments
    for tournament in tournaments:
        findings = problems_of([tournament])[tournament.pk]
        assert all("%(" not in finding.sentence for finding in findings)
        grouped(tournament, findings)
        decisions_of(tournament)
        table = crosstable(tournament)
        assert len(table.rows) == tournament.participants.count()
        assert Tournament.objects.get(pk=tournament.pk).file_facts["discipline"] == "chess"
