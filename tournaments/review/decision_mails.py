"""Mails to senders of tournaments about decisions of the federation, one mail for all that was decided together."""

import datetime as dt
from collections import defaultdict
from collections.abc import Collection
from enum import StrEnum

from django.contrib.auth.models import User
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from federation.access import officers_for, offices_for
from federation.accounts import mail
from federation.i18n.dates import long_days
from federation.models import Job, Office
from federation.structure.rights import Verb
from federation.structure.roles import codes_that_act_as
from tournaments import access
from tournaments.mail_text import News, one_line, send_news
from tournaments.models import Stage, Tournament, TournamentUpdate

NOT_SENT = noop(
    "The mail to the account “%(user)s” about decisions (%(names)s) could not be sent: the mail server refused "
    "it. Its answer is in the administrator's log."
)
Place = tuple[int | None, int | None]  # ids of a club and of a unit, one of them None
PAUSE = dt.timedelta(minutes=3)  # further decisions join the same mail; reversed ones are left out


class Decided(StrEnum):
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    RETURNED = "handed_back"  # the value is stored in jobs
    WITHDRAWN = "withdrawn"


STAGES = {
    Decided.ACCEPTED: Stage.ACCEPTED,
    Decided.REJECTED: Stage.REJECTED,
    Decided.RETURNED: Stage.READ,
    Decided.WITHDRAWN: Stage.REJECTED,
}
SUBJECTS = {  # of one tournament, of several
    Decided.ACCEPTED: (noop("Accepted: %(name)s"), noop("Accepted: %(count)s tournaments")),
    Decided.REJECTED: (noop("Rejected: %(name)s"), noop("Rejected: %(count)s tournaments")),
    Decided.RETURNED: (noop("Returned to the club: %(name)s"), noop("Returned to the club: %(count)s tournaments")),
    Decided.WITHDRAWN: (noop("Withdrawn: %(name)s"), noop("Withdrawn: %(count)s tournaments")),
}
VERDICTS = {
    Decided.ACCEPTED: noop("Accepted: its games will be rated."),
    Decided.REJECTED: noop("Rejected: %(reason)s"),
    Decided.RETURNED: noop("Returned to the club: it can be changed and submitted again."),
    Decided.WITHDRAWN: noop("Withdrawn, no longer counted: %(reason)s"),
}

RETURNED_BECAUSE = noop("Returned to the club, to be changed and submitted again: %(reason)s")
ACCEPTED_AS_HISTORY = noop("Accepted, for history only: its games count in no rating list.")


def later(tournaments: Collection[int], decided: Decided, by: User | None) -> None:
    """Queue a mail to each sender of these tournaments (ids) except ``by``, or add to the one that waits.

    If no sender of a tournament acts for its club or unit any more, those who do today (of a club: its secretaries)
    get the mail. A constant number of
    queries and a few for each mail; none if no mails are sent.
    """
    if not mail.are_sent():
        return
    readers = readers_of(tournaments, by)
    for user in mail.wanted_by(readers).order_by("pk"):
        arguments = {"user": user.pk, "tournaments": readers[user.pk], "decided": decided.value}
        mail.gather("decision_mail", f"decision_mail {user.pk} {decided}", arguments, "tournaments", PAUSE)


def send(job: Job, user_id: int, tournaments: Collection[int], decided: Decided) -> None:
    """Mail the user what was decided about these tournaments (ids), if they may see them and the decision still holds.

    Raise what `mail.deliver` raises.
    """
    user = mail.wanted_by([user_id]).first()
    if user is None:
        return
    mine = access.tournaments_of(user).filter(pk__in=tournaments, stage=STAGES[decided])
    found = list(mine.order_by("end", "pk"))
    if not found:
        return
    with mail.in_language_of(user):
        news = [_news(each, decided) for each in found]
        send_news(job, user, news, names=[each.name for each in found], subjects=SUBJECTS[decided], not_sent=NOT_SENT)


def _news(tournament: Tournament, decided: Decided) -> News:
    is_history = tournament.unrated_history and decided == Decided.ACCEPTED
    template = ACCEPTED_AS_HISTORY if is_history else VERDICTS[decided]
    if decided == Decided.RETURNED and tournament.rejection:
        template = RETURNED_BECAUSE
    verdict = _(template) % {"reason": tournament.rejection}
    return News(title(tournament), one_line(verdict), mail.link("my_club_tournament", tournament.pk))


def title(tournament: Tournament) -> str:
    """Return the name and the days of the tournament on one line."""
    first, last = tournament.start or tournament.end, tournament.end or tournament.start
    return one_line(tournament.name + (f", {long_days(first, last)}" if first and last else ""))


def readers_of(tournaments: Collection[int], by: User | None) -> dict[int, list[int]]:
    """Return which tournaments each user gets a mail about: ids by id of the user. Four queries."""
    ids, people = list(tournaments), ("club", "unit", "submitted_by", "upload__uploaded_by")
    senders: dict[int, set[int | None]] = {}
    places: dict[int, Place] = {}
    for pk, club, unit, *sent_by in Tournament.objects.filter(pk__in=ids).values_list("pk", *people):
        places[pk] = (club, unit)
        senders[pk] = set(sent_by)
    for pk, sent_by in TournamentUpdate.objects.filter(tournament__in=ids).values_list(
        "tournament", "upload__uploaded_by"
    ):
        senders[pk].add(sent_by)
    decider = by.pk if by else None
    senders = {pk: sent_by - {None, decider} for pk, sent_by in senders.items()}
    acting, secretaries = _roles(set(places.values()))
    for_all = set(
        officers_for(Verb.SEND_RESULTS).filter(pk__in=set().union(*senders.values())).values_list("pk", flat=True)
    )
    readers: dict[int, list[int]] = defaultdict(list)
    for pk, sent_by in sorted(senders.items()):
        here = {each for each in sent_by if each in for_all or each in acting[places[pk]]}
        for reader in here or (secretaries[places[pk]] - {decider} if sent_by else ()):
            readers[reader].append(pk)
    return readers


def _roles(places: Collection[Place]) -> tuple[dict[Place, set[int]], dict[Place, set[int]]]:
    """Return who acts for each place today, and who hears of what nobody else does: ids of users."""
    acting: dict[Place, set[int]] = defaultdict(set)
    secretaries: dict[Place, set[int]] = defaultdict(set)
    today = timezone.localdate()
    as_secretary = codes_that_act_as([Office.Role.SECRETARY], today, of_club=True)
    clubs, units = {club for club, _unit in places} - {None}, {unit for _club, unit in places} - {None}
    sending = offices_for(Verb.SEND_RESULTS, today).filter(Q(club__in=clubs) | Q(unit__in=units))
    for club, unit, user, role in sending.values_list("club", "unit", "account", "role"):
        acting[club, unit].add(user)
        if unit or role in as_secretary:
            secretaries[club, unit].add(user)
    return acting, secretaries
