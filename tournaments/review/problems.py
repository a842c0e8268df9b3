"""Find everything that is wrong with tournaments, in a constant number of queries for any number of them."""

import datetime as dt
import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from federation.identity.seasons import season_year
from federation.models import Affiliation
from federation.profiles.reading import profile
from tournaments.deadlines import announcements, clocks, fide
from tournaments.deadlines.clocks import Missed
from tournaments.duplicates import same_event
from tournaments.duplicates.same_event import Known, Resembling
from tournaments.formats.report import Result
from tournaments.intake.matching import ALIKE, BELIEVED_FROM, CONTRADICTED
from tournaments.models import (
    Announcement,
    DeadlineOverride,
    Pairing,
    Participant,
    Stage,
    Tournament,
    TournamentUpdate,
    rating_day,
)
from tournaments.review.findings import KINDS, Finding
from tournaments.review.list_days import ListDays, list_days
from tournaments.review.many_games import many_games
from tournaments.review.open_findings import open_findings
from tournaments.standings.sides import ROUND_ROBIN

# Readers report these too. Here they are found in the stored rows, so that they disappear once they are fixed.
FOUND_HERE = {"dates_reversed", "round_date_outside", "round_unfinished", "no_games", "game_twice"}


class Game(NamedTuple):
    id: int
    tournament: int
    round: int
    board: int | None
    date: dt.date | None
    white: int
    black: int
    white_result: str
    black_result: str

    @property
    def is_pending(self) -> bool:
        return self.white_result == Result.PENDING

    @property
    def is_rated(self) -> bool:
        return Result(self.white_result).is_rated and Result(self.black_result).is_rated


@dataclass
class ReviewData:
    """Everything that the checks of one tournament look at."""

    tournament: Tournament
    participants: dict[int, Participant] = field(default_factory=dict)  # with their members
    games: list[Game] = field(default_factory=list)
    affiliations: dict[int, list[tuple[dt.date, dt.date | None]]] = field(default_factory=dict)  # of all members
    similar_events: list[Resembling] = field(default_factory=list)
    same_file_events: list[Known] = field(default_factory=list)
    list_days: ListDays | None = None
    overrides: dict[str, DeadlineOverride] = field(default_factory=dict)  # by deadline
    announced: list[Announcement] = field(default_factory=list)  # by organisers in the same days
    announced_since: dt.date | None = None  # the first announcement of the site
    sent: list[dt.date] = field(default_factory=list)  # when later files of a long event came

    def day(self, game: Game) -> dt.date | None:
        """Return the day on which the game was played, as far as the days of the tournament allow."""
        return rating_day(game.date, self.tournament.start, self.tournament.end, None)

    def name(self, participant_id: int) -> str:
        return label(self.participants[participant_id])

    @property
    def digest(self) -> str:
        """Return a digest that changes with anything that people look at before they decide."""
        event = self.tournament
        people = ((each.number, each.member_id, each.outsider, each.irregular) for each in self.participants.values())
        days = (event.start, event.end, event.counts_from)
        stage = (event.stage, event.submitted_at and event.submitted_at.timestamp())
        row = (event.name, event.club_id, event.pace, event.discipline, event.duplicate_allowed, event.unrated_history)
        row = (*row, event.unit_id, event.open_points)
        looked_at = (stage, row, days, sorted(people), self.games)
        return hashlib.sha256(repr(looked_at).encode()).hexdigest()[:16]


def label(participant: Participant) -> str:
    """Return the participant's name for sentences: name, else member number, else number in the file."""
    return participant.file_name or participant.file_matricule or f"#{participant.number}"


def has_rating(guest: Participant, *, is_go: bool) -> bool:
    """Return whether a participant who is not a member has a rating; in go, level 0 is one."""
    return guest.file_rating is not None and bool(guest.file_rating or is_go)


def problems(tournament: Tournament) -> list[Finding]:
    """Return the findings of a tournament, those that block first."""
    return problems_of([tournament])[tournament.pk]


def problems_of(tournaments: Sequence[Tournament]) -> dict[int, list[Finding]]:
    """Return the findings of each tournament (by id), those that block first. Eight queries for any number."""
    return {data.tournament.pk: findings(data) for data in review_data(tournaments)}


