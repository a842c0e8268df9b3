"""Update a tournament from a later file of the same event. Nothing is duplicated, and no decision of a person is lost.

The stored tournament keeps its page, its games and people's decisions. The one read from the later file is deleted, and
its upload shows what it updated. Every change of an accepted tournament is a correction that anyone may read.
"""

from collections.abc import Callable, Iterator, Sequence

from django.contrib.admin.models import CHANGE
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max, Q
from django.utils.translation import gettext_noop as noop
from django.utils.translation import ngettext

from federation.database import admin_log, bulk
from federation.hooks import rated_facts_changed
from tournaments.corrections import mails as correction_mails
from tournaments.corrections.correct import REASON_MISSING
from tournaments.duplicates import same_event
from tournaments.duplicates.differences import TERMS, Changed, Described, Differences, differences, is_open
from tournaments.errors import Refused
from tournaments.formats.report import Result
from tournaments.intake import open_points, receive
from tournaments.intake.rows import text
from tournaments.models import (
    Correction,
    GamesDigest,
    MatchedBy,
    Pairing,
    Participant,
    Stage,
    Tournament,
    TournamentUpdate,
    Upload,
)
from tournaments.review import decisions, edits
from tournaments.review.problems import problems
from tournaments.standings import ranking

REJECTED = noop("“%(name)s” was rejected: reopen it first.")
FACTS = [field.name for field in Participant._meta.concrete_fields if field.name.startswith("file_")]
CLAIMS = {"file_points", "file_rank"}  # totals of the games in the same file
DECISION = ["member", "matched_by", "certainty", "outsider"]
SEATS = ["white", "black", "white_partner", "black_partner"]
GAME = [*SEATS, "white_result", "black_result", "file_result", "date", *TERMS]


@transaction.atomic
def apply_update(stored: Tournament, sent: Tournament, by: User | None, reason: str = "") -> Differences:
    """Update ``stored`` with what ``sent``, read from a later file, says; delete ``sent``.

    A submitted tournament goes back to be checked. Raise `Refused` if one of the two changed its stage, or if
    ``stored`` is accepted and there is no reason.
    """
    reason = text(reason, 300).strip()
    stored, sent = _locked(stored, sent)
    if stored.stage == Stage.REJECTED:
        raise Refused(REJECTED, name=stored.name)
    if sent.pk == stored.pk or sent.stage not in decisions.OPEN:
        raise Refused(decisions.NOT_IN_STAGE, name=sent.name)
    is_accepted = stored.stage == Stage.ACCEPTED
    if is_accepted:
        _require_whole(sent, reason)
    found = differences(stored, sent)
    corrections = [*_people(stored, sent, found), *_games(stored, found), *_settings(stored, sent, found)]
    if is_accepted:
        for correction in corrections:
            correction.tournament, correction.made_by, correction.reason = stored, by, reason
        Correction.objects.bulk_create(corrections)
        decisions.affiliate_missing(stored)
        GamesDigest.renew([stored.pk])
        rated_facts_changed()
        ranking.later([stored.pk], by)
    else:
        _remove_idle(stored, found.gone)
        if stored.stage in {Stage.WITH_LEAGUE, Stage.SUBMITTED}:
            decisions.reopen(stored, by)
    TournamentUpdate.objects.filter(tournament=sent).update(
        tournament=stored
    )  # also the updates that ``sent`` received
    TournamentUpdate.objects.create(upload=sent.upload, position=sent.position, replaced_id=sent.pk, tournament=stored)
    sent.delete()
    if by:
        admin_log.write(by, Tournament, [(stored, CHANGE, describe_changes(found))])
    if is_accepted:
        correction_mails.later(stored, corrections, by)
    return found


def describe_changes(found: Differences) -> str:
    """Return how much was changed, in the reader's language."""
    sentence = ngettext("Tournament updated: %(count)s change.", "Tournament updated: %(count)s changes.", found.count)
    return sentence % {"count": found.count}


def receive_rounds(upload: Upload, rounds: receive.Rounds, by: User | None) -> tuple[Upload, bool]:
    """Take other rounds of a stored file, as if it were sent again. Return the Upload, and whether it is new."""
    with receive.original(upload) as file:
        return receive.receive(file, upload.name, upload.organiser, by, rounds)


def rounds_to_come(tournament: Tournament) -> list[int] | None:
    """Return the stored rounds if the file may have others that were not requested yet; else None. Two queries."""
    upload = tournament.upload
    if upload is None or not upload.file or not upload.is_for_some_rounds or tournament.stage == Stage.REJECTED:
        return None
    uploads = Upload.objects.filter(sha256=upload.sha256).filter(
        Q(tournaments=tournament) | Q(updated_tournaments=tournament)
    )
    if any(not each.is_for_some_rounds for each in uploads):
        return None
    return list(tournament.pairings.order_by("round").values_list("round", flat=True).distinct())


