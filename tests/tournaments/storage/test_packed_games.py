"""The games of accepted tournaments as bytes."""

from __future__ import annotations

import datetime as dt
from io import StringIO

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from federation.members import merging
from tests import cast
from tests.tournaments import events
from tournaments.corrections import correct
from tournaments.formats.report import Result
from tournaments.models import PackedGames, Stage, Tournament
from tournaments.review import decisions
from tournaments.storage import packed_games as packed
from tournaments.storage.packed_games import BLACK, EXTRA, GAME, NO_BOARD, Packed

pytestmark = pytest.mark.django_db


@pytest.fixture
def accepted() -> Tournament:
    """A tournament of the cast."""
    made = events.tournament()
    decisions.accept(made, None)
    return made


def stored(tournament: Tournament) -> Packed:
    [found] = packed.read(Tournament.objects.filter(pk=tournament.pk))
    return found


def from_rows(tournament: Tournament) -> Packed:
    [found] = packed.pack(Tournament.objects.filter(pk=tournament.pk))
    return found


def games(tournament: Tournament) -> np.ndarray:
    return np.frombuffer(stored(tournament).games, GAME)


def test_acceptance_packs_the_games(accepted: Tournament) -> None:
    assert PackedGames.objects.get().tournament == accepted
    assert stored(accepted) == from_rows(accepted)
    found = games(accepted)
    assert found["round"].tolist() == [1, 1, 2, 2, 3, 3]
    assert found["board"].tolist() == [1, 2, 1, 2, 1, 2]
    assert found["white"][0] == cast.member(10001).pk
    assert bytes((found["letters"] % BLACK).tolist()) == b"1=01" + b"10"
    assert bytes((found["letters"] // BLACK).tolist()) == b"0=10" + b"01"
    assert set(found["day"].tolist()) == {events.NEXT_DAY.toordinal()}
    assert stored(accepted).extras == b""


def test_what_is_not_accepted_is_not_packed() -> None:
    decisions.submit(events.tournament(), None)
    assert not PackedGames.objects.exists()


def test_a_packed_tournament_is_read_with_one_query(accepted: Tournament, django_assert_num_queries) -> None:
    with django_assert_num_queries(1):
        packed.read(Tournament.objects.accepted())
    PackedGames.objects.all().delete()
    with django_assert_num_queries(4):
        packed.read(Tournament.objects.accepted())


def test_an_outline_is_the_beginning_and_says_when_the_games_count(accepted: Tournament) -> None:
    whole = from_rows(accepted)
    assert packed.Packed._fields[: len(packed.Outline._fields)] == packed.Outline._fields
    assert (whole.first_day, whole.last_day, whole.ends) == (events.NEXT_DAY.toordinal(),) * 3


def test_the_digest_is_that_of_the_games_rounds_and_participants(accepted: Tournament) -> None:
    before = from_rows(accepted).digest
    accepted.pairings.filter(round=1, board=1).update(white_result="0", black_result="1")
    assert from_rows(accepted).digest != before
    accepted.pairings.filter(round=1, board=1).update(white_result="1", black_result="0")
    assert from_rows(accepted).digest == before
    accepted.pairings.filter(round=3).update(round=4)
    assert from_rows(accepted).digest != before


def test_a_layout_of_another_version_is_not_believed(accepted: Tournament) -> None:
    right = stored(accepted)
    PackedGames.objects.update(version=packed.VERSION + 1, games=b"nothing")
    assert stored(accepted) == right


@pytest.mark.parametrize("kind", ["result", "colours", "date", "member", "event"])
def test_a_correction_packs_anew(accepted: Tournament, kind: str) -> None:
    before = stored(accepted)
    pairing = accepted.pairings.select_related("white").order_by("round", "board").first()
    if kind == "result":
        correct.correct_result(pairing, Result.LOSS, Result.WIN, None, "The card says so.")
    elif kind == "colours":
        correct.swap_colours(pairing, None, "The card says so.")
    elif kind == "date":
        correct.correct_date(pairing, events.DAY, None, "It was played earlier.")
    elif kind == "event":
        correct.correct_event(accepted, {"start": events.NEXT_DAY}, None, "It was one day.")
    else:
        correct.correct_member(pairing.white, cast.member(10007), None, "It was somebody else.")
    assert before != stored(accepted) == from_rows(accepted)


def test_a_withdrawn_tournament_is_packed_no_more(accepted: Tournament) -> None:
    other = events.tournament(name="Open", start=events.DAY.replace(month=5), end=events.DAY.replace(month=5))
    decisions.accept(other, None)
    correct.withdraw(accepted, None, "It never took place.")
    assert [packed.tournament for packed in PackedGames.objects.all()] == [other]


def test_who_is_no_member_is_his_rating(accepted: Tournament) -> None:
    players = (events.player(1, 10001), events.unknown(2, rating=1875), events.unknown(3, "Niemand", rating=None))
    pairings = (events.game(1, 1, 2), events.game(2, 3, 1), events.game(3, 2, 3), events.bye(4, 1))
    made = events.tournament(*players, pairings=pairings, name="Open")
    made.participants.exclude(number=1).update(outsider=True)
    decisions.accept(made, None)
    found, extras = games(made), np.frombuffer(stored(made).extras, EXTRA)
    assert found["round"].tolist() == [1, 2]  # two strangers are nobody's game, a bye is none
    assert (found["white"].tolist()[1], found["black"].tolist()[0]) == (0, 0)
    assert (extras["row"].tolist(), extras["black_given"].tolist()) == ([0], [1875])


def test_rounds_and_participants_are_those_of_all_pairings(accepted: Tournament) -> None:
    assert (stored(accepted).rounds, stored(accepted).last_round, stored(accepted).participants) == (3, 3, 4)
    players = (*(events.player(number, 10000 + number) for number in (1, 2, 3)), events.unknown(4), events.unknown(5))
    pairings = (events.game(1, 1, 2), events.game(2, 4, 5), events.game(3, 1, 4, "+-"), events.bye(5, 3))
    made = events.tournament(*players, pairings=pairings, name="Open", rounds=0)
    found = from_rows(made)
    assert (found.rounds, found.last_round) == (0, 5)  # the last round is a bye alone
    assert found.participants == 4  # who has no more than a bye met nobody


def test_a_corrected_number_of_rounds_is_read_at_once(accepted: Tournament) -> None:
    Tournament.objects.update(rounds=9)
    assert stored(accepted).rounds == 9


def test_go_is_packed_whole_with_levels_stones_and_guests() -> None:
    players = (events.player(1, 10001, rating=-250), events.unknown(2, rating=-1050))
    pairings = (events.game(1, 1, 2, date=events.DAY, handicap=8, board_size=13),)
    made = events.tournament(*players, pairings=pairings, discipline="go")
    made.participants.filter(number=2).update(outsider=True)
    made.stage = Stage.ACCEPTED
    made.save()
    [game], [extra] = np.frombuffer(from_rows(made).games, GAME), np.frombuffer(from_rows(made).extras, EXTRA)
    assert game["day"] == events.NEXT_DAY.toordinal()
    assert extra.tolist() == (0, -250, -1050, 0, 2, 8, 13, 0, 0, 0, 0, 0, 0)


def test_what_a_short_record_has_no_room_for_stands_beside_it(accepted: Tournament) -> None:
    first, second, *_others = accepted.pairings.order_by("round", "board")
    second.pk, second.board = 2**40, 2**31 - 1
    second.save(force_insert=True)
    accepted.pairings.filter(round=2).update(board=None)
    packed.store([accepted.pk])
    found, [extra] = games(accepted), np.frombuffer(stored(accepted).extras, EXTRA)
    assert found["board"].tolist() == [1, 2, 2**15 - 1, *[NO_BOARD] * 2, 1, 2]
    assert (extra["row"], found["board"][2] + extra["more_board"]) == (2, second.board)
    assert (found["id"][0], found["id"][2] + extra["more_id"]) == (first.pk, second.pk)


def test_a_go_level_of_0_is_no_missing_one() -> None:
    players = (events.player(1, 10001, rating=0), events.player(2, 10002, rating=None), events.unknown(3, rating=0))
    pairings = (events.game(1, 1, 3), events.game(2, 2, 1))
    made = events.tournament(*players, pairings=pairings, discipline="go")
    made.participants.filter(number=3).update(outsider=True)
    made.stage = Stage.ACCEPTED
    made.save()
    extras = np.frombuffer(from_rows(made).extras, EXTRA)
    assert list(zip(extras["white_given"].tolist(), extras["black_given"].tolist(), strict=True)) == [(1, 1), (0, 1)]


def test_games_that_count_later_than_they_were_played_keep_the_order_of_their_rounds() -> None:
    pairings = (
        events.game(1, 1, 2, date=events.DAY, ended=dt.time(21, 5)),
        events.game(2, 2, 1, date=events.NEXT_DAY, ended=dt.time(9, 30)),
    )
    made = events.tournament(events.player(1, 10001), events.player(2, 10002), pairings=pairings)
    made.stage = Stage.ACCEPTED
    made.save()
    assert np.frombuffer(from_rows(made).extras, EXTRA)["minute"].tolist() == [21 * 60 + 5, 9 * 60 + 30]
    made.counts_from = events.NEXT_DAY + dt.timedelta(days=30)
    made.save()
    assert games(made)["round"].tolist() == [1, 2]
    assert from_rows(made).extras == b""


def test_bughouse_has_partners_and_the_minute_of_the_end() -> None:
    pairing = events.game(1, 1, 2, white_partner=3, black_partner=4, date=events.DAY, ended=dt.time(21, 5))
    made = events.tournament(*events.four(), pairings=(pairing,), discipline="bughouse")
    made.stage = Stage.ACCEPTED
    made.save()
    [extra] = np.frombuffer(from_rows(made).extras, EXTRA)
    partners = (cast.member(10003).pk, cast.member(10004).pk)
    assert (extra["minute"], extra["white_partner"], extra["black_partner"]) == (21 * 60 + 5, *partners)


def test_merging_members_leaves_what_is_packed_as_it_is(accepted: Tournament) -> None:
    merging.merge(cast.member(10001), cast.member(10007))
    assert stored(accepted) == from_rows(accepted)


def command(*arguments: str) -> str:
    said = StringIO()
    call_command("pack_games", *arguments, stdout=said)
    return said.getvalue()


def test_the_command_packs_what_is_missing_or_wrong(accepted: Tournament) -> None:
    other = events.tournament(name="Other Cup", start=dt.date(2026, 5, 1), end=dt.date(2026, 5, 2))
    decisions.accept(other, None)
    assert "Not packed: 0. Packed otherwise than their rows: 0." in command("--check")
    PackedGames.objects.filter(tournament=other).delete()
    accepted.pairings.filter(round=1).update(white_result="0", black_result="1")
    with pytest.raises(CommandError, match="Run pack_games"):
        command("--check")
    assert "Accepted tournaments: 2. Not packed: 1. Packed otherwise than their rows: 1." in command()
    assert "Not packed: 0. Packed otherwise than their rows: 0." in command("--check")
    assert stored(accepted) == from_rows(accepted)
