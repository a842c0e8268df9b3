"""The tie-breaks that the site knows: codes (TRF26, records 202 and 212), names, and a line of explanation.

FIDE's are those of C.07, with modifiers after a slash (`tie_break_modifiers`). Those of teams are in
`team_tie_break_codes`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament
from tournaments.standings.tie_break_modifiers import in_order, words

START_NUMBER = "TPN"
USED = 5  # the most that a tournament may use
# What C.07 recommends, by the kind of the tournament.
SWISS = ("BH/C1", "BH", "SB", "DE", "WIN")
ROUND_ROBIN = ("DE", "SB", "KS", "WIN")


@dataclass(frozen=True)
class TieBreak:
    """A tie-break as people read it."""

    code: str
    name: Any  # lazy
    meaning: Any  # lazy: one sentence
    digits: int = 1  # decimals at most
    is_place: bool = False  # a place among tied players, 0 if it broke no tie
    modifiers: str = ""  # first letters of the modifiers that it accepts

    @property
    def short(self) -> str:
        """Return the head of a column: BH-C1."""
        return self.code.replace("/", "-")

    def modified(self, given: Iterable[str]) -> TieBreak:
        """Return the tie-break with these modifiers, in the reader's language."""
        names, meanings = zip(*map(words, given), strict=True)
        return replace(
            self,
            code="/".join([self.code, *given]),
            name=", ".join(map(str, [self.name, *names])),
            meaning=" ".join(map(str, [self.meaning, *meanings])),
        )


def by_code(*all_of_them: TieBreak) -> dict[str, TieBreak]:
    return {each.code: each for each in all_of_them}


FIDE = by_code(
    TieBreak("BH/C1", _("Buchholz, cut 1"), _("The points of all opponents, without the lowest.")),
    TieBreak("BH", _("Buchholz"), _("The points of all opponents."), modifiers="CMP"),
    TieBreak("BH/C2", _("Buchholz, cut 2"), _("The points of all opponents, without the two lowest.")),
    TieBreak("BH/M1", _("Median Buchholz"), _("The points of all opponents, without the lowest and the highest.")),
    TieBreak("BH/M2", _("Median Buchholz 2"),
        _("The points of all opponents, without the two lowest and two highest.")),
    TieBreak("FB", _("Fore Buchholz"),
        _("Buchholz as if all games of the last round had been drawn."), modifiers="CMP"),
    TieBreak("AOB", _("Average of the opponents' Buchholz"),
        _("The mean of the Buchholz of the opponents."), 2, modifiers="FP"),
    TieBreak("SB", _("Sonneborn-Berger"),
        _("The points of the opponents beaten, and half of those drawn with."), 2, modifiers="CP"),
    TieBreak("SB/C1", _("Sonneborn-Berger, cut 1"), _("Sonneborn-Berger without the lowest opponent."), 2),
    TieBreak("PS", _("Progressive score"), _("The sum of the points after each round."), modifiers="C"),
    TieBreak("PS/C1", _("Progressive score, cut 1"), _("The same without the first round.")),
    TieBreak("DE", _("Direct encounter"),
        _("The order among players still tied, by the games between them."), 0, is_place=True, modifiers="P"),
    TieBreak("KS", _("Koya"),
        _("The points against opponents who scored at least half of the points."), modifiers="LP"),
    TieBreak("WIN", _("Wins"), _("Rounds with as many points as a win gives, including forfeits and byes."), 0),
    TieBreak("WON", _("Games won"), _("Games won at the board."), 0),
    TieBreak("BPG", _("Games with Black"), _("Games played with Black at the board."), 0),
    TieBreak("BWG", _("Games won with Black"), _("Games won with Black at the board."), 0),
    TieBreak("REP", _("Rounds elected to play"), _("Rounds that the player did not miss by choice."), 0),
    TieBreak("ARO", _("Average rating of the opponents"),
        _("The mean rating of the opponents; only if all of them have a rating."), 0, modifiers="CMU"),
    TieBreak("ARO/C1", _("Average rating of the opponents, cut 1"), _("The same without the lowest rating."), 0),
    TieBreak("TPR", _("Performance rating"),
        _("The rating that corresponds to the opponents' mean rating and the points scored."), 0, modifiers="U"),
    TieBreak("PTP", _("Perfect performance"),
        _("The lowest rating whose expected score is at least the points scored."), 0, modifiers="U"),
    TieBreak("APRO", _("Average performance of the opponents"),
        _("The mean performance of the opponents."), 0, modifiers="U"),
)  # fmt: skip
# Only requested by files.
_FURTHER = by_code(
    TieBreak("APPO", _("Average perfect performance of the opponents"),
        _("The mean perfect performance of the opponents."), 0, modifiers="U"),
    TieBreak("RTNG", _("Rating"), _("The rating before the tournament."), 0, modifiers="UR"),
    TieBreak("STD", _("Standard points"),
        _("Rounds with more points than the opponent, and half of those with as many, whatever the event gives for a "
          "win or a draw.")),
    TieBreak(START_NUMBER, _("Start number"), _("The pairing number: the lower, the better."), 0, modifiers="R"),
    TieBreak("ABH", _("Adjusted score"),
        _("The points as counted for the opponents' Buchholz: rounds missed at the end count as draws.")),
)  # fmt: skip
GO = by_code(
    TieBreak("MMS", _("McMahon score"), _("The starting score of the grade, plus the points.")),
    TieBreak("NBW", _("Wins"), _("The points without the starting score of the grade.")),
    TieBreak("SOS", "SOS", _("The scores of all opponents; in McMahon the stones given are added.")),
    TieBreak("SOS-1", "SOS-1", _("SOS without the lowest score.")),
    TieBreak("SOS-2", "SOS-2", _("SOS without the two lowest scores.")),
    TieBreak("SOSOS", "SOSOS", _("The SOS of all opponents.")),
    TieBreak("SODOS", "SODOS", _("The scores of the opponents beaten, and half of those drawn with."), 2),
    TieBreak("CUSS", "CUSS", _("The sum of the scores after each round.")),
    TieBreak("EXT", _("Exploits tried"),
        _("The wins of the opponents, counted two or three times if the handicap was less than the difference in "
          "grade, and not at all if it was more.")),
    TieBreak("EXR", _("Exploits achieved"), _("The same for the opponents beaten.")),
    TieBreak("DC", _("Direct encounter"),
        _("Among players still tied, the winner ranks before the loser; wins in a circle do not count."), 0),
    TieBreak("SDC", _("Simple direct encounter"),
        _("Games won against players still tied, if all of them have met."), 0),
)  # fmt: skip

