"""What a finding says: one sentence from its code and facts."""

import datetime as dt
from collections.abc import Mapping
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from federation.i18n.dates import in_words, long_date
from federation.money.amounts import amount
from federation.profiles.reading import profile
from leagues.rules.findings import Finding, Proposal
from leagues.rules.list_checks import ListFinding

SENTENCES = {
    "not_listed": noop("%(player)s is not on the player list of the club."),
    "not_affiliated": noop("%(player)s is not affiliated on the day of the match."),
    "licence_missing": noop("%(player)s has been affiliated for fewer than the %(days)s days that are needed."),
    "not_yet_eligible": noop("%(player)s may not play for this club yet."),
    "fide_id_missing": noop("%(player)s has no FIDE ID, but this match is rated by FIDE."),
    "suspended": noop("%(player)s is suspended."),
    "rating_cap": noop("%(player)s: FIDE rating %(rating)s; reserves may have %(cap)s at most."),
    "below_place": noop("%(player)s, place %(place)s of the player list, may not play below team %(team)s."),
    "twice_in_match": noop("%(player)s is on two boards."),
    "strength_order": noop("%(player)s plays on too low a board for their strength."),
    "list_order": noop("%(player)s is not in the order of the player list."),
    "too_few": noop("Only %(manned)s players; at least %(least)s are needed."),
    "gap": noop("Board %(board)s is empty, although players sit below it."),
    "incomplete": noop("Board %(board)s is empty."),
    "unnamed_default": noop("Board %(board)s was lost without a name, although players sit below it."),
    "named_absent": noop("%(player)s was in the line-up but did not turn up."),
    "transfers_over": noop("Too many transferred players; %(most)s are allowed."),
    "foreigners_over": noop("Too many foreign players; %(most)s are allowed."),
    "guest_over": noop("Too many guests; %(most)s are allowed."),
    "nationals_under": noop("Too few players of the federation; %(least)s are needed."),
    "women_under": noop("Too few women; %(least)s are needed."),
    "youth_under": noop("Too few young players; %(least)s are needed."),
    "guest_board": noop("%(player)s is a guest and may play from board %(first)s on."),
    "average_cap": noop("The ratings of the team are above the limit of %(cap)s."),
    "twice_in_round": noop("%(player)s plays in another match of this round."),
    "twice_in_day": noop("%(player)s plays in another match on this day."),
    "twice_in_weekend": noop("%(player)s plays in another match on this weekend."),
    "tied": noop("%(player)s has played for higher teams more than %(allowed)s times and may not play for this one."),
    "three_teams": noop("%(player)s has played for more than %(allowed)s teams this season."),
    "titular_other_team": noop("%(player)s is a regular player of another team of this series."),
    "reserve_two_teams": noop("%(player)s has already played for another team of this series."),
    "too_many_reserves": noop("%(player)s is one reserve too many: %(most)s are allowed in a season."),
    "average_above_higher": noop("On average this team is stronger than a higher team of the club on the same day."),
    "line_up_late": noop("The line-up was not locked in time (%(due)s)."),
    "line_up_changed": noop("The line-up was changed after it had to be locked."),
    "result_late": noop("The result was entered too late (due %(due)s)."),
    "result_missing": noop("The result has not been entered (due %(due)s)."),
    "confirm_late": noop("The result was confirmed too late (due %(due)s)."),
    "confirm_missing": noop("The result has not been confirmed (due %(due)s)."),
    "results_differ": noop("Board %(board)s: the two sides entered different results."),
    "moved_unasked": noop("Planned for %(planned)s and moved without the consent of both sides."),
    "moved_too_late": noop("Planned for %(planned)s and moved to a day that the rules do not allow."),
    "venue_full": noop("The hall holds %(capacity)s boards; %(boards)s are to be played there on this day."),
    "venue_closed": noop("The hall is closed on this day."),
    "arbiter_missing": noop("This match is rated by FIDE and has no arbiter."),
    "strength_band": noop("%(player)s: strength %(strength)s; between %(least)s and %(most)s is allowed."),
    "strength_twice": noop("%(player)s has the same strength as another player of the list: %(strength)s."),
    "list_gap": noop("%(player)s is listed below a player who is weaker by %(gap)s or more."),
    "titulars_few": noop("%(team)s has %(count)s regular players; at least %(least)s are needed."),
    "titulars_many": noop("%(team)s has %(count)s regular players; %(most)s are allowed."),
    "two_lists": noop("%(player)s is also on the list of another club."),
    "outside_window": noop("%(player)s joined the list on %(day)s, when lists could not be changed."),
}
EFFECTS = {
    "board": noop("the board is lost"),
    "both_boards": noop("the board counts for neither side"),
    "boards_down": noop("this board and all below are lost"),
    "match": noop("the match is lost"),
    "match_points": noop("the match points are lost"),
    "points_off": noop("match points are deducted"),
}


def sentence(found: Finding, names: Mapping[int, str]) -> str:
    """Return the sentence of a finding. ``names``: of the players, by id of the member, as the reader may see them."""
    player = ", ".join(names.get(each, "?") for each in found.players)
    return _(SENTENCES[found.code]) % {"player": player, "board": found.board, **_in_words(found.facts)}


def of_list(found: ListFinding, names: Mapping[int, str], teams: Mapping[int, str]) -> str:
    """Return the sentence of a finding in a player list. ``teams``: their names by id."""
    who = {"player": names.get(found.player or 0, "?"), "team": teams.get(found.team or 0, "?")}
    return _(SENTENCES[found.code]) % {**who, **_in_words(found.facts)}


def _in_words(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the facts with days and moments as the reader's language writes them."""
    return {
        name: _moment(value) if isinstance(value, dt.datetime) else in_words(value) if value is not None else "–"
        for name, value in facts.items()
    }


def _moment(value: dt.datetime) -> str:
    local = timezone.localtime(value)
    return f"{long_date(local.date())}, {local:%H:%M}"


def cost(proposal: Proposal) -> str:
    """Return what the rules propose; "" if nothing."""
    parts = [_(EFFECTS[proposal.effect])] if proposal.effect in EFFECTS else []
    if proposal.fine:
        parts.append(_("fine of %(amount)s") % {"amount": amount(proposal.fine_cents, profile().federation.currency)})
    if proposal.article:
        parts.append(_("article %(article)s") % {"article": proposal.article})
    return ", ".join(parts)