def same_file_events(tournament: Tournament) -> int | None:
    """Return the tournament (id) of the same file but other rounds that this one can update; None if there is none."""
    known = same_event.same_file_events([tournament]).get(tournament.pk)
    return known[0].id if known else None


def recall(upload: Upload) -> None:
    """Copy people's decisions about an event to the tournaments of a later file of it.

    If the same file was read for other rounds, copy the event's name, days and club, and the members of all
    participants. For another file of the club, copy only the members that people chose, and what they answered where
    the file leaves something open; the file says the rest. Where a file of the event waits already to update a
    submitted or accepted tournament, this one brings it up to date.
    """
    events = {event.pk: event for event in upload.tournaments.all()}
    same_file_events = same_event.same_file_events(list(events.values()))
    for pk, earlier in same_file_events.items():
        for known in earlier[:1]:
            stored = Tournament.objects.get(pk=known.id)
            for name in edits.SETTINGS:
                setattr(events[pk], name, getattr(stored, name))
            events[pk].save(update_fields=edits.SETTINGS)
            _recall_answers(stored, events[pk])
            _recall_people(stored, events[pk], lambda person: not is_open(person))
    others = [event for pk, event in events.items() if not same_file_events.get(pk)]
    for pk, similar_events in same_event.similar_events(others).items():
        ids = [similar.id for similar in similar_events if not similar.is_template]
        same = {"club": events[pk].club_id, "unit": events[pk].unit_id}
        for stored in Tournament.objects.filter(pk__in=ids[:1], **same):
            _recall_answers(stored, events[pk])
            _recall_people(stored, events[pk], _is_decided)
        mine = Tournament.objects.filter(pk__in=ids, **same)
        waiting = mine.filter(stage=Stage.READ, on_site_visibility="").order_by("pk").first()
        if waiting and mine.filter(stage__in=[Stage.WITH_LEAGUE, Stage.SUBMITTED, Stage.ACCEPTED]).exists():
            apply_update(waiting, events[pk], upload.uploaded_by)


def _recall_answers(stored: Tournament, sent: Tournament) -> None:
    """Close what the later file leaves open and people answered for the stored tournament."""
    answered = (sent.open_points or {}).keys() - (stored.open_points or {}).keys()
    if open_points.PACE in answered:
        sent.pace = stored.pace
    sent.open_points = {name: point for name, point in (sent.open_points or {}).items() if name not in answered} or None
    sent.save(update_fields=["pace", "open_points"])


def _is_decided(person: Participant) -> bool:
    """Return whether a person decided who the participant is, or that their games are not rated."""
    return person.matched_by == MatchedBy.PERSON or person.irregular


def _recall_people(stored: Tournament, sent: Tournament, is_known: Callable[[Participant], bool]) -> None:
    known = {pk: person for pk, person in differences(stored, sent).people.items() if is_known(person)}
    people = list(sent.participants.filter(pk__in=known))
    for person in people:
        for name in (*DECISION, "irregular", "national_rating"):
            setattr(person, name, getattr(known[person.pk], name))
    bulk.update(people, [*DECISION, "irregular", "national_rating"])


def _require_whole(sent: Tournament, reason: str) -> None:
    """Raise `Refused` if ``sent`` has something to fix, or no reason is given: it goes into an accepted tournament."""
    if not reason:
        raise Refused(REASON_MISSING)
    count = sum(finding.blocks_club for finding in problems(sent))
    if count:
        raise Refused(decisions.BLOCKED, name=sent.name, count=count)


def _locked(*tournaments: Tournament) -> list[Tournament]:
    rows = Tournament.objects.select_for_update(of=("self",)).select_related("upload")
    found = {each.pk: each for each in rows.filter(pk__in=[each.pk for each in tournaments]).order_by("pk")}
    for each in tournaments:
        if each.pk not in found:  # another process has applied the update meanwhile
            raise Refused(decisions.NOT_IN_STAGE, name=each.name)
    return [found[each.pk] for each in tournaments]


def _remove_idle(stored: Tournament, gone: Sequence[Participant]) -> None:
    """Delete participants who are missing from the later file and have no pairing, unless a person excluded them from
    rating.
    """
    seated = {pk for seats in stored.pairings.values_list(*SEATS) for pk in seats}
    idle = [person.pk for person in gone if person.pk not in seated and not person.irregular]
    stored.participants.filter(pk__in=idle).delete()


