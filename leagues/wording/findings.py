"""What a finding says: one sentence from its code and facts."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from leagues.rules.findings import Finding, Proposal

SENTENCES = {
    "not_listed": noop("%(player)s is not on the player list of the club."),
    "not_affiliated": noop("%(player)s is not affiliated on the day of the match."),
    "suspended": noop("%(player)s is suspended."),
    "rating_cap": noop("%(player)s: FIDE rating %(rating)s; reserves may have %(cap)s at most."),
    "twice_in_match": noop("%(player)s stands on two boards."),
    "strength_order": noop("%(player)s sits too low for their strength."),
    "list_order": noop("%(player)s does not sit in the order of the player list."),
    "too_few": noop("Only %(manned)s players; at least %(least)s are needed."),
    "gap": noop("Board %(board)s is empty, although players sit below it."),
    "incomplete": noop("Board %(board)s is empty."),
    "named_absent": noop("%(player)s was named and did not come."),
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
    "average_above_higher": noop("This team is stronger by average than a higher team of the club on the same day."),
}
EFFECTS = {
    "board": noop("the board is lost"),
    "both_boards": noop("the board counts for neither side"),
    "boards_down": noop("this board and all below are lost"),
    "match": noop("the match is lost"),
    "match_points": noop("the match points are lost"),
    "points_off": noop("match points are taken off"),
}


def sentence(found: Finding, names: Mapping[int, str]) -> str:
    """Return the sentence of a finding. ``names``: of the players, by id of the member, as the reader may see them."""
    player = ", ".join(names.get(each, "?") for each in found.players)
    return _(SENTENCES[found.code]) % {"player": player, "board": found.board, **found.facts}


def cost(proposal: Proposal) -> str:
    """Return what the rules propose; "" if nothing."""
    parts = [_(EFFECTS[proposal.effect])] if proposal.effect in EFFECTS else []
    if proposal.fine:
        parts.append(_("fine of %(amount)s") % {"amount": f"{proposal.fine:.2f}"})
    if proposal.article:
        parts.append(_("article %(article)s") % {"article": proposal.article})
    return ", ".join(parts)
