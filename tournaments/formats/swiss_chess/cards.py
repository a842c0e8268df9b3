"""The cards of a Swiss-Chess file: a player each. Source: formats/swiss-chess, section 1.4."""

import datetime as dt
from dataclasses import dataclass, field

from msgspec.structs import replace

from tournaments.formats.common.consistency import label
from tournaments.formats.common.values import (
    LONGEST_VALUE,
    MAX_RATING,
    YEARS,
    make_day,
    matricule_in,
    read_day,
    read_fide_id,
    two_ratings,
    whole_number,
)
from tournaments.formats.report import Place, Problem, ReportedPlayer
from tournaments.formats.swiss_chess import layout as at
from tournaments.formats.swiss_chess.layout import Swt

DUMMY_NAMES = {"", "spielfrei", "bye"}
SEXES = {"m": "M", "w": "F", "f": "F"}
WITHDRAWN = "*"  # stands where the sex stands


@dataclass
class Cards:
    """The players of a file, and what the pairing records need to know of them."""

    players: list[ReportedPlayer] = field(default_factory=list)
    numbers: dict[int, int] = field(default_factory=dict)  # place of the card -> number of the player
    teams: dict[int, int] = field(default_factory=dict)  # number of the player -> number of the team
    dummies: set[int] = field(default_factory=set)  # ids of "spielfrei"
    problems: list[Problem] = field(default_factory=list)


def read_cards(swt: Swt) -> Cards:
    """Return all players but the dummy of an odd field. The id by which pairings name a player becomes the number."""
    cards = Cards()
    seen: set[int] = set()
    teams = _teams(swt)
    for index in range(swt.players):
        start = swt.card(index)
        number = swt.word(start + at.CARD_ID)
        if number in seen:
            cards.problems.append(Problem("number_twice", Place(player=number), {"number": number}))
            continue
        seen.add(number)
        if _is_dummy(swt, start):
            cards.dummies.add(number)
            continue
        cards.numbers[index] = number
        cards.teams[number] = swt.word(start + at.CARD_TEAM)
        player = _player(swt, start, number, cards.problems)
        cards.players.append(replace(player, team=teams.get(cards.teams[number], "")))
    # totals are written when the list is computed; all 0 means that it never was, and claims nothing
    if not any(player.points for player in cards.players):
        cards.players = [replace(player, points=None) for player in cards.players]
    cards.players.sort(key=lambda player: player.number)
    return cards


def _teams(swt: Swt) -> dict[int, str]:
    """Return the names of the teams of a team event, by number."""
    cards = [swt.card(swt.players + index) for index in range(swt.teams if swt.is_team_event else 0)]
    return {swt.word(start + at.CARD_TEAM): swt.text(at.CARD_NAME, start) for start in cards}


def _is_dummy(swt: Swt, start: int) -> bool:
    return swt.byte(start + at.CARD_DUMMY) == at.DUMMY_FLAG or swt.text(at.CARD_NAME, start).lower() in DUMMY_NAMES


def _player(swt: Swt, start: int, number: int, problems: list[Problem]) -> ReportedPlayer:
    place = Place(player=number)
    last_name, _, first_name = swt.text(at.CARD_NAME, start).partition(",")
    birth_date, birth_year, found = birth_of(swt.text(at.CARD_BIRTH, start), place)
    problems += found
    fide_id, found = read_fide_id(swt.text(swt.layout.fide_id, start), place)
    problems += found
    national, elo = (_rating(swt.text(field, start), place, problems) for field in (at.CARD_NATIONAL, at.CARD_ELO))
    rating, fide_rating = two_ratings(national, elo)
    attribute = chr(swt.byte(start + at.CARD_ATTRIBUTE)).lower()
    licence = swt.text(swt.layout.pkz, start) if swt.layout.pkz else ""
    player = ReportedPlayer(
        number=number,
        last_name=last_name.strip(),
        first_name=first_name.strip(),
        matricule=matricule_in(licence),
        birth_date=birth_date,
        birth_year=birth_year,
        federation=swt.text(at.CARD_COUNTRY, start),
        fide_id=fide_id,
        licence=licence,
        rating=rating,
        fide_rating=fide_rating,
        club=swt.text(at.CARD_CLUB, start),
        title=swt.text(at.CARD_TITLE, start),
        sex=SEXES.get(attribute, ""),
        points=swt.word(start + swt.layout.points) / 2,
        rank=swt.word(start + at.CARD_RANK) or None,
    )
    if attribute == WITHDRAWN:
        problems.append(Problem("player_withdrawn", place, {"player": label(player)}))
    return player


def birth_of(text: str, place: Place) -> tuple[dt.date | None, int | None, list[Problem]]:
    """Return day or year of ``19860615``, ``1986``, a date with dots, or anything that begins with the year."""
    digits = text[:8]
    if len(text) == 8 and whole_number(digits) is not None:
        day = make_day(int(digits[:4]), int(digits[4:6]), int(digits[6:]))
        if day:
            return day, None, []
    elif len(text) > 8:
        day, problems = read_day(text, place)
        if day:
            return day, None, problems
    year = whole_number(text[:4]) if text else 0
    if year in YEARS:
        return None, year, []
    return None, None, [Problem("date_unknown", place, {"value": text[:LONGEST_VALUE]})] if year != 0 else []


def _rating(text: str, place: Place, problems: list[Problem]) -> int | None:
    """Return a rating of the card; blank and 0 are none."""
    rating = whole_number(text) if text else 0
    if rating is not None and rating <= MAX_RATING:
        return rating
    problems.append(Problem("rating_unknown", place, {"value": text}))
    return None
