"""The files of a published list: which, for whom, and how described, for the downloads page and the rendering."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from federation.profiles.reading import profile
from ratings.exports import checklist, csv, json, player_sheets, sqlite, xlsx
from ratings.exports import zip as archives
from ratings.exports.programs import cells, chess_programs, ffg_scale, papi, player_dbf, swiss_chess, trf
from ratings.exports.snapshot import Snapshot
from ratings.models import RatingList
from tournaments.models import Discipline

# Parts of a snapshot.
LISTED, EVERYBODY, FOR_PAIRING, LEDGER = ("listed",), ("everybody",), ("for_pairing",), ("listed", "entries")
CHESS, GO = frozenset({Discipline.CHESS}), frozenset({Discipline.GO})


class DownloadGroup(Enum):
    """The audience of a file, in the order of the page."""

    PEOPLE = _("Spreadsheets")
    PROGRAMS = _("For pairing programs")
    CHECKING = _("For verification")
    PROGRAMMERS = _("For programmers")


@dataclass(frozen=True)
class Download:
    """A file of a list. ``saved_as`` may contain the ``{slug}``, ``{month}`` and ``{digits}`` of the list."""

    write: Callable[[Snapshot], bytes]
    content_type: str
    group: DownloadGroup
    title: str | Promise
    text: str | Promise
    saved_as: str
    disciplines: frozenset[Discipline] | None = None  # None: every one
    has_birth_dates: bool = False  # a copy with them exists for club officers and staff
    made_of: tuple[str, ...] = LISTED  # the parts of the snapshot that it needs
    is_large: bool = False  # takes long to write
    of_games: bool = False  # starting lists do not have it
    language: str = ""
    of_profile: str = ""  # a federation's own format: only sites whose profile offers it have it

    @property
    def is_on_demand(self) -> bool:
        """Return whether the file is written when someone asks for it. The others exist only as rendered files.

        Files for programs are always on demand: the rendering writes none for earlier lists, and their addresses stay
        valid.
        """
        return not self.is_large or self.group is DownloadGroup.PROGRAMS

    def fits(self, rating_list: RatingList) -> bool:
        """Return whether the list has this file."""
        if self.of_profile and self.of_profile not in profile().exports.offered:
            return False
        if self.disciplines is not None and rating_list.pool.discipline not in self.disciplines:
            return False
        return not (self.of_games and rating_list.imported)

    def file_name(self, rating_list: RatingList) -> str:
        """Return the name under which a browser saves the file."""
        date = rating_list.date
        digits = f"{date:%Y%m}" if date.day == 1 else f"{date:%Y%m%d}"
        return self.saved_as.format(slug=rating_list.pool.slug, month=rating_list.month_slug, digits=digits)


def _sheets(language: str) -> Download:
    return Download(
        *(player_sheets.writer(language), archives.CONTENT_TYPE, DownloadGroup.CHECKING, _("Individual sheets")),
        _("A text file with each player's games in columns, and their effect on the rating."),
        f"{{slug}}-{{month}}-sheets-{language}.zip",
        made_of=LEDGER,
        is_large=True,
        of_games=True,
        language=language,
    )


DOWNLOADS: dict[str, Download] = {
    "list.xlsx": Download(
        *(xlsx.write, xlsx.CONTENT_TYPE, DownloadGroup.PEOPLE, _("Excel (XLSX)")),
        _("The whole list as a table for Excel, LibreOffice and other spreadsheet programs."),
        "{slug}-{month}.xlsx",
    ),
    "list.csv": Download(
        *(csv.write, csv.CONTENT_TYPE, DownloadGroup.PEOPLE, _("Table (CSV)")),
        _("The same table as plain text, UTF-8 with commas."),
        "{slug}-{month}.csv",
    ),
    "player.zip": Download(
        *(player_dbf.write_zip, archives.CONTENT_TYPE, DownloadGroup.PROGRAMS, _("PLAYER (dBase)")),
        _(
            "Everybody, former members included, in the table of the Belgian federation: SWAR and Pair Two load "
            "it as it is."
        ),
        "PLAYER_{digits}.ZIP",
        of_profile="player_dbf",
        disciplines=CHESS,
        has_birth_dates=True,
        made_of=EVERYBODY,
    ),
    "players.sqlite": Download(
        *(sqlite.write_players, sqlite.CONTENT_TYPE, DownloadGroup.PROGRAMS, _("SWAR, player database (SQLite)")),
        _("The tables players and clubs in which newer versions of SWAR look people up: put it in the SWAR folder."),
        "players_{digits}.sqlite",
        disciplines=CHESS,
        has_birth_dates=True,
        made_of=FOR_PAIRING,
    ),
    "swar.csv": Download(
        *(chess_programs.write_swar, cells.CSV, DownloadGroup.PROGRAMS, _("SWAR, players (CSV)")),
        _("The affiliated members as tournament players: SWAR imports them as registrations."),
        "{slug}-{month}-swar.csv",
        disciplines=CHESS,
        has_birth_dates=True,
        made_of=FOR_PAIRING,
    ),
    "pairtwo.csv": Download(
        *(chess_programs.write_pair_two, cells.CSV, DownloadGroup.PROGRAMS, _("Pair Two, players (CSV)")),
        _("The affiliated members, one per line: Pair Two imports them as registrations."),
        "{slug}-{month}-pairtwo.csv",
        disciplines=CHESS,
        has_birth_dates=True,
        made_of=FOR_PAIRING,
    ),
    "swiss-chess.dbf": Download(
        *(swiss_chess.write_table, player_dbf.CONTENT_TYPE, DownloadGroup.PROGRAMS, _("Swiss-Chess (dBase)")),
        _("A player list for Swiss-Chess: choose it as the program's look-up list."),
        "PlayerSwissChess.dbf",
        disciplines=CHESS,
        has_birth_dates=True,
        made_of=FOR_PAIRING,
    ),
    "swiss-chess.txt": Download(
        *(swiss_chess.write_text, cells.TEXT, DownloadGroup.PROGRAMS, _("Swiss-Chess (TXT)")),
        _("The same people as a text between quotation marks."),
        "PlayerSwissChess.TXT",
        disciplines=CHESS,
        has_birth_dates=True,
        made_of=FOR_PAIRING,
    ),
    "swiss-chess.lst": Download(
        *(swiss_chess.write_lst, cells.TEXT, DownloadGroup.PROGRAMS, _("Swiss-Chess (LST)")),
        _(
            "The same people in the format in which Swiss-Chess imports players; the member number is the "
            "personal number."
        ),
        "PlayerSwissChess.LST",
        disciplines=CHESS,
        has_birth_dates=True,
        made_of=FOR_PAIRING,
    ),
    "swiss-manager.csv": Download(
        *(chess_programs.write_swiss_manager, cells.CSV, DownloadGroup.PROGRAMS, _("Swiss-Manager (CSV)")),
        _("A national rating list for Swiss-Manager: import it as your own list."),
        "PlayerSwissManager.csv",
        disciplines=CHESS,
        has_birth_dates=True,
        made_of=FOR_PAIRING,
    ),
    "papi.zip": Download(
        *(papi.write_zip, archives.CONTENT_TYPE, DownloadGroup.PROGRAMS, _("Papi (Access)")),
        _("A player database with the tables JOUEUR and CLUB; the licence number is the member number."),
        "players_Papi_{digits}.zip",
        disciplines=CHESS,
        has_birth_dates=True,
        made_of=FOR_PAIRING,
        is_large=True,
    ),
    "vega.csv": Download(
        *(chess_programs.write_vega, cells.CSV, DownloadGroup.PROGRAMS, _("Vega (CSV)")),
        _("A national player list in columns: Vega opens it as its player archive."),
        "PlayerVega.csv",
        disciplines=CHESS,
        has_birth_dates=True,
        made_of=FOR_PAIRING,
    ),
    "sevilla.csv": Download(
        *(chess_programs.write_sevilla, chess_programs.UTF_8, DownloadGroup.PROGRAMS, _("Sevilla (CSV)")),
        _("A player list for Sevilla, UTF-8 with semicolons."),
        "sevilla.csv",
        disciplines=CHESS,
        has_birth_dates=True,
        made_of=FOR_PAIRING,
    ),
    "trf.zip": Download(
        *(trf.write_zip, archives.CONTENT_TYPE, DownloadGroup.PROGRAMS, _("Registrations (TRF26)")),
        _("One file per club with its affiliated members as players: any program that reads TRF can start from it."),
        "{slug}-{month}-trf.zip",
        disciplines=CHESS,
        has_birth_dates=True,
        made_of=FOR_PAIRING,
    ),
    "echelle.txt": Download(
        *(ffg_scale.write, ffg_scale.CONTENT_TYPE, DownloadGroup.PROGRAMS, _("OpenGotha (scale)")),
        _("The list in the columns of the French scale: OpenGotha accepts it in place of ech_ffg_V3.txt."),
        "{slug}-{month}-echelle.txt",
        disciplines=GO,
        made_of=("for_pairing", "licences"),
    ),
    "chcklist.zip": Download(
        *(checklist.write_zip, archives.CONTENT_TYPE, DownloadGroup.CHECKING, _("All games (CHCKLIST)")),
        _("Every game played, from both sides, with the rating used and the expected score (dBase)."),
        "CHCKLIST_{digits}.ZIP",
        of_profile="chcklist",
        disciplines=CHESS,
        made_of=LEDGER,
        is_large=True,
        of_games=True,
    ),
    **{f"sheets-{language}.zip": _sheets(language) for language, _name in settings.LANGUAGES},
    "list.sqlite": Download(
        *(sqlite.write, sqlite.CONTENT_TYPE, DownloadGroup.PROGRAMMERS, _("Database (SQLite)")),
        _("The columns of the CSV and the clubs as tables, ready for queries."),
        "{slug}-{month}.sqlite",
    ),
    "list.json": Download(
        *(json.write, json.CONTENT_TYPE, DownloadGroup.PROGRAMMERS, _("JSON with the manifest")),
        _("Every line as an object, with the checksums of everything that made the list."),
        "{slug}-{month}.json",
    ),
}