def review_data(tournaments: Sequence[Tournament]) -> list[ReviewData]:
    """Read what the checks of these tournaments look at."""
    found = {tournament.pk: ReviewData(tournament) for tournament in tournaments}
    for participant in Participant.objects.filter(tournament__in=found).select_related("member"):
        found[participant.tournament_id].participants[participant.pk] = participant
    rows = Pairing.objects.filter(tournament__in=found, black__isnull=False).order_by(
        "tournament", "round", "board", "pk"
    )
    for row in rows.values_list(
        "pk", "tournament_id", "round", "board", "date", "white_id", "black_id", "white_result", "black_result"
    ):
        game = Game(*row)
        found[game.tournament].games.append(game)
    affiliations = defaultdict(list)
    stretches = Affiliation.objects.filter(member__participations__tournament__in=found).order_by().distinct()
    for member, start, end in stretches.values_list("member_id", "start", "end"):
        affiliations[member].append((start, end))
    days = list_days(tournaments)
    _read_deadlines(found)
    similar_events, known = same_event.similar_events(tournaments), same_event.same_file_events(tournaments)
    for pk, data in found.items():
        data.affiliations, data.list_days = affiliations, days.get(pk)
        data.same_file_events = known.get(pk, [])
        named = {other.id for other in data.same_file_events}
        data.similar_events = [similar for similar in similar_events.get(pk, []) if similar.id not in named]
    return list(found.values())


def _read_deadlines(found: dict[int, ReviewData]) -> None:
    """Read what was decided about the deadlines of these tournaments. At most four queries."""
    received = [pk for pk, data in found.items() if data.tournament.received_at]
    for each in DeadlineOverride.objects.filter(tournament__in=received) if received else ():
        found[each.tournament_id].overrides[each.clock] = each
    long = [pk for pk in received if clocks.is_reported_by_round(found[pk].tournament)]
    updates = TournamentUpdate.objects.filter(tournament__in=long, upload__isnull=False) if long else None
    events = [found[pk].tournament for pk in received]
    if received and (since := announcements.in_use_since()):
        days = [day for event in events for day in (event.start, event.end) if day]
        known = list(Announcement.objects.between(min(days), max(days), events)) if days else []
        for pk in received:
            found[pk].announced, found[pk].announced_since = known, since
    for pk, moment in updates.values_list("tournament", "upload__uploaded_at") if updates is not None else ():
        found[pk].sent.append(timezone.localdate(moment))


def unaffiliated(data: ReviewData) -> list[tuple[int, dt.date]]:
    """Return who played rated games without being affiliated (B43): ids of participants, each with the first such day.

    The day of each game decides (BA18). An affiliation ex officio ends with the season at the latest, so a tournament
    that continues in the next season, or after another affiliation of the member, yields another day. Unrated history
    yields none.
    """
    first: dict[tuple[int, int, dt.date], dt.date] = {}
    for game in () if data.tournament.unrated_history else data.games:
        day = data.day(game)
        if day is None or not game.is_rated:
            continue
        for pk in (game.white, game.black):
            participant = data.participants[pk]
            if participant.irregular or participant.member_id is None or _covered(data, participant.member_id, day):
                continue
            time = (pk, season_year(day), _next_start(data, participant.member_id, day))
            first[time] = min(day, first.get(time, day))
    return [(pk, day) for (pk, _season, _next), day in first.items()]


def _next_start(data: ReviewData, member: int, day: dt.date) -> dt.date:
    """Return when the member's next affiliation begins; the last of all days if there is none."""
    return min((start for start, _end in data.affiliations.get(member, ()) if start > day), default=dt.date.max)


def _covered(data: ReviewData, member: int, day: dt.date) -> bool:
    return any(start <= day and (end is None or day <= end) for start, end in data.affiliations.get(member, ()))


def findings(data: ReviewData) -> list[Finding]:
    """Return the findings of one tournament, those that block first."""
    checks = (
        *(_whole, _dates, _deadlines, _open, _identities, _members, _members_twice, _affiliations),
        *(_double_pairings, _leavers, _unfinished_rounds, _problems_of_the_reader),
    )
    found = [finding for check in checks for finding in check(data)]
    order = {code: position for position, code in enumerate(KINDS)}
    return sorted(found, key=lambda finding: (not finding.blocks, order[finding.code]))


