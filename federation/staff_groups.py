"""The groups of staff and their permissions. They are created and updated after every migrate."""

from typing import Any

from django.apps import AppConfig
from django.apps import apps as global_apps
from django.apps.registry import Apps
from django.utils.translation import gettext_noop

# The names are stored in English; the admin shows them in the reader's language.
VIEWER = gettext_noop("viewer")
MEMBERSHIP_OFFICER = gettext_noop("membership officer")
RATING_OFFICER = gettext_noop("rating officer")
TREASURER = gettext_noop("treasurer")
INTERCLUBS_OFFICER = gettext_noop("interclubs officer")
PRIVACY_OFFICER = gettext_noop("privacy officer")

Codes = set[tuple[str, str]]  # app and code name of permissions


def _codes(actions: str, app: str, models: str) -> Codes:
    return {(app, f"{action}_{model}") for action in actions.split() for model in models.split()}


_PEOPLE = "unit unitmembership club member licence affiliation office listcomparison comparedplayer"
_TOURNAMENTS = "upload tournament participant pairing confirmedspelling correction"
_POOLS = "ratingpool poolrules ratinglist backtest poolcomparison whatif"
_LEAGUES = "competition season seasonrules division series roundday leagueofficer venue entry team teamrole listentry"
_LOOK = (
    _codes("view", "federation", f"{_PEOPLE} job")
    | _codes("view", "tournaments", _TOURNAMENTS)
    | _codes("view", "ratings", f"{_POOLS} rating ledgerentry")
)
_ACT = {("federation", "change_job")}

# What each group may do, exactly. More is given to a person by a group of the federation's own making.
GROUPS: dict[str, Codes] = {
    VIEWER: _LOOK,
    MEMBERSHIP_OFFICER: _LOOK | _ACT | _codes("add change delete", "federation", _PEOPLE),
    INTERCLUBS_OFFICER: _codes("view", "federation", "unit club")
    | _codes("view", "leagues", "match board ruling protest")
    | _codes("add change delete view", "leagues", _LEAGUES),
    TREASURER: _codes("view", "federation", "unit unitmembership club") | {("federation", "manage_money")},
    PRIVACY_OFFICER: {("federation", "view_looked")},
    RATING_OFFICER: _LOOK
    | _ACT
    | {("federation", "act_for_any_club")}  # which version 0.2.0 asks for
    | _codes("add change delete", "tournaments", _TOURNAMENTS)
    | _codes("add change delete", "ratings", _POOLS),
}


def make_groups(sender: AppConfig, using: str = "default", apps: Apps = global_apps, **kwargs: Any) -> None:
    """Give each group the permissions of `GROUPS`. Receiver of Django's ``post_migrate``."""
    try:
        groups, permissions = apps.get_model("auth", "Group"), apps.get_model("auth", "Permission")
    except LookupError:  # a migration backwards, to before the tables of auth
        return
    wanted = set.union(*GROUPS.values())
    rows = permissions.objects.using(using).values_list("content_type__app_label", "codename", "pk")
    known = {(app, code): pk for app, code, pk in rows if (app, code) in wanted}
    for name, codes in GROUPS.items():
        group, _ = groups.objects.using(using).get_or_create(name=name)
        group.permissions.set([known[code] for code in codes if code in known])
