"""Mails to the captains of a match: it is near, results or a confirmation are missing, it may be moved."""

from collections.abc import Collection, Iterable

from django.contrib.auth.models import User
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from federation.access import offices_for
from federation.accounts import mail
from federation.i18n.dates import long_date
from federation.models import Job
from federation.structure.rights import Verb
from leagues.models import Match, TeamRole
from tournaments.mail_text import News, one_line, send_news
from tournaments.review.decision_mails import PAUSE

KIND = "match_mail"
SUBJECTS = noop("Interclubs: %(name)s"), noop("Interclubs: %(count)s matches")
NOT_SENT = noop(
    "The mail to the account “%(user)s” about league matches (%(names)s) could not be sent: the mail server "
    "refused it. Its answer is in the administrator's log."
)
SENTENCES = {
    "week": noop("This match is played on %(day)s at %(hour)s, %(venue)s. Is the address right?"),
    "line_up": noop("This match is played on %(day)s at %(hour)s: your line-up is not locked yet."),
    "enter": noop("The results of this match have not been entered."),
    "confirm": noop("The results of this match are entered: confirm them, or say that you disagree."),
    "proposed": noop("The other side proposes to move this match: answer on its page."),
    "moved": noop("This match is now played on %(day)s at %(hour)s, %(venue)s."),
    "refused": noop("The other side does not agree to move this match."),
}


def later(match: Match, kind: str, sides: Iterable[str]) -> None:
    """Queue a mail to those who may act for these sides of a match, or add to the one that waits."""
    if not mail.are_sent():
        return
    for side in sides:
        for user in mail.wanted_by(_people(match, side)).order_by("pk"):
            said = {"user": user.pk, "matches": [f"{match.pk} {side} {kind}"]}
            mail.gather(KIND, f"{KIND} {user.pk}", said, "matches", PAUSE)


def _people(match: Match, side: str) -> set[int]:
    """Return the accounts of captain and deputies; of those who act for the club, if there is no captain."""
    today, team = timezone.localdate(), match.team(side)
    captains = set(TeamRole.objects.on(today).filter(team=team).values_list("account", flat=True))
    if captains:
        return captains
    offices = offices_for(Verb.PLAY_LEAGUES, today).filter(club=team.club_id)
    return {pk for pk in offices.values_list("account", flat=True) if pk is not None}


def send(job: Job, user_id: int, said: Collection[str]) -> None:
    """Mail the user what was said of matches. Raise what `mail.deliver` raises."""
    user: User | None = mail.wanted_by([user_id]).first()
    wanted = [(int(pk), side, kind) for pk, side, kind in (each.split() for each in said)]
    rows = Match.objects.filter(Q(pk__in=[pk for pk, _side, _kind in wanted])).select_related("home", "away", "venue")
    matches = {match.pk: match for match in rows}
    if user is None or not matches:
        return
    with mail.in_language_of(user):
        news = [_news(matches[pk], side, kind) for pk, side, kind in wanted if pk in matches]
        send_news(job, user, news, names=[each.name for each in news], subjects=SUBJECTS, not_sent=NOT_SENT)


def _news(match: Match, side: str, kind: str) -> News:
    facts = {
        "day": long_date(match.day),
        "hour": f"{match.starts:%H:%M}",
        "venue": match.venue.address if match.venue else _("hall not known"),
    }
    page = {"week": "captain_line_up", "line_up": "captain_line_up"}.get(kind, "captain_match")
    page = "captain_move" if kind in {"proposed", "moved", "refused"} else page
    return News(one_line(str(match)), one_line(_(SENTENCES[kind]) % facts), mail.link(page, match.pk, side))
