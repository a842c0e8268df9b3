"""Line-ups as the rules know them: of matches that were revealed, and of a draft that only its own side sees."""

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from django.db.models import Exists, OuterRef, Q, QuerySet

from federation.identity import age_categories
from federation.models import Affiliation, Member, Sex
from federation.profiles.reading import profile
from leagues.matches.rules_in_force import RulesOfSeasons
from leagues.models import Board, ListEntry, Match, Season, Side, Suspension
from leagues.rules.facts import LOST, NEITHER, WON, LineUp, Player
from leagues.rules.findings import Finding
from leagues.rules.parameters import Rules
from leagues.rules.season_checks import check_season

OF_BOARD = "match__series__division__season"


class PlayersOfSeason:
    """The facts about players on a day, from the lists of a season and the federation. Two queries for any number.

    ``club``: only players that its lists name, with what the lists of other clubs say of them.
    """

    def __init__(self, season: int, day: dt.date | None = None, club: int | None = None) -> None:
        listed = _listed(season, club)
        entries = ListEntry.objects.filter(season=season).order_by("listed_from", "pk")
        if club is not None:  # whose list is shown, with names
            entries = entries.filter(member__in=listed).select_related("member", "titular_of")
        if day is not None:
            entries = entries.annotate(is_suspended=_suspended("member", "season", day))
        affiliations = Affiliation.objects.order_by().filter(member__in=listed)
        self._entries: dict[tuple[int, int], list[ListEntry]] = defaultdict(list)
        for entry in entries:
            self._entries[entry.club_id, entry.member_id].append(entry)
        self._affiliated: dict[int, list[tuple[dt.date, dt.date | None]]] = defaultdict(list)
        for member, start, end in affiliations.values_list("member", "start", "end"):
            self._affiliated[member].append((start, end))

    def listed(self, club: int, day: dt.date) -> dict[int, ListEntry]:
        """Return the entries of a club's list on a day, by id, in their order."""
        rows = [row for (of, _member), found in self._entries.items() if of == club for row in found]
        on_day = [row for row in rows if _holds(row.listed_from, row.listed_until, day)]
        return {row.pk: row for row in sorted(on_day, key=lambda row: (row.position, row.pk))}

    def player(
        self, member: Member, club: int, day: dt.date, strength: int | None = None, *, is_suspended: bool = False
    ) -> Player:
        """Return the player as they stood on the day. ``strength``: as it was when the line-up was revealed."""
        rows = self._entries.get((club, member.pk), ())
        entry = next((row for row in reversed(rows) if _holds(row.listed_from, row.listed_until, day)), None)
        birth_year = member.birth_date.year if member.birth_date else None
        youth = age_categories.category(birth_year, day).startswith("U") if birth_year else False
        return Player(
            member.pk,
            strength=strength if strength is not None else entry.strength if entry else None,
            place=entry.position if entry else None,
            is_listed=entry is not None,
            is_affiliated=any(_holds(start, end, day) for start, end in self._affiliated.get(member.pk, ())),
            affiliated_days=self._affiliated_days(member.pk, day),
            may_play=entry is None or entry.eligible_from is None or entry.eligible_from <= day,
            is_suspended=is_suspended,
            titular_of=entry.titular_of_id if entry else None,
            fide_rating=member.fide_rating,
            has_fide_id=member.fide_id is not None,
            is_transferred=bool(entry and entry.transferred),
            is_guest=bool(entry and entry.kind == ListEntry.Kind.GUEST),
            is_foreign=member.fide_federation not in {"", profile().federation.country},
            is_woman=member.sex == Sex.FEMALE,
            is_youth=youth,
        )

    def _affiliated_days(self, member: int, day: dt.date) -> int | None:
        """Return for how many days up to the day the member has been affiliated without a break."""
        since = None
        for start, end in sorted(self._affiliated.get(member, ()), reverse=True):
            if start <= day and (since is None or end is None or end >= since - dt.timedelta(days=1)):
                since = start
        return (day - since).days if since else None


def _holds(start: dt.date, end: dt.date | None, day: dt.date) -> bool:
    return start <= day and (end is None or day <= end)


