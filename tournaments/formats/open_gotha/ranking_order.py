"""What ranks the players of an OpenGotha file, from its parameters: see `open_gotha`."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from tournaments.formats.common.values import whole_number
from tournaments.formats.go.mcmahon import DIRECT, SIMPLE, McMahon, category, groups_of, order, scores, starts
from tournaments.formats.open_gotha.xml import Document
from tournaments.formats.report import ReportedPairing, ReportedPlayer

CATEGORY = "CAT"
# How the parameters name a criterion, for scores (M) and for wins (W), and our code of it.
CODES = {
    CATEGORY: CATEGORY,
    "MMS": "MMS",
    "NBW": "NBW",
    **{f"SOS{base}{less}": f"SOS{less}" for base in "MW" for less in ("", "-1", "-2")},
    **{f"{name}{base}": name for base in "MW" for name in ("SOSOS", "SODOS", "CUSS")},
    "EXT": "EXT",
    "EXR": "EXR",
    "DC": DIRECT,
    "SDC": SIMPLE,
}
OF_OPPONENTS = {name for name in CODES if name.startswith("SO")}
_NONE = "NULL"
MOST_CATEGORIES = 50  # there are no more ranks; the program has nine


class Placement:
    """The order that the parameters of a file ask for."""

    def __init__(self, document: Document) -> None:
        general = document.first("GeneralParameterSet")
        codes = _codes(document)
        categories = document.elements.get("Category", [])[:MOST_CATEGORIES]
        limits = [each.get("lowerLimit", "") for each in categories]
        self.limits = limits if CATEGORY in codes else []
        self.criteria = tuple(code for code in codes if code != CATEGORY)
        self.is_mcmahon = "MMS" in self.criteria
        self.bounds = McMahon(*(general.get(f"genMM{name}", "") for name in ("Bar", "Floor", "Zero")))
        self.rounds_down = general.get("genRoundDownNBWMMS") != "false"

    def ranked(
        self, players: Sequence[ReportedPlayer], corrections: Mapping[int, int], pairings: Sequence[ReportedPairing]
    ) -> tuple[ReportedPlayer, ...]:
        """Return the players with their starts, and with ranks if categories come first: only the file knows these."""
        begun = starts(players, corrections, self.bounds) if self.is_mcmahon else {}
        if self.is_mcmahon:
            players = [replace(player, start_score=begun[player.number] / 2) for player in players]
        if not self.limits:
            return tuple(players)
        categories = {player.number: category(player.grade, self.limits) for player in players}
        found = scores(
            dict.fromkeys(categories, 0) | begun,
            pairings,
            rounds_down=self.rounds_down,
            with_stones=self.is_mcmahon,
            groups=groups_of(players),
        )
        ranks = order(found, pairings, self.criteria, categories)
        return tuple(replace(player, rank=ranks[player.number]) for player in players)


def _codes(document: Document) -> list[str]:
    """Return our codes of the players' criteria, up to the first that the site cannot compute.

    Those of teams follow.
    """
    known = CODES.keys() - (OF_OPPONENTS if _halves_count(document) else set())
    codes: list[str] = []
    last = 0
    for said in document.elements.get("PlacementCriterion", []):
        name, number = said.get("name", ""), said.get("number", "")
        stated = whole_number(number)
        place = last + 1 if stated is None else stated
        if place <= last or (name != _NONE and name not in known):
            break
        last = place
        if name != _NONE:
            codes.append(CODES[name])
    return list(dict.fromkeys(codes))


def _halves_count(document: Document) -> bool:
    """Return whether games that were not played count as drawn in the scores of opponents, and there are some.

    That is a choice of the program's which the site does not make.
    """
    general = document.first("GeneralParameterSet")
    rounds = whole_number(general.get("numberOfRounds", "")) or 0
    players, games = (document.elements.get(name, []) for name in ("Player", "Game"))
    return general.get("genCountNotPlayedGamesAsHalfPoint") == "true" and (
        bool(document.elements.get("ByePlayer"))
        or any("0" in each.get("participating", "")[:rounds] for each in players)
        or any(each.get("result", "").endswith("_BYDEF") for each in games)
    )
