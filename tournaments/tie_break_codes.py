"""The tie-breaks that the site knows: their codes (TRF26, records 202 and 212), names, and what each is in one line.

FIDE's are those of C.07 for individual tournaments; a modifier says what is left out: /C1 the lowest, /M1 the lowest
and the highest.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament

USED = 5  # how many a tournament may use
# What C.07 recommends, by the kind of the tournament.
SWISS = ("BH/C1", "BH", "SB", "DE", "WIN")
ROUND_ROBIN = ("DE", "SB", "KS", "WIN")


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
        TieBreak("SOS", "SOS", _("The scores of all opponents, the stones given added.")),
        TieBreak("SOSOS", "SOSOS", _("The SOS of all opponents.")),
        TieBreak("SODOS", "SODOS", _("The scores of the opponents who were beaten, half of those with a draw.")),
    )
}


def known(codes: Iterable[str]) -> list[str]:
    """Those of the codes that the site can reckon, each once; the points come first by themselves."""
    return list(dict.fromkeys(code for code in codes if code in FIDE))


def order_of(tournament: Tournament, is_round_robin: bool) -> list[str]:
    """The tie-breaks that decide: those chosen here, else those of the file, else the usual ones of the kind."""
    said = known(tournament.tie_break_order) or known(tournament.file_facts.get("tie_breaks", []))
    return said[:USED] or list(ROUND_ROBIN if is_round_robin else SWISS)
