"""The tie-breaks of teams that the site knows, and in which order they decide: C.07, articles 11 to 13.

":GP" says that board points are added up (game points), else match points. Match points come first; where a list has
them behind the board points, these come first.
"""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament
from tournaments.standings.tie_break_codes import FIDE, USED, TieBreak, by_code, known, named, of_file, plain

# The usual ones of teams; C.07 leaves them to the rules of the event.
MATCH_POINTS = "MPTS"
BOARD_POINTS = "GPTS"
SECOND_SCORE = "MPVGP"  # the one of the two that does not come first
TEAM_SWISS = (BOARD_POINTS, "EDE", "EMGSB", "BH")
TEAM_ROUND_ROBIN = (BOARD_POINTS, "EDE", "EMGSB", "BC")

TEAM = by_code(
    TieBreak(BOARD_POINTS, _("Board points"), _("The board points of all matches.")),
    TieBreak(MATCH_POINTS, _("Match points"), _("The points of all matches.")),
    TieBreak("EDE", _("Extended direct encounter"),
        _("The order among teams still tied, by the primary points of the matches between them, then "
          "by the secondary points."), 0, is_place=True, modifiers="P"),
    TieBreak("EDEBT", _("Extended direct encounter, board count, top boards"),
        _("The same; two teams still tied are separated by the boards of their match, the higher ones first."),
        0, is_place=True, modifiers="P"),
    TieBreak("EMGSB", _("Sonneborn-Berger for teams"),
        _("The match points of each opponent, times the board points won against them."), modifiers="CP"),
    TieBreak("EMGSB/C1", _("Sonneborn-Berger for teams, cut 1"),
        _("The same without the opponent who has the fewest match points.")),
    TieBreak("EMMSB", _("Sonneborn-Berger by match points"),
        _("The match points of each opponent, times the match points won against them."), modifiers="CP"),
    TieBreak("EGMSB", _("Sonneborn-Berger for teams, board points first"),
        _("The board points of each opponent, times the match points won against them."), modifiers="CP"),
    TieBreak("EGGSB", _("Sonneborn-Berger by board points"),
        _("The board points of each opponent, times the board points won against them."), 2, modifiers="CP"),
    TieBreak("BH", _("Buchholz by match points"), _("The match points of all opponents."), modifiers="CMP"),
    TieBreak("BH/C1", _("Buchholz by match points, cut 1"),
        _("The match points of all opponents, without the lowest.")),
    TieBreak("BH:GP", _("Buchholz by board points"), _("The board points of all opponents."), modifiers="CMP"),
    TieBreak("SSSC", _("Scores and strength of schedule"),
        _("The secondary points, and the Buchholz by the primary points, divided so that both have the same weight."),
        2, modifiers="FKP"),
    TieBreak("WIN", _("Matches won"), _("Matches won, including those won by forfeit."), 0),
    TieBreak("BC", _("Board count"), _("The board numbers times the points won on them: the lower, the better.")),
    TieBreak("TBR", _("Top board results"),
        _("The order among teams still tied, by the points on board 1, then on board 2 ..."), 0, is_place=True),
    TieBreak("BBE", _("Bottom board elimination"),
        _("The order among teams still tied, by the points without the last board, then without the last two ..."),
        0, is_place=True),
)  # fmt: skip
# Only requested by files.
_FURTHER = by_code(
    TieBreak("EDEC", _("Extended direct encounter, board count"),
        _("Direct encounter; two teams still tied are separated by the board count of their match."),
        0, is_place=True, modifiers="P"),
    TieBreak("EDET", _("Extended direct encounter, top boards"),
        _("Direct encounter; two teams still tied are separated by the highest decisive board of their match."),
        0, is_place=True, modifiers="P"),
    TieBreak("EDEB", _("Extended direct encounter, without the last boards"),
        _("Direct encounter; two teams still tied are separated by their match without the last board, "
          "the last two ..."), 0, is_place=True, modifiers="P"),
    TieBreak("EDEBB", _("Extended direct encounter, board count, without the last boards"),
        _("Direct encounter; two teams still tied are separated by the board count of their match, then by the board "
          "count without the last boards."), 0, is_place=True, modifiers="P"),
    TieBreak("FB", _("Fore Buchholz by match points"),
        _("Buchholz as if all matches of the last round had been drawn."), modifiers="CMP"),
    TieBreak("FB:GP", _("Fore Buchholz by board points"),
        _("Buchholz as if all matches of the last round had been drawn."), modifiers="CMP"),
)  # fmt: skip
# Other spellings in files and programs.
_ALIASES = {"ESB": "EMGSB", "ESB:MG": "EMGSB", "ESB:MM": "EMMSB", "ESB:GM": "EGMSB", "ESB:GG": "EGGSB"}


def team_tie_break(code: str) -> TieBreak:
    """Return the tie-break of teams with this code. Raise KeyError if there is none."""
    return named(code, TEAM | _FURTHER)


def known_of_teams(codes: Iterable[str]) -> list[str]:
    """Return the codes of teams that the site can calculate, each once, with match points and board points."""
    codes = [code.upper() for code in codes]
    second = MATCH_POINTS if codes[:1] == [BOARD_POINTS] else BOARD_POINTS
    given = (second if code == SECOND_SCORE else code.replace(":MP", "") for code in codes)
    return plain(given, TEAM | _FURTHER, _ALIASES)


def board_points_first(codes: Sequence[str]) -> bool:
    """Return whether board points decide before match points: the list names both, board points first."""
    given = [code for code in codes if code in {MATCH_POINTS, BOARD_POINTS}]
    return given[:1] == [BOARD_POINTS] and MATCH_POINTS in given


def team_order_of(tournament: Tournament, is_round_robin: bool) -> list[str]:
    """Return the codes that decide among teams, beginning with match points or board points."""
    given = known_of_teams(tournament.tie_break_order) or known_of_teams(of_file(tournament))
    first = BOARD_POINTS if board_points_first(given) else MATCH_POINTS
    after = [code for code in given if code != first][:USED]
    usual = TEAM_ROUND_ROBIN if is_round_robin else TEAM_SWISS
    return [first, *(after or usual)]


def after_the_points(codes: Sequence[str]) -> list[str]:
    """Return the codes as files list them: without match points if they come first, else with both."""
    if not codes or codes[0] == MATCH_POINTS:
        return list(codes[1:])
    return list(dict.fromkeys([*codes, MATCH_POINTS]))


def choices_of(tournament: Tournament) -> dict[str, TieBreak]:
    """Return the tie-breaks among which people may choose."""
    return TEAM if tournament.has_teams else FIDE


def chosen(tournament: Tournament) -> list[str]:
    """Return the codes that were chosen on this site, as far as they are known."""
    return (known_of_teams if tournament.has_teams else known)(tournament.tie_break_order)