def _whole(data: ReviewData) -> Iterator[Finding]:
    if all(game.is_pending for game in data.games):
        yield Finding("no_games")
    for other in data.same_file_events:
        yield Finding(
            "same_file", {"name": other.name}, other_id=other.id, is_for_federation=other.stage == Stage.ACCEPTED
        )
    for similar in data.similar_events:
        facts = {"name": similar.name, "start": similar.start, "end": similar.end}
        if similar.is_template:
            yield Finding("copy_of_file", facts)
            continue
        yield Finding("duplicate", facts, other_id=similar.id, is_for_federation=similar.stage == Stage.ACCEPTED)


def _dates(data: ReviewData) -> Iterator[Finding]:
    start, end = data.tournament.start, data.tournament.end
    if start is None or end is None:
        yield Finding("no_dates")
        return
    if end < start:
        yield Finding("dates_reversed", {"start": start, "end": end})
        return
    outside = [game.date for game in data.games if game.date and not start <= game.date <= end]
    if outside:
        yield Finding("date_outside", {"count": len(outside), "day": outside[0]})
    today = timezone.localdate()
    future = [day for game in data.games if not game.is_pending and (day := data.day(game)) and day > today]
    if future:
        yield Finding("in_the_future", {"count": len(future), "day": max(future)})
    yield from _between_lists(data)


def _between_lists(data: ReviewData) -> Iterator[Finding]:
    """Yield games that would change a published list, and those that miss the next one although it is due."""
    lists, event = data.list_days, data.tournament
    if lists is None or event.unrated_history:
        return
    days = [day for game in data.games if game.is_rated and (day := data.day(game))]
    facts = {"next": lists.next}
    early = [day for day in days if lists.published and max(day, event.counts_from or day) <= lists.published]
    if early:
        yield Finding("list_published", facts | {"list": lists.published, "count": len(early)})
    late = [day for day in days if day > lists.next]
    if late and lists.next <= timezone.localdate():
        yield Finding("after_next_list", facts | {"count": len(late), "day": max(late)})


def missed_deadlines(data: ReviewData) -> list[Missed]:
    """Return the deadlines that were missed, also those that an officer set aside."""
    rounds: dict[int, dt.date] = {}
    for game in data.games:
        if game.date:
            rounds[game.round] = max(game.date, rounds.get(game.round, game.date))
    last = max((day for game in data.games if game.is_rated and (day := data.day(game))), default=None)
    lists = data.list_days
    next_list = lists.next if lists and last and (lists.published or dt.date.min) < last <= lists.next else None
    late = clocks.missed(data.tournament, next_list=next_list, rounds=rounds, sent=data.sent)
    announced = announcements.missed(data.tournament, data.announced, data.announced_since)
    return [*announced, *late, *fide.missed(data.tournament, data.announced)]


def _deadlines(data: ReviewData) -> Iterator[Finding]:
    """Yield the missed deadlines that no officer set aside."""
    for missed in missed_deadlines(data) if data.tournament.received_at else ():
        admission = data.overrides.get(missed.deadline.clock.what)
        if admission is None or not admission.is_in_force:
            facts = {**missed.facts, "due": missed.deadline.due}
            yield Finding(missed.code, facts, is_for_federation=True, deadline=missed.deadline, admission=admission)


def _open(data: ReviewData) -> Iterator[Finding]:
    days = {game.date for game in data.games}
    yield from open_findings(data.tournament, data.participants.values(), has_days=bool(days - {None}))
    yield from many_games(data.tournament, data.games, data.name)


def _identities(data: ReviewData) -> Iterator[Finding]:
    """Yield participants without a member, and those whose member is doubtful."""
    for participant in data.participants.values():
        if participant.irregular:
            continue
        facts = {"player": label(participant), "member": str(participant.member or "")}
        if participant.outsider:
            if not has_rating(participant, is_go=data.tournament.is_go):
                yield Finding("outsider_unrated", facts, participant_id=participant.pk)
        elif participant.member is None:
            yield Finding("unmatched", facts, participant_id=participant.pk)
        elif participant.certainty < BELIEVED_FROM:
            yield Finding("name_differs", facts, participant_id=participant.pk)
        elif participant.certainty <= ALIKE:
            yield Finding("name_alike", facts, participant_id=participant.pk)
        elif participant.certainty <= CONTRADICTED:
            yield Finding("number_differs", facts, participant_id=participant.pk)


