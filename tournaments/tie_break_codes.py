"""The tie-breaks that the site knows: their codes (TRF26, records 202 and 212), names, and what each is in one line.

FIDE's are those of C.07, for players and for teams; a modifier says what is left out: /C1 the lowest, /M1 the lowest
and the highest. Of teams ":GP" says that board points are added up (game points), else match points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament

USED = 5  # how many a tournament may use
# What C.07 recommends, by the kind of the tournament.
SWISS = ("BH/C1", "BH", "SB", "DE", "WIN")
ROUND_ROBIN = ("DE", "SB", "KS", "WIN")
# The usual ones of teams; C.07 leaves them to the rules of the event.
BOARD_POINTS = "GPTS"
TEAM_SWISS = (BOARD_POINTS, "EDE", "EMGSB", "BH")
TEAM_ROUND_ROBIN = (BOARD_POINTS, "EDE", "EMGSB", "BC")


@dataclass(frozen=True)
class TieBreak:
    """One of them, for people."""

    code: str
    name: Any  # lazy
    meaning: Any  # lazy: one sentence
    digits: int = 1  # decimals at most
    is_place: bool = False  # a place among equals: 0 where it parted nobody

    @property
    def short(self) -> str:
        """The head of a column: BH-C1."""
        return self.code.replace("/", "-")


FIDE = {
    each.code: each
    for each in (
        TieBreak("BH/C1", _("Buchholz, cut 1"), _("The points of all opponents, without the lowest.")),
        TieBreak("BH", _("Buchholz"), _("The points of all opponents.")),
        TieBreak("BH/C2", _("Buchholz, cut 2"), _("The points of all opponents, without the two lowest.")),
        TieBreak("BH/M1", _("Median Buchholz"), _("The points of all opponents, without the lowest and the highest.")),
        TieBreak(
            "BH/M2", _("Median Buchholz 2"), _("The points of all opponents, without the two lowest and two highest.")
        ),
        TieBreak("FB", _("Fore Buchholz"), _("Buchholz as if all games of the last round had been drawn.")),
        TieBreak("AOB", _("Average of the opponents' Buchholz"), _("The mean of the Buchholz of the opponents."), 2),
        TieBreak(
            "SB",
            _("Sonneborn-Berger"),
            _("The points of the opponents who were beaten, and half those of the opponents who drew."),
            2,
        ),
        TieBreak("SB/C1", _("Sonneborn-Berger, cut 1"), _("Sonneborn-Berger without the lowest opponent."), 2),
        TieBreak("PS", _("Progressive score"), _("The sum of the points after each round.")),
        TieBreak("PS/C1", _("Progressive score, cut 1"), _("The same without the first round.")),
        TieBreak(
            "DE",
            _("Direct encounter"),
            _("The place among those who are equal so far, by the games that they played with each other."),
            0,
            is_place=True,
        ),
        TieBreak("KS", _("Koya"), _("The points against opponents who reached half of the points or more.")),
        TieBreak("WIN", _("Wins"), _("Rounds with as many points as a win gives, forfeits and byes included."), 0),
        TieBreak("WON", _("Games won"), _("Games won at the board."), 0),
        TieBreak("BPG", _("Games with Black"), _("Games played with Black at the board."), 0),
        TieBreak("BWG", _("Games won with Black"), _("Games won with Black at the board."), 0),
        TieBreak("REP", _("Rounds elected to play"), _("Rounds that he did not miss by his own choice."), 0),
        TieBreak(
            "ARO",
            _("Average rating of the opponents"),
            _("The mean rating of the opponents; only where everybody has a rating."),
            0,
        ),
        TieBreak("ARO/C1", _("Average rating of the opponents, cut 1"), _("The same without the lowest rating."), 0),
        TieBreak(
            "TPR", _("Performance"), _("The rating that the opponents' mean rating and the points correspond to."), 0
        ),
        TieBreak(
            "PTP", _("Perfect performance"), _("The lowest rating whose expected score is as high as the points."), 0
        ),
        TieBreak("APRO", _("Average performance of the opponents"), _("The mean performance of the opponents."), 0),
    )
}
GO = {
    each.code: each
    for each in (
        TieBreak("MMS", _("McMahon score"), _("The score with which the grade starts, and the points.")),
        TieBreak("NBW", _("Wins"), _("The points without the score with which the grade starts.")),
        TieBreak("SOS", "SOS", _("The scores of all opponents, the stones given added.")),
        TieBreak("SOS-1", "SOS-1", _("The same without the lowest.")),
        TieBreak("SOS-2", "SOS-2", _("The same without the two lowest.")),
        TieBreak("SOSOS", "SOSOS", _("The SOS of all opponents.")),
        TieBreak("SODOS", "SODOS", _("The scores of the opponents who were beaten, half of those with a draw."), 2),
        TieBreak("CUSS", "CUSS", _("The sum of the scores after each round.")),
        TieBreak(
            "DC",
            _("Direct confrontation"),
            _("Games won against those who are equal so far, where all of them have met."),
            0,
        ),
    )
}

TEAM = {
    each.code: each
    for each in (
        TieBreak(BOARD_POINTS, _("Board points"), _("The points of the boards of all matches.")),
        TieBreak(
            "EDE",
            _("Extended direct encounter"),
            _(
                "The place among those who are equal so far, by the match points of the matches that they played with "
                "each other, then by the board points of these."
            ),
            0,
            is_place=True,
        ),
        TieBreak(
            "EDEBT",
            _("Extended direct encounter, board count, top boards"),
            _("The same; two who are equal still are parted by the boards of their match, the higher ones first."),
            0,
            is_place=True,
        ),
        TieBreak(
            "EMGSB",
            _("Sonneborn-Berger of teams"),
            _("The match points of each opponent, times the board points won against him."),
        ),
        TieBreak(
            "EMGSB/C1",
            _("Sonneborn-Berger of teams, cut 1"),
            _("The same without the opponent who has the fewest match points."),
        ),
        TieBreak(
            "EMMSB",
            _("Sonneborn-Berger by match points"),
            _("The match points of each opponent, times the match points won against him."),
        ),
        TieBreak(
            "EGGSB",
            _("Sonneborn-Berger by board points"),
            _("The board points of each opponent, times the board points won against him."),
            2,
        ),
        TieBreak("BH", _("Buchholz by match points"), _("The match points of all opponents.")),
        TieBreak(
            "BH/C1", _("Buchholz by match points, cut 1"), _("The match points of all opponents, without the lowest.")
        ),
        TieBreak("BH:GP", _("Buchholz by board points"), _("The board points of all opponents.")),
        TieBreak("WIN", _("Matches won"), _("Matches won, those without a fight included."), 0),
        TieBreak(
            "BC",
            _("Board count"),
            _("The numbers of the boards times the points won on them: the lower, the better."),
        ),
    )
}
# How files and programs write the same.
_TEAM_ALIASES = {"MPVGP": BOARD_POINTS, "ESB": "EMGSB", "ESB:MG": "EMGSB", "ESB:MM": "EMMSB", "ESB:GG": "EGGSB"}


def known(codes: Iterable[str]) -> list[str]:
    """Those of the codes that the site can reckon, each once; the points come first by themselves."""
    return list(dict.fromkeys(code for code in codes if code in FIDE))


def known_of_teams(codes: Iterable[str]) -> list[str]:
    """The same of teams; match points come first by themselves."""
    plain = (code.upper().replace(":MP", "") for code in codes)
    return list(dict.fromkeys(found for code in plain if (found := _TEAM_ALIASES.get(code, code)) in TEAM))


def order_of(tournament: Tournament, is_round_robin: bool) -> list[str]:
    """The tie-breaks that decide: those chosen here, else those of the file, else the usual ones of the kind.

    Where teams play, choice and file mean the teams (`team_order_of`).
    """
    said = [] if tournament.has_teams else _said(tournament, known)
    return said or list(ROUND_ROBIN if is_round_robin else SWISS)


def team_order_of(tournament: Tournament, is_round_robin: bool) -> list[str]:
    """The tie-breaks that decide among teams after the match points."""
    return _said(tournament, known_of_teams) or list(TEAM_ROUND_ROBIN if is_round_robin else TEAM_SWISS)


def choices_of(tournament: Tournament) -> dict[str, TieBreak]:
    """Those among which one may choose."""
    return TEAM if tournament.has_teams else FIDE


def chosen(tournament: Tournament) -> list[str]:
    """What was chosen here, as far as it is known."""
    return (known_of_teams if tournament.has_teams else known)(tournament.tie_break_order)


def _said(tournament: Tournament, known_ones: Callable[[Iterable[str]], list[str]]) -> list[str]:
    return (known_ones(tournament.tie_break_order) or known_ones(tournament.file_facts.get("tie_breaks", [])))[:USED]