def _people(stored: Tournament, sent: Tournament, found: Differences) -> list[Correction]:
    """Add new participants; update the others with what the file says, and with a better match of the member."""
    as_sent = {person.pk: person for person in sent.participants.select_related("member")}
    corrections = [correction for each in found.described if (correction := _correction_of(each, stored))]
    known_now = {each.person.pk for each in found.described if each.name == "member"}
    for pk, person in found.people.items():
        for name in DECISION if person.pk in known_now else ():
            setattr(person, name, getattr(as_sent[pk], name))
        for name in FACTS:
            value = getattr(as_sent[pk], name)
            if value not in ("", None) or name in CLAIMS:  # a format with fewer facts removes nothing
                setattr(person, name, value)
    bulk.update(list(found.people.values()), [*FACTS, *DECISION])
    highest = stored.participants.aggregate(most=Max("number"))["most"] or 0
    for number, person in enumerate(found.added, start=highest + 1):
        person.tournament, person.number = stored, number
        corrections.append(Correction(field="participant", after=str(person.member or "")[:100], participant=person))
    bulk.update(found.added, ["tournament", "number"])
    return corrections


def _correction_of(each: Described, stored: Tournament) -> Correction | None:
    """Return a correction if what the later file says counts: the member, the team, the rating of a guest or of go."""
    field = {"member": "member", "file_team": "team"}.get(each.name, "")
    if each.name in {"file_rating", "file_fide_rating"} and (each.person.outsider or stored.is_go):
        field = "rating"
    before, after = ("" if value is None else f"{value}"[:100] for value in (each.before, each.after))
    return Correction(field=field, before=before, after=after, participant=each.person) if field else None


def _games(stored: Tournament, found: Differences) -> list[Correction]:
    """Update results, days and colours, add new games; a game that is missing in the file was not played."""
    corrections = [correction for change in found.changed for correction in _changed(change)]
    bulk.update([change.stored for change in found.changed], GAME)
    for game in found.new_games:
        game.tournament = stored
        for seat in SEATS:
            setattr(game, f"{seat}_id", _here(getattr(game, f"{seat}_id"), found))
        if game.black_id is not None:
            corrections.append(Correction(field="game", after=_letters(game), pairing=game))
    bulk.update(found.new_games, ["tournament", *SEATS])
    games = [game for game in found.gone_games if game.black_id is not None]
    rated = games if games and stored.was_accepted else []
    for game in rated:
        corrections.append(Correction(field="game_gone", before=_letters(game), pairing=game))
        game.white_result = game.black_result = Result.PENDING.value
    bulk.update(rated, GAME)  # ledgers refer to the row of a rated game, so it stays without a result
    kept = {game.pk for game in rated}
    Pairing.objects.filter(pk__in=[game.pk for game in found.gone_games if game.pk not in kept]).delete()
    return corrections


def _changed(change: Changed) -> Iterator[Correction]:
    """Write the changes of a game into the stored row."""
    game, sent = change.stored, change.sent
    if change.is_turned:
        before = f"{game.white} - {game.black}"
        game.turn()
        yield Correction(field="colours", before=before[:100], after=f"{game.white} - {game.black}"[:100], pairing=game)
    if change.has_other_result:
        before = _letters(game)
        game.white_result, game.black_result, game.file_result = sent.white_result, sent.black_result, ""
        if before != _letters(game):
            yield Correction(field="result", before=before, after=_letters(game), pairing=game)
    if change.has_other_day:
        before = game.date.isoformat() if game.date else ""
        game.date = sent.date
        yield Correction(field="date", before=before, after=str(sent.date), pairing=game)
    for name, after in change.other_terms.items():
        before = getattr(game, name)
        setattr(game, name, after)
        yield Correction(field=name, before="" if before is None else f"{before}", after=f"{after}", pairing=game)


def _settings(stored: Tournament, sent: Tournament, found: Differences) -> list[Correction]:
    """Update the settings; one that a person changed stays if the file still says the same as before."""
    corrections = []
    for setting in found.settings:
        setattr(stored, setting.name, setting.after)
        before, after = str(setting.before or "")[: Correction.LONGEST], str(setting.after)[: Correction.LONGEST]
        corrections.append(Correction(field=setting.name, before=before, after=after))
    stored.file_facts, stored.file_problems = _file_facts(stored, sent), sent.file_problems
    stored.guid = sent.guid or stored.guid
    if stored.received_at and sent.received_at:  # the earlier of the two files may be checked later
        stored.received_at = min(stored.received_at, sent.received_at)
    kept = ("file_facts", "file_problems", "guid", "received_at")
    stored.save(update_fields=[*kept, *(each.name for each in found.settings)])
    return corrections


def _file_facts(stored: Tournament, sent: Tournament) -> dict[str, object]:
    """Return what the later file says of the event, filled up from the earlier one if their formats differ."""
    if sent.format == stored.format:
        return sent.file_facts
    return stored.file_facts | {name: value for name, value in sent.file_facts.items() if value not in ("", None, [])}


def _here(sent_id: int | None, found: Differences) -> int | None:
    """Return the stored participant (id) for one of the later file; a new participant keeps their own id."""
    return found.people[sent_id].pk if sent_id in found.people else sent_id


def _letters(game: Pairing) -> str:
    """Return both results as corrections store them."""
    return f"{game.white_result} {game.black_result}"