def _members(data: ReviewData) -> Iterator[Finding]:
    for participant in data.participants.values():
        member = participant.member
        if member is None or participant.irregular:
            continue
        facts = {"player": label(participant), "member": str(member)}
        if member.merged_into_id is not None:
            yield Finding("merged", facts, participant_id=participant.pk)
        if member.deceased:
            yield Finding("deceased", facts, participant_id=participant.pk)


def _members_twice(data: ReviewData) -> Iterator[Finding]:
    regular = [p for p in data.participants.values() if p.member_id is not None and not p.irregular]
    counts = Counter(participant.member_id for participant in regular)
    for participant in regular:
        if counts[participant.member_id] > 1:
            facts = {"player": label(participant), "member": str(participant.member)}
            facts |= {"count": counts[participant.member_id]}
            yield Finding("member_twice", facts, participant_id=participant.pk)


def _affiliations(data: ReviewData) -> Iterator[Finding]:
    club = str(data.tournament.club) if data.tournament.club_id else _("nobody (the tournament has no club)")
    for pk, day in unaffiliated(data):
        member = str(data.participants[pk].member)
        code = "not_affiliated" if is_charged(day) else "not_affiliated_refused"
        yield Finding(code, {"player": data.name(pk), "member": member, "day": day, "club": club}, participant_id=pk)


def is_charged(day: dt.date) -> bool:
    """Return whether a player who was not affiliated on the day is affiliated at a cost (B44, B45)."""
    return profile().on(day).unaffiliated.then in {"charge", "rating_member"}


def _double_pairings(data: ReviewData) -> Iterator[Finding]:
    games = [game for game in data.games if not game.is_pending]
    repeated: dict[tuple, list[Game]] = defaultdict(list)
    for game in games:
        repeated[game.round, game.date, game.white, game.black, game.white_result].append(game)
    for same in repeated.values():
        if len(same) > 1:
            one_board = same[0].board is not None and len({game.board for game in same}) == 1
            facts = {"player": data.name(same[0].white), "opponent": data.name(same[0].black), "count": len(same)}
            code = "same_game_twice" if one_board else "game_twice"
            yield Finding(code, facts, {"round": same[0].round}, pairing_id=same[-1].id)
    opponents: dict[tuple[int, int], list[int]] = defaultdict(list)
    for game in games:
        opponents[game.round, game.white].append(game.black)
        opponents[game.round, game.black].append(game.white)
    for (number, pk), others in opponents.items():
        if len(set(others)) > 1:
            facts = {"player": data.name(pk), "count": len(others)}
            yield Finding("two_games", facts, {"round": number}, participant_id=pk)


def _leavers(data: ReviewData) -> Iterator[Finding]:
    """Yield players with fewer than half of their games in a finished round robin from a file.

    FIDE's General Regulations for Competitions leave the games of a player who withdrew out of the standings. No file
    says whether they withdrew, or stayed and forfeited, so a person decides.
    """
    event = data.tournament
    is_open = event.is_paired_here or any(game.is_pending for game in data.games)
    if is_open or event.is_go or event.kind not in {"", ROUND_ROBIN}:
        return
    paired, met, played = Counter[int](), defaultdict(set), Counter[int]()
    for game in data.games:
        for own, other in ((game.white, game.black), (game.black, game.white)):
            paired[own] += 1
            met[own].add(other)
            played[own] += Result(game.white_result).is_played
    others = len(data.participants) - 1 if event.kind == ROUND_ROBIN else 0
    games = max([others, *paired.values()])
    leavers = {pk for pk in data.participants if 2 * played[pk] < games}
    stayers = data.participants.keys() - leavers
    if len(stayers) <= len(leavers) or any(stayers - met[pk] != {pk} for pk in stayers):
        return
    for pk in data.participants:
        if pk in leavers and not data.participants[pk].annulled:
            facts = {"player": data.name(pk), "played": played[pk], "games": games}
            yield Finding("left_early", facts, participant_id=pk)


def _unfinished_rounds(data: ReviewData) -> Iterator[Finding]:
    pending = Counter(game.round for game in data.games if game.is_pending)
    for number, count in sorted(pending.items()):
        yield Finding("round_unfinished", {"count": count}, {"round": number})


def _problems_of_the_reader(data: ReviewData) -> Iterator[Finding]:
    for reported in data.tournament.file_problems:
        if reported["code"] not in FOUND_HERE:
            yield Finding("file", reported["facts"], reported["place"], problem=reported["code"])
