"""What columns are called in the reader's language, also those that no form shows and whose model names them for code.

Readers meet these in the history of a record and on the page of everything that is stored of a person.
"""

from django.db.models import Field
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

NAMES = {
    "registered_at": _("registered on"),
    "entered_at": _("entered on"),
    "announced_by": _("announced by"),
    "withdrawn_by": _("withdrawn by"),
    "decided_by": _("decided by"),
    "decided_at": _("decided on"),
    "answered_by": _("answered by"),
    "answered_at": _("answered on"),
    "answer_until": _("answer due"),
    "decide_until": _("decision due"),
    "forwarder": _("forwarded by"),
    "forwarded_by": _("forwarded by"),
    "forwarded_at": _("forwarded on"),
    "forward_until": _("forwarding due"),
    "at": _("on"),
    "by": _("by"),
    "wanted": _("what would be right"),
    "public": _("public"),
    "address": _("address of the page"),
    "cycles": _("games against each opponent"),
    "first_colour": _("first colour"),
    "tie_break_order": _("tie-breaks"),
    "prizes": _("prizes"),
    "absences": _("absences"),
    "annulled": _("annulled"),
    "national_rating": _("national rating"),
    "file_result": _("result in the file"),
    "file_matricule": _("member number in the file"),
    "file_birth_date": _("birth date in the file"),
    "file_birth_year": _("birth year in the file"),
    "file_federation": _("federation in the file"),
    "file_fide_id": _("FIDE ID in the file"),
    "file_rating": _("rating in the file"),
    "file_fide_rating": _("FIDE rating in the file"),
    "file_club": _("club in the file"),
    "file_title": _("title in the file"),
    "file_sex": _("sex in the file"),
    "file_points": _("points in the file"),
    "file_rank": _("rank in the file"),
    "file_team": _("team in the file"),
    "accepted_by": _("accepted by"),
    "sent_by": _("sent by"),
    "entered_by": _("entered by"),
    "revealed_at": _("line-ups revealed on"),
    "home_confirmed_at": _("confirmed by the home side on"),
    "away_confirmed_at": _("confirmed by the away side on"),
    "home_strength": _("strength of the home player"),
    "away_strength": _("strength of the away player"),
    "ruled_home": _("home side by ruling"),
    "ruled_away": _("away side by ruling"),
    "by_decision": _("by decision of an officer"),
    "effects": _("effects"),
    "replaced_by": _("replaced by"),
    "side": _("side"),
    "players": _("players"),
    "proposals": _("proposed days"),
    "round": _("round"),
    "day": _("day"),
    "number": _("number"),
    "fide_registered_by": _("registered with FIDE by"),
    "fide_sent_by": _("results sent to FIDE by"),
    "part_of": _("part of"),
    "reminded_at": _("reminded on"),
    "team_bye_match_points": _("match points for a bye of a team"),
    "team_bye_board_points": _("board points for a bye of a team"),
    "is_late": _("late"),
    "by_organiser": _("from the organiser"),
    "decision": _("decision"),
    "needs_second": _("needs a second officer"),
    "second_at": _("second officer on"),
    "position": _("position"),
    "file_licence": _("licence in the file"),
    "file_grade": _("grade in the file"),
    "file_pin": _("EGF PIN in the file"),
    "file_start_score": _("starting score in the file"),
    "question": _("question"),
    "answer": _("answer"),
    "former_league": _("former league"),
    "kind": _("kind"),
    "part": _("part"),
    "affiliation": _("affiliation"),
    "tournament": _("tournament"),
    "ruling": _("ruling"),
    "league_entry": _("entry in a league"),
    "debit": _("direct debit"),
    "returned": _("returned"),
    "taken_in_at": _("read on"),
    "taken_in_by": _("read by"),
    "last_four": _("last four characters of the IBAN"),
    "sequence": _("first or further collection"),
    "created_at": _("created on"),
    "last_used_at": _("last used on"),
    "invited_by": _("invited by"),
    "sent_at": _("sent on"),
    "used_at": _("used on"),
    "withdrawn_at": _("withdrawn on"),
    "account": _("account"),
    "since": _("since"),
    "asked_by": _("requested by"),
    "asked_at": _("requested on"),
    "agreed_by": _("agreed to by"),
    "done_at": _("done on"),
}


def known_name(field: Field) -> str:
    """Return what the column is called for readers, "" for one of the site's own.

    A foreign key without a name is called like what it leads to, if that says the same.
    """
    if isinstance(field.verbose_name, Promise) or field.verbose_name != field.name.replace("_", " "):
        return capfirst(str(field.verbose_name))
    if field.is_relation and field.related_model._meta.model_name == field.name.replace("_", ""):
        return capfirst(str(field.related_model._meta.verbose_name))
    return capfirst(str(NAMES.get(field.name, "")))


def name_of_field(field: Field) -> str:
    """Return what the column is called, by the name in the code if it has no other."""
    return known_name(field) or capfirst(str(field.verbose_name))
