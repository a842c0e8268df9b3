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
