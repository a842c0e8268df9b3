"""Games that would change a published list, or miss the next one: the findings and their fixes."""

import datetime as dt

import pytest

from tests.tournaments import events
from tournaments.models import Tournament
from tournaments.review import edits
from tournaments.review.findings import Fix
from tournaments.review.list_days import ListDays, list_days
from tournaments.review.problems import problems

pytestmark = pytest.mark.django_db

JANUARY, FEBRUARY, APRIL = (dt.date(2026, month, 1) for month in (1, 2, 4))
MARCH_14 = dt.date(2026, 3, 14)  # when the tournaments of these tests begin
KNOWN: list[tuple] = []


def lists():
    """Return what an app with lists tells."""
    return KNOWN


@pytest.fixture(autouse=True)
def _lists(settings):
    settings.LIST_DAYS = [f"{__name__}.lists"]
    yield
    KNOWN.clear()


def found(tournament):
    """Return code, sentence and buttons of all findings."""
    findings = problems(Tournament.objects.get(pk=tournament.pk))
    return [(finding.code, finding.sentence, finding.fixes) for finding in findings]


def codes(tournament):
    return [code for code, _sentence, _fixes in found(tournament)]


def test_a_tournament_between_the_lists_has_no_finding():
    KNOWN[:] = [("chess", [], JANUARY, APRIL)]
    assert found(events.tournament()) == []


def test_games_up_to_the_day_of_a_published_list_can_count_in_the_next_one():
    KNOWN[:] = [("chess", [], dt.date(2026, 3, 31), dt.date(2026, 7, 1))]
    tournament = events.tournament()
    assert found(tournament) == [
        (
            "list_published",
            (
                "Games up to 31 March 2026, the day of a list that is already published: 6. Accepted as they are, they "
                "require a revision of that list."
            ),
            (Fix.COUNT_LATER, Fix.SETTINGS),
        )
    ]
    edits.count_later(tournament)
    assert Tournament.objects.get().counts_from == dt.date(2026, 7, 1)
    assert found(tournament) == []


def test_after_a_starting_list_games_of_any_day_count():
    KNOWN[:] = [("chess", [], None, dt.date(2026, 7, 1))]
    assert found(events.tournament()) == []


def test_games_dated_after_the_next_list_can_count_in_it():
    KNOWN[:] = [("chess", [], JANUARY, APRIL)]
    games = [events.game(1, 1, 2, date=MARCH_14), events.game(2, 2, 1, date=dt.date(2026, 9, 14))]
    tournament = events.tournament(*events.four()[:2], pairings=games, start=MARCH_14, end=dt.date(2026, 9, 14))
    [(code, sentence, fixes)] = [each for each in found(tournament) if each[0] == "after_next_list"]
    assert sentence == (
        "Games dated after 1 April 2026, the day of the next list: 1 (the last one 14 September 2026). "
        "They count in a later list."
    )
    assert fixes == (Fix.COUNT_EARLIER, Fix.SETTINGS)
    edits.count_earlier(tournament)
    assert code not in codes(tournament)
    late = Tournament.objects.get().pairings.get(round=2)
    assert (late.date, late.rating_day) == (dt.date(2026, 9, 14), APRIL)
    edits.restore_settings(Tournament.objects.get())
    assert code in codes(tournament)


def test_a_tournament_after_the_next_list_can_count_in_it():
    KNOWN[:] = [("chess", [], JANUARY, FEBRUARY)]
    tournament = events.tournament()
    assert codes(tournament) == ["after_next_list"]
    edits.count_earlier(tournament)
    moved = Tournament.objects.get()
    assert (moved.start, moved.end) == (FEBRUARY, FEBRUARY)
    assert {pairing.rating_day for pairing in moved.pairings.all()} == {FEBRUARY}
    edits.restore_settings(moved)
    assert codes(tournament) == ["after_next_list"]


def test_a_list_that_is_not_due_yet_is_not_missed(monkeypatch):
    monkeypatch.setattr("tournaments.review.problems.timezone.localdate", lambda: dt.date(2026, 1, 20))
    KNOWN[:] = [("chess", [], JANUARY, FEBRUARY)]
    assert codes(events.tournament()) == ["in_the_future"]


@pytest.mark.parametrize("changes", [{"unrated_history": True}, {"pace": "rapid"}, {"discipline": "go"}])
def test_games_that_these_lists_do_not_rate_have_no_finding(changes):
    KNOWN[:] = [("chess", ["standard"], dt.date(2026, 3, 31), dt.date(2026, 7, 1))]
    tournament = events.tournament()
    Tournament.objects.update(**changes)
    assert "list_published" not in codes(tournament)


def test_of_several_rating_types_the_one_whose_list_comes_last_decides():
    KNOWN[:] = [("chess", [], JANUARY, APRIL), ("chess", ["standard"], None, FEBRUARY), ("go", [], None, MARCH_14)]
    tournament = events.tournament()
    assert list_days([tournament]) == {tournament.pk: ListDays("chess", [], JANUARY, APRIL)}
