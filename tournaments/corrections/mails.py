"""Mails to those who sent a tournament: what was corrected and why."""

from collections.abc import Collection, Sequence
from itertools import groupby

from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop
from django.utils.translation import ngettext

from federation.accounts import mail
from federation.database import bulk
from federation.models import Job
from tournaments import access
from tournaments.corrections.text import CorrectionLine, lines_of
from tournaments.mail_text import News, one_line, send_news
from tournaments.models import Correction, Stage, Tournament
from tournaments.review.decision_mails import NOT_SENT, PAUSE, readers_of, title

SUBJECTS = noop("Corrected: %(name)s"), noop("Corrected: %(count)s tournaments")
SHOWN = 20  # corrections of a tournament that are listed one by one


def later(tournament: Tournament, made: Sequence[Correction], by: User | None) -> None:
    """Queue a mail to each sender of the tournament except ``by``, or add to the one that waits.

    For the recipients and the number of queries see `decision_mails.later`.
    """
    if not made or not mail.are_sent():
        return
    ids = [correction.pk for correction in made]
    for user in mail.wanted_by(readers_of([tournament.pk], by)).order_by("pk"):
        arguments = {"user": user.pk, "corrections": ids}
        mail.gather("correction_mail", f"correction_mail {user.pk}", arguments, "corrections", PAUSE)


def send(job: Job, user_id: int, ids: Collection[int]) -> None:
    """Mail the user these corrections (ids) that they may see and that still hold; withdrawals have their own mail.

    Raise what `mail.deliver` raises.
    """
    user = mail.wanted_by([user_id]).first()
    if user is None:
        return
    mine = access.tournaments_of(user).filter(stage=Stage.ACCEPTED, corrections__in=bulk.in_values(ids))
    found = list(mine.distinct().order_by("end", "pk"))
    if not found:
        return
    with mail.in_language_of(user):
        news = [_news(tournament, ids) for tournament in found]
        send_news(job, user, news, names=[each.name for each in found], subjects=SUBJECTS, not_sent=NOT_SENT)


def _news(tournament: Tournament, ids: Collection[int]) -> News:
    """Return the first corrections in the order in which they were made, grouped by reason."""
    corrections = tournament.corrections.filter(pk__in=bulk.in_values(ids)).order_by("pk")
    sentences = []
    for reason, lines in groupby(lines_of(corrections[:SHOWN]), key=lambda line: line.reason):
        sentences += [one_line(_("Corrected: %(reason)s") % {"reason": reason}), *map(_line, lines)]
    more = corrections.count() - SHOWN
    if more > 0:
        sentences.append(
            ngettext("and %(count)d more correction", "and %(count)d more corrections", more) % {"count": more}
        )
    return News(title(tournament), "\n".join(sentences), f"{mail.link('tournament', tournament.pk)}#corrections")


def _line(line: CorrectionLine) -> str:
    change = f"{line.before or '–'} → {line.after or '–'}" if line.before or line.after else ""
    return one_line("- " + " · ".join(filter(None, [line.where, line.what, change])))
