"""The programs whose files can be sent: whose they are, under which licence, and where to get them.

Facts: what a federation says of the communication of results (B39, B42), the programs' own sites and repositories. A
licence that nobody could read is left out.
"""

from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from tournaments.formats import ENDINGS
from tournaments.models import Discipline

FREE = _("free of charge")
PAID = _("commercial")


class Program(NamedTuple):
    name: str
    formats: tuple[str, ...]  # keys of `formats.FORMATS`
    site: str  # where to get it; "" if nobody offers it any more
    licence: str = ""
    remark: str = ""
    discipline: str = Discipline.CHESS

    @property
    def endings(self) -> list[str]:
        """Return the usual endings of the names of its files."""
        return list(dict.fromkeys(ending for each in self.formats for ending in ENDINGS[each]))


PROGRAMS = (
    Program("SWAR", ("swar", "swar_binary", "swar_json", "swar_html"), "https://www.frbe-kbsb-ksb.be/", FREE),
    Program("Pair Two", ("pair_two", "elo_report"), "https://www.frbe-kbsb-ksb.be/", FREE, _("version 4 or later")),
    Program("Chess Manager", ("chess_manager", "elo_report"), "https://www.frbe-kbsb-ksb.be/", FREE),
    Program(
        "Papi",
        ("papi",),
        "http://papinet.free.fr/",
        FREE,
        _("For international tournaments with large prizes the French federation has to agree first."),  # B42
    ),
    Program("Sharly-Chess", ("sharly_chess",), "https://github.com/Sharly-Chess/sharly-chess", "AGPL-3.0"),
    Program(
        "Swiss-Chess",
        ("swiss_chess", "swiss_chess_dsb", "swiss_chess_lst", "swiss_chess_html"),
        "https://www.swiss-chess.de/",
        PAID,
    ),
    Program("Swiss-Manager", ("swiss_manager",), "https://swiss-manager.at/", PAID),
    Program("Chess-Results", ("crosstable",), "https://chess-results.com/", FREE, _("its Excel files")),
    Program("ChessEvent", ("chess_event",), "https://chessevent.echecs-bretagne.fr/"),
    Program("OpenGotha", ("open_gotha",), "https://github.com/lvannier/OpenGotha", FREE, discipline=Discipline.GO),
    Program("Pairgoth", ("pairgoth",), "https://github.com/ffrgo/pairgoth", discipline=Discipline.GO),
)


class Layout(NamedTuple):
    """A layout of files that several programs write, or that can be written by hand."""

    name: str
    formats: tuple[str, ...]
    text: str
    page: str = ""  # its description

    @property
    def endings(self) -> list[str]:
        return list(dict.fromkeys(ending for each in self.formats for ending in ENDINGS[each]))


LAYOUTS = (
    Layout(
        "TRF16, TRF26",
        ("trf",),
        _("The report of FIDE; most pairing programs write it."),
        "https://handbook.fide.com/files/handbook/TRF26.pdf",
    ),
    Layout("Sending3, CHCKLIST", ("sending", "checklist"), _("dBase tables of the Belgian federation.")),
    Layout("PGN", ("pgn",), _("Games with their moves; players are found by name.")),
    Layout("EGD (.h9), FFG (.tou)", ("egd_h9", "ffg_tou"), _("Results of go tournaments.")),
    Layout("CSV", ("games_csv",), _("One line for each game, from a spreadsheet: take the template below.")),
)
