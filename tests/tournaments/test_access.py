"""Who may see, change and decide on which tournaments."""

import pytest
from django.contrib.auth.models import AnonymousUser, User

from tests import cast
from tests.tournaments import events
from tournaments import access
from tournaments.models import Stage, Tournament, Upload
from tournaments.updates.apply import apply_update

pytestmark = pytest.mark.django_db

READ, SUBMITTED = Stage.READ, Stage.SUBMITTED


def of_every_club():
    """Return a tournament of club 101, one of club 201, one of no club."""
    made = [
        events.stored(events.report(name=name), club=cast.club(number))[0]
        for name, number in {"One": 101, "Two": 201, "None": 101}.items()
    ]
    Tournament.objects.filter(pk=made[2].pk).update(club=None)
    Upload.objects.filter(pk=made[2].upload_id).update(club=None)
    return made


@pytest.mark.long
def test_tournaments_and_files_are_their_clubs_and_all_of_them_an_officers():
    one, two, without = of_every_club()
    secretary, neighbour = cast.secretary(101), cast.secretary(201)
    for user, seen in {secretary: [one], neighbour: [two], cast.rating_officer(): [one, two, without]}.items():
        assert list(access.tournaments_of(user).order_by("pk")) == seen
        assert list(access.uploads_of(user).order_by("pk")) == [tournament.upload for tournament in seen]
    for user in (cast.stranger(), AnonymousUser()):
        assert not access.tournaments_of(user).exists()
        assert not access.uploads_of(user).exists()


@pytest.mark.long
def test_visible_tournaments_are_the_users_own(django_assert_num_queries):
    one, two, _without = of_every_club()
    other = events.stored(events.report(name="Other"))[0]
    secretary = cast.secretary(101)
    assert access.visible_to(secretary, [one.pk, two.pk]) == {one.pk}
    assert access.visible_to(secretary, [one.pk, other.pk]) == {one.pk, other.pk}
    with django_assert_num_queries(0):
        assert access.visible_to(secretary, []) == set()


@pytest.mark.long
def test_an_old_address_leads_to_the_one_that_took_over():
    events.tournament(name="Another", pairings=[events.game(1, 2, 1)])
    stored, sent = events.tournament(), events.tournament()
    gone = sent.pk
    apply_update(stored, sent, None)
    secretary, neighbour = cast.secretary(101), cast.secretary(201)
    assert access.successor(secretary, gone) == stored.pk
    assert access.successor(secretary, 10**25, gone) == stored.pk
    assert access.successor(secretary, stored.pk) is None
    assert access.successor(neighbour, gone) is None


@pytest.mark.parametrize(
    ("may", "club", "federation"),
    [
        (access.may_fix, {READ}, set(Stage.open())),
        (access.may_order, set(Stage.open()), set(Stage)),
    ],
)
def test_a_club_may_fix_until_submission_and_the_federation_longer(may, club, federation):
    secretary, officer = cast.secretary(), cast.rating_officer()
    assert {stage for stage in Stage if may(secretary, Tournament(stage=stage))} == club
    assert {stage for stage in Stage if may(officer, Tournament(stage=stage))} == federation


def test_the_club_submits_and_the_federation_decides():
    made = events.tournament()

    def waits(user: User) -> set[str]:
        found = set()
        for stage in Stage:
            Tournament.objects.filter(pk=made.pk).update(stage=stage)
            if Tournament.objects.filter(access.waiting_for(user)).exists():
                found.add(stage)
        return found

    assert waits(cast.secretary()) == {READ}
    assert waits(cast.rating_officer()) == {READ, SUBMITTED}