def of_draft(match: Match, side: str, entries: Sequence[ListEntry | None], players: PlayersOfSeason) -> LineUp:
    """Return the line-up that one side has drafted."""
    club = match.team(side).club_id
    seats = [
        players.player(each.member, club, match.day, each.strength, is_suspended=each.is_suspended) if each else None
        for each in entries
    ]
    return _line_up(match, side, seats)


def of_boards(match: Match, boards: Iterable[Board], players: PlayersOfSeason) -> list[LineUp]:
    """Return both line-ups of a match that was revealed. ``boards`` in their order, with their players."""
    listed = list(boards)
    found = []
    for side in Side.values:
        club = match.team(side).club_id
        seats = [
            players.player(
                member,
                club,
                match.day,
                getattr(board, f"{side}_strength"),
                is_suspended=getattr(board, f"{side}_is_suspended"),
            )
            if (member := getattr(board, side))
            else None
            for board in listed
        ]
        won, lost = (WON, LOST) if side == Side.HOME else (LOST, WON)
        missed = [
            (board.number, seat) for board, seat in zip(listed, seats, strict=True) if board.played in {lost, NEITHER}
        ]
        absent = frozenset(number for number, seat in missed if seat)
        defaults = frozenset(number for number, seat in missed if seat is None)
        line_up = _line_up(match, side, seats, absent, defaults)
        found.append(replace(line_up, is_won_by_forfeit=all(board.played == won for board in listed)))
    return found


def _line_up(
    match: Match,
    side: str,
    seats: Sequence[Player | None],
    absent: frozenset[int] = frozenset(),
    defaults: frozenset[int] = frozenset(),
) -> LineUp:
    team = match.team(side)
    return LineUp(
        match.pk,
        "home" if side == Side.HOME else "away",
        team=team.pk,
        club=team.club_id,
        rank=team.rank,
        series=match.series_id,
        level=match.series.division.level,
        round=match.round,
        day=match.day,
        seats=tuple(seats),
        absent=absent,
        defaults=defaults,
        is_fide_rated=match.series.division.fide_rated,
    )


def _listed(season: int, club: int | None) -> QuerySet[ListEntry, dict[str, int]]:
    """Return the members (ids) whom the lists of a season name, or those of one club."""
    of_season = ListEntry.objects.filter(season=season)
    return (of_season if club is None else of_season.filter(club=club)).order_by().values("member")


def _suspended(member: str, season: str, day: str | dt.date) -> Exists:
    """Return whether a member is suspended on a day. ``day``: a date, or a column."""
    on = {"start__lte": day if isinstance(day, dt.date) else OuterRef(day)}
    on["end__gte"] = on["start__lte"]
    return Exists(Suspension.objects.filter(member=OuterRef(member), season=OuterRef(season), **on))


class PlayedLineUps:
    """Line-ups that were revealed, with the rules of their matches."""

    def __init__(
        self,
        matches: Iterable[Match],
        boards: Mapping[int, Sequence[Board]],
        players: PlayersOfSeason,
        rules: RulesOfSeasons,
    ) -> None:
        self.matches = {match.pk: match for match in matches}
        self.boards, self.players, self.rules = boards, players, rules
        self.line_ups = [
            each for pk, match in self.matches.items() for each in of_boards(match, boards.get(pk, ()), players)
        ]

    def rules_of(self, line_up: LineUp) -> Rules:
        return self.rules.of(self.matches[line_up.match])


class RevealedLineUps(PlayedLineUps):
    """All line-ups of a season that were revealed: six queries for any number.

    ``matches``: all of the season, if they were read before.
    """

    def __init__(self, season: Season, matches: Iterable[Match] | None = None) -> None:
        if matches is None:
            rows = Match.objects.filter(series__division__season=season).exclude(revealed_at=None)
            matches = rows.select_related("home", "away", "series__division__season").order_by("pk")
        of_season = Board.objects.filter(match__series__division__season=season).order_by()
        seated = Q(pk__in=of_season.values("home")) | Q(pk__in=of_season.values("away"))
        members = Member.objects.filter(seated).in_bulk()
        boards: dict[int, list[Board]] = defaultdict(list)
        for board in _with_suspensions(of_season):  # each player once, not once a board
            board.home, board.away = (members[pk] if pk else None for pk in (board.home_id, board.away_id))
            boards[board.match_id].append(board)
        revealed = [match for match in matches if match.is_revealed]
        super().__init__(revealed, boards, PlayersOfSeason(season.pk), RulesOfSeasons([season]))
        self.names = {pk: member.name for pk, member in members.items()}
        self.public_names = {pk: member.public_name for pk, member in members.items()}

    def findings(self) -> list[Finding]:
        return check_season(self.line_ups, self.rules_of)


