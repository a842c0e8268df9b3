"""Who may see, raise, answer and decide which claims."""

from enum import StrEnum

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet

from federation.access import clubs_of, members_of, own_members, units_of
from federation.models import Member
from federation.structure.rights import Verb
from tournaments import access
from tournaments.models import Claim, Tournament


class Side(StrEnum):
    """The role of a user towards a claim; the role that sees most comes first."""

    OFFICER = "officer"
    ORGANISER = "organiser"
    CLAIMANT = "claimant"
    PLAYER = "player"  # the opponent: sees only state and outcome


def claimants(user: User, tournament: Tournament | None = None) -> QuerySet[Member]:
    """Return the members for whom the user may raise claims: themselves, and those of the clubs of their office.

    ``tournament``: only those who took part in it.
    """
    own = Member.objects.current().filter(
        Q(pk__in=own_members(user).values("pk")) | Q(pk__in=members_of(user, Verb.RAISE_CLAIM).values("pk"))
    )
    return own.filter(participations__tournament=tournament).distinct() if tournament else own


def claims_of(user: User) -> QuerySet[Claim]:
    """Return the claims that the user may see."""
    if access.may_decide(user):
        return Claim.objects.all()
    mine = own_members(user).values("pk")
    sides = Q(raised_by=user) | Q(member__in=claimants(user).values("pk")) | answerable(user)
    return Claim.objects.filter(sides | Q(pairing__white__member__in=mine) | Q(pairing__black__member__in=mine))


def answerable(user: User) -> Q:
    """Return which claims are about tournaments of the clubs and units for which the user answers."""
    clubs, units = clubs_of(user, Verb.ANSWER_CLAIM), units_of(user, Verb.ANSWER_CLAIM)
    return Q(tournament__club__in=clubs.values("pk")) | Q(tournament__unit__in=units.values("pk"))


def side(user: User, claim: Claim) -> Side:
    """Return what the user is to a claim that they may see. At most four queries."""
    if access.may_decide(user):
        return Side.OFFICER
    if claim.raised_by_id == user.pk or own_members(user).filter(pk=claim.member_id).exists():
        return Side.CLAIMANT
    if Claim.objects.filter(answerable(user), pk=claim.pk).exists():
        return Side.ORGANISER  # even a secretary of the member's club: what a member claims is not theirs to withdraw
    return Side.CLAIMANT if claimants(user).filter(pk=claim.member_id).exists() else Side.PLAYER


def may_answer(user: User, claim: Claim) -> bool:
    """Return whether the claim is with the organiser, and the user acts for it."""
    is_there = claim.state == Claim.State.ORGANISER
    return is_there and Claim.objects.filter(answerable(user), pk=claim.pk).exists()


def waiting(user: User) -> QuerySet[Claim]:
    """Return the claims that wait for the user: for an answer, or for a decision."""
    if access.may_decide(user):
        return Claim.objects.filter(state__in=[Claim.State.LATE, Claim.State.OFFICER])
    return Claim.objects.filter(answerable(user), state=Claim.State.ORGANISER)
