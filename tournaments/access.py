"""Who may see, change and decide on which tournaments and uploads."""

from collections.abc import Collection
from functools import reduce
from operator import or_

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Q, QuerySet

from federation.access import clubs_of, may, may_everywhere, units_of
from federation.structure.rights import Verb
from tournaments.models import Announcement, Stage, Tournament, TournamentUpdate, Upload


def tournaments_of(user: User | AnonymousUser) -> QuerySet[Tournament]:
    """Return the tournaments of the clubs and units for which the user may act today; officers see all."""
    if may_everywhere(user, Verb.SEND_RESULTS):
        return Tournament.objects.all()
    return Tournament.objects.filter(_organised_for(user))


def successor(user: User | AnonymousUser, *gone: int) -> int | None:
    """Return the id of the user's tournament that was updated from a ``gone`` one; None if there is none."""
    # No `in`: it would send a number from an address to the database, even one that is larger than any id.
    went = TournamentUpdate.objects.filter(reduce(or_, [Q(replaced_id=pk) for pk in gone])).values("tournament")
    return tournaments_of(user).filter(pk__in=went).values_list("pk", flat=True).first()


def visible_to(user: User | AnonymousUser, ids: Collection[int]) -> set[int]:
    """Return the tournaments of these ids that the user may look at. No query if there are no ids."""
    return set(tournaments_of(user).filter(pk__in=ids).values_list("pk", flat=True))


def uploads_of(user: User | AnonymousUser) -> QuerySet[Upload]:
    """Return the uploads of the clubs and units for which the user may act today; officers see all."""
    if may_everywhere(user, Verb.SEND_RESULTS):
        return Upload.objects.all()
    return Upload.objects.filter(_organised_for(user))


def announced_by(user: User | AnonymousUser) -> QuerySet[Announcement]:
    """Return what the clubs and units announced for which the user may act today; officers see all."""
    if may_everywhere(user, Verb.SEND_RESULTS):
        return Announcement.objects.all()
    return Announcement.objects.filter(_organised_for(user))


def _organised_for(user: User | AnonymousUser) -> Q:
    return Q(club__in=clubs_of(user)) | Q(unit__in=units_of(user))


def may_decide(user: User | AnonymousUser) -> bool:
    """Return whether the user may accept, reject and correct tournaments."""
    return may_everywhere(user, Verb.DECIDE_RESULTS)


def may_forward(user: User | AnonymousUser, tournament: Tournament) -> bool:
    """Return whether the tournament is with its league, and the user may pass it on or return it."""
    return tournament.stage == Stage.WITH_LEAGUE and may(user, Verb.FORWARD_RESULTS, tournament.club)


def waiting_for(user: User | AnonymousUser) -> Q:
    """Return which tournaments wait for this user: the club submits, its league passes on, the federation decides."""
    if may_decide(user):
        return Q(stage__in=[Stage.READ, Stage.SUBMITTED])
    return Q(stage=Stage.READ) | Q(stage=Stage.WITH_LEAGUE, club__in=clubs_of(user, Verb.FORWARD_RESULTS))


def may_order(user: User | AnonymousUser, tournament: Tournament) -> bool:
    """Return whether the user may choose the tie-breaks: the club until acceptance, the federation always."""
    return may_decide(user) or tournament.stage in Stage.open()


def may_fix(user: User | AnonymousUser, tournament: Tournament) -> bool:
    """Return whether the user may change the tournament.

    The club may until it submits, its league until it passes it on, the federation until it decides.
    """
    is_open = tournament.stage in Stage.open()
    return tournament.stage == Stage.READ or may_forward(user, tournament) or (is_open and may_decide(user))