class LineUpsOfClub(PlayedLineUps):
    """The line-ups of a season that matter to a club: of its teams, and of its players elsewhere. Four queries.

    ``day``: on which the entries of lists tell suspensions.
    """

    def __init__(self, season: Season, club: int, day: dt.date) -> None:
        listed = _listed(season.pk, club)
        of_players = Board.objects.filter(Q(home__in=listed) | Q(away__in=listed))
        near = Q(home__club=club) | Q(away__club=club) | Q(pk__in=of_players.values("match"))
        revealed = Match.objects.filter(near, series__division__season=season).exclude(revealed_at=None).order_by()
        related = ("home", "away", "match__home", "match__away", "match__series__division__season")
        rows = Board.objects.filter(match__in=revealed.values("pk")).select_related(*related)
        boards: dict[int, list[Board]] = defaultdict(list)
        for board in _with_suspensions(rows):
            boards[board.match_id].append(board)
        matches = [found[0].match for found in boards.values()]
        super().__init__(matches, boards, PlayersOfSeason(season.pk, day, club), RulesOfSeasons([season]))


def _with_suspensions(boards: QuerySet[Board]) -> QuerySet[Board]:
    """Return boards in their order, with whether their players were suspended on the day."""
    suspended = {f"{side}_is_suspended": _suspended(side, OF_BOARD, "match__day") for side in Side.values}
    return boards.annotate(**suspended).order_by("match", "number")


def check_whole_season(season: Season) -> list[Finding]:
    """Return all findings of a season: six queries for any number of matches."""
    return RevealedLineUps(season).findings()


class Draft:
    """A line-up that one side drafts, with what its checks need: read once, then checked as often as it changes."""

    def __init__(self, match: Match, side: str) -> None:
        """Read the list of the club, and the line-ups that were revealed and matter to it: four queries."""
        self._revealed = LineUpsOfClub(match.series.division.season, match.team(side).club_id, match.day)
        self._revealed.matches[match.pk] = match
        self.match, self.side, self.team = match, side, match.team(side)
        self.others = [each for each in self._revealed.line_ups if each.match != match.pk]
        self.listed = self._revealed.players.listed(self.team.club_id, match.day)
        self.rules = self._revealed.rules.of(match)

    def line_up(self, entries: Sequence[ListEntry | None]) -> LineUp:
        """Return the entries, board by board, as the rules know them."""
        return of_draft(self.match, self.side, entries, self._revealed.players)

    def findings(self, entries: Sequence[ListEntry | None]) -> list[Finding]:
        """Return the findings of the draft, also those together with other line-ups of its team and club. No query."""
        members = {entry.member_id for entry in entries if entry}
        others = [each for each in self.others if self._matters(each, members)]
        found = check_season([*others, self.line_up(entries)], self._revealed.rules_of)
        return [each for each in found if each.match == self.match.pk]

    def _matters(self, other: LineUp, members: Collection[int]) -> bool:
        """Return whether a check looks at the other line-up and at a draft with these members."""
        is_near = other.team == self.team.pk or (other.club == self.team.club_id and other.day == self.match.day)
        return is_near or any(player.key in members for _board, player in other.manned)


def check_draft(match: Match, side: str, entries: Sequence[ListEntry | None]) -> list[Finding]:
    """Return the findings of a draft, also those that concern its players' other matches. Four queries."""
    draft = Draft(match, side)
    return draft.findings([draft.listed[entry.pk] if entry else None for entry in entries])