# Other spellings in files and programs.
_ALIASES = {"GE": "REP"}


def tie_break(code: str) -> TieBreak:
    """Return the tie-break of players with this code, of go too. Raise KeyError if there is none."""
    return named(code, FIDE | _FURTHER | GO)


def named(code: str, table: Mapping[str, TieBreak]) -> TieBreak:
    """Return the tie-break with this code and its modifiers. Raise KeyError if there is none."""
    if code in table:
        return table[code]
    name, *given = code.split("/")
    return table[name].modified(given)


def known(codes: Iterable[str]) -> list[str]:
    """Return the codes that the site can calculate, each once; the points come first anyway."""
    return plain(codes, FIDE | _FURTHER, _ALIASES)


def plain(codes: Iterable[str], table: Mapping[str, TieBreak], aliases: Mapping[str, str]) -> list[str]:
    """Return the known codes, each once, with their modifiers in one order."""
    found = []
    for code in codes:
        name, *given = code.upper().replace("!", "/").replace("#", "/").split("/")
        name = aliases.get(name, name)
        modifiers = in_order(given, table[name].modifiers) if name in table else None
        if modifiers is not None:
            found.append("/".join([name, *modifiers]))
    return list(dict.fromkeys(found))


def order_of(tournament: Tournament, is_round_robin: bool) -> list[str]:
    """Return the tie-breaks that decide: those chosen here, else those of the file, else the usual ones of the kind.

    If teams play, choice and file mean the teams (`team_order_of`).
    """
    given = [] if tournament.has_teams else known(tournament.tie_break_order) or known(of_file(tournament))
    return given[:USED] or list(ROUND_ROBIN if is_round_robin else SWISS)


def of_file(tournament: Tournament) -> list[str]:
    return tournament.file_facts.get("tie_breaks", [])
