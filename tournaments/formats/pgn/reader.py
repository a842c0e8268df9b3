"""PGN and BPGN, the files of chess servers: who played whom when, with which result (formats/pgn). No move is read.

The games of one event (tags Event, Site and Variant) make a tournament; a variant is a discipline of its own, as is a
category of the server that Event names, ``FICS rated suicide game``; Site counts where it is a place, not the
address or the number of a game, and a broadcast may name the event in BroadcastName alone. In the title of a single
game, ``Round 3: A, Ann - B, Ben``, what stands before the names is the event, or its round. On a server Event says
whether games are rated: ``FICS rated blitz game``, ``internet, unrated crazyhouse match``, ``Casual Rapid game``,
``ICC 5 0 u``; unrated games are kept and marked so. ``Date`` and ``Time`` order the games, since servers write the
newest one first. ``Termination`` tells forfeits: ``Unplayed``. Round is ``3``, ``3.2`` (board 2) or ``3.1.2`` (match 1,
board 2); where it tells no board ``Board`` may. A player called Bye is none: who sits there has no opponent.

Read patiently: several tags in one line, quotes inside quotes, blank lines between tags, games without any move.

In BPGN (bughouse) two play against two: WhiteA with BlackB against BlackA with WhiteB; a game is one pairing of WhiteA
and BlackA with their partners.
"""

import datetime as dt
import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from tournaments.formats.common.decoding import decode
from tournaments.formats.common.game_lists import NO_ROUND, Event, Events, report_of
from tournaments.formats.common.pace import LONGEST_TEXT, pace_of_coded, pace_of_text
from tournaments.formats.common.values import MAX_RATING, clean_text, read_day, read_fide_id, split_name, whole_number
from tournaments.formats.report import (
    FormatError,
    Place,
    Problem,
    ReportedPairing,
    ReportedPlayer,
    Result,
    TournamentReport,
    noop,
)

NAME = "PGN"
MAX_GAMES, MAX_LINES, LONGEST_DISCIPLINE = 30_000, 2_000_000, 20

_TAG = re.compile(r'\[\s*(\w{1,40})\s*"((?:[^"\\]|\\.){0,500})"\s*\]\s*')
_LOOSE_TAG = re.compile(r'\[\s*(\w{1,40})\s+"(.{0,500})"\s*\]\s*')  # with quotes inside that nobody escaped
_MOVES = "0123456789{(*;$"  # how a line of moves may begin
_FIRST_TAG = re.compile(rb'(?:\xef\xbb\xbf)?\s{0,99}(?:[%;][^\n]{0,500}\n\s{0,99}){0,9}\[\s{0,9}[A-Z]\w{1,40}\s{0,9}"')
_UNRATED = re.compile(
    r"\bunrated\b|^casual .*\b(?:game|tournament|arena|swiss)\b|^icc (?:w\d+ )?\d+ \d+ u$", re.IGNORECASE
)
_PACES = (
    *(("lightning", "blitz"), ("bullet", "blitz"), ("blitz", "blitz"), ("rapid", "rapid")),
    *(("standard", "standard"), ("classical", "standard")),
)
_KINDS = {"swiss": "swiss", "tourn": "round_robin"}  # in ChessBase's tag EventType
_NO_VARIANTS = {"standard", "chess", "normal"}
_VARIANTS = {
    "fischerandom": "chess960",
    "fischer random": "chess960",
    "bullet": "lightning",
}  # the same by another name
_CATEGORIES = "atomic|bughouse|bullet|crazyhouse|lightning|losers|suicide|wild"  # with ratings of their own
_CATEGORY = re.compile(rf"\b(?:un)?rated ({_CATEGORIES})(?:/\w+)? (?:game|match)\b", re.IGNORECASE)
_RESULTS = {
    "1-0": "10", "0-1": "01", "1/2-1/2": "==", "1/2": "==", "0-0": "00", "*": "**", "": "**",
    "+-": "+-", "-+": "-+", "--": "--", "+--": "+-", "--+": "-+", "---": "--", "+/-": "+-", "-/+": "-+", "-/-": "--",
}  # fmt: skip
_ENDS = {"1-0", "0-1", "1/2-1/2", "*"}  # of the moves; +- tells who stands better there
_RESULT_SIGNS = str.maketrans({"½": "1/2", ":": "-", "–": "-", " ": "", "?": ""})
_UNRATED_LETTERS = {"10": "WL", "01": "LW", "==": "DD", "00": "LL"}
_FORFEITS = {"10": "+-", "01": "-+", "==": "DD", "00": "--"}
_NOT_PLAYED = re.compile(  # who forfeits on time has played
    r"(?:unplayed|forfeit(?:ed)?|default|walk-?over)(?: \([01]F-[01]F\))?", re.IGNORECASE
)
_TIME = re.compile(r"(\d{1,2}):(\d{2})(?::[\d?]{1,2})?")
_ROUND = re.compile(r"(\d{1,3})(?:\.\d{1,4})??(?:\.(\d{1,4}))?")
_BYE = "bye"
_BYES = {0: Result.ZERO_BYE, 1: Result.HALF_BYE, 2: Result.PAIRING_BYE}  # by half points
_ROUND_IN_WORDS = re.compile(r"\bround (\d{1,3})\b", re.IGNORECASE)
_COUNTRY = re.compile("[A-Z]{3}")
_BOARDS = ("WhiteA", "BlackA", "WhiteB", "BlackB")

MANY_LINES = noop("The file has more than %(most)s lines; send it in parts.")
TOO_MANY = noop("The file has more than %(most)s games; send it in parts.")

Tags = dict[str, str]


def matches(filename: str, data: bytes) -> bool:
    """Return whether it begins with a tag pair."""
    head = data[:8000]
    if head[:2] in {b"\xff\xfe", b"\xfe\xff"}:
        head = decode(head)[0].encode()
    return _FIRST_TAG.match(head) is not None


def read(data: bytes) -> list[TournamentReport]:
    """Return the events of a file. Raise `FormatError` if it holds no game, or more than can be read at once."""
    if max(data.count(b"\n"), data.count(b"\r")) > MAX_LINES:
        raise FormatError(MANY_LINES, most=MAX_LINES)
    text, is_clean = decode(data)
    events = Events()
    for count, (line, tags) in enumerate(_games(text), start=1):
        if count > MAX_GAMES:
            raise FormatError(TOO_MANY, Place(line=line), most=MAX_GAMES)
        _add(events, line, tags)
    if not len(events):
        raise FormatError(noop("The file has no game with two names (tags White and Black)."))
    return [_report(event, is_clean) for event in events]


def _games(text: str) -> Iterator[tuple[int, Tags]]:
    """Yield the tags of each game, with the line of the first. If Result is open, the end of the moves decides."""
    tags: Tags = {}
    begin, in_tags, is_after_blank, last_moves = 1, False, False, ""
    for number, line in enumerate(text.splitlines(), start=1):
        pairs, moves = _tag_pairs(line.lstrip()) if line[:1] in {"[", " ", "\t"} else ((), line)
        if pairs and (not in_tags or (is_after_blank and any(name in tags for name, _value in pairs))):
            if tags:
                yield begin, _with_result(tags, last_moves)
            tags, begin, last_moves = {}, number, ""
        for name, value in pairs:
            tags.setdefault(name, clean_text(value.replace('\\"', '"').replace("\\\\", "\\")))
        is_blank = not pairs and not line.strip()
        in_tags = not moves if pairs else in_tags and is_blank
        is_after_blank = in_tags and is_blank
        if moves and not is_blank:
            last_moves = moves
    if tags:
        yield begin, _with_result(tags, last_moves)


def _tag_pairs(line: str) -> tuple[Sequence[tuple[str, str]], str]:
    """Return the tags with which a line begins, and the moves after them; no tags for a line of another kind."""
    pairs, at = [], 0
    while at < len(line) and (found := _TAG.match(line, at)):
        pairs.append((found[1], found[2]))
        at = found.end()
    if pairs and (at == len(line) or line[at] in _MOVES):
        return pairs, line[at:]
    loose = _LOOSE_TAG.fullmatch(line)
    return ([(loose[1], loose[2])], "") if loose else ((), line)


def _with_result(tags: Tags, last_moves: str) -> Tags:
    if not tags.get("Result", "").strip("?") and (words := last_moves.rsplit(maxsplit=1)) and words[-1] in _ENDS:
        return tags | {"Result": words[-1]}
    return tags


def _add(events: Events, line: int, tags: Tags) -> None:
    """Add the game of some tags to its event; tags without two names are no game."""
    is_bughouse = "WhiteA" in tags
    seats = _BOARDS if is_bughouse else ("White", "Black")
    if not all(tags.get(seat, "").strip("?-") for seat in seats):
        return
    event = _event(events, tags, is_bughouse)
    event.time_controls.add(tags.get("TimeControl", "").strip("?-")[:LONGEST_TEXT])
    if not is_bughouse and _add_bye(event, tags, line):
        return
    numbers = [_number(event, seat, tags, line) for seat in seats]
    if len(set(numbers)) < len(numbers):
        event.problems.append(Problem("self_pairing", Place(line=line), {"player": tags[seats[0]]}))
        return
    letters = _letters(event, tags, line)
    white, black, *partners = numbers  # of bughouse: the partner of WhiteA plays Black on the other board
    round_number, board = _round(tags)
    event.pairings.append(
        ReportedPairing(
            round=round_number or NO_ROUND,
            board=board,
            white=white,
            black=black,
            white_result=Result(letters[0]),
            black_result=Result(letters[1]),
            date=_day(event, tags, line),
            ended=_time(tags.get("Time") or tags.get("UTCTime", "")),
            white_partner=partners[1] if partners else None,
            black_partner=partners[0] if partners else None,
        )
    )


def _add_bye(event: Event, tags: Tags, line: int) -> bool:
    """Add a bye if one of the two is nobody; return whether it was one."""
    players = [(place, seat) for place, seat in enumerate(("White", "Black")) if tags[seat].lower() != _BYE]
    if len(players) != 1:
        return False
    ((place, seat),) = players
    result = Result(_letters(event, tags, line)[place])
    bye = Result.PAIRING_BYE if result is Result.PENDING else _BYES[result.half_points]
    number, day = _number(event, seat, tags, line), _day(event, tags, line)
    event.pairings.append(ReportedPairing(_round(tags)[0] or NO_ROUND, None, number, None, bye, None, day))
    return True


def _letters(event: Event, tags: Tags, line: int) -> str:
    """Return the results of White and Black, as letters of `Result`."""
    token = tags.get("Result", "")
    letters = _RESULTS.get(token) or _RESULTS.get(token.replace("0.5", "½").translate(_RESULT_SIGNS))
    if letters is None:
        event.problems.append(Problem("result_unknown", Place(line=line), {"result": token[:20]}))
        return "**"
    if _NOT_PLAYED.fullmatch(tags.get("Termination", "")):
        letters = _FORFEITS.get(letters, letters)
    return _UNRATED_LETTERS.get(letters, letters) if _UNRATED.search(event.name) else letters


def _event(events: Events, tags: Tags, is_bughouse: bool) -> Event:
    title, site = tags.get("Event", "").strip("?"), tags.get("Site", "").strip("?")
    broadcast = tags.get("BroadcastName", "")
    if broadcast and (not title or tags.get("White", title) in title):  # the title of a single game
        title = broadcast
    elif title.endswith(_pair(tags)):
        title = title.removesuffix(_pair(tags))
        title = "" if _ROUND_IN_WORDS.fullmatch(title) else title
    if "://" in site or not any(letter.isalpha() for letter in site):
        site = ""
    described = f"{title} {tags.get('EventType', '')}".lower()
    pace = next((pace for word, pace in _PACES if word in described), "")
    kind = _KINDS.get(tags.get("EventType", "").partition(" ")[0].lower(), "")
    discipline = "bughouse" if is_bughouse else _discipline(title, tags)
    is_series = tags.get("Round", "-") == "-"
    event = Event(title or "PGN", site, kind, pace, discipline, is_series=is_series)
    return events.of((title, site, discipline, tags.get("Tournament", "")), event)


def _discipline(title: str, tags: Tags) -> str:
    variant = tags.get("Variant", "").lower()
    if variant in _NO_VARIANTS | {""}:
        category = _CATEGORY.search(title)
        variant = category[1].lower() if category else ""
    return _VARIANTS.get(variant, variant)[:LONGEST_DISCIPLINE] or "chess"


def _pair(tags: Tags) -> str:
    """Return how titles of single games end; the name of a match may be the two names alone."""
    return f": {tags.get('White', '')} - {tags.get('Black', '')}"


def _number(event: Event, seat: str, tags: Tags, line: int) -> int:
    """Return the number of a player, known by name; the rating is that of their first game in the file."""
    name = tags[seat]
    last_name, first_name = split_name(name)
    rating = whole_number(tags.get(f"{seat}Elo", ""))
    fide_id, problems = read_fide_id(tags.get(f"{seat}FideId", ""), Place(line=line))
    event.problems += problems
    title = tags.get(f"{seat}Title", "").strip("-")
    country = tags.get(f"{seat}Country") or tags.get(f"{seat}Federation") or tags.get(f"{seat}Fed", "")
    player = ReportedPlayer(
        number=0,
        last_name=last_name,
        first_name=first_name,
        federation=country if _COUNTRY.fullmatch(country) else "",
        fide_id=fide_id,
        rating=rating if rating and rating <= MAX_RATING else None,
        club=tags.get(f"{seat}Team", ""),
        title=title[:10],
    )
    return event.number(name, player)


def _day(event: Event, tags: Tags, line: int) -> dt.date | None:
    text = tags.get("Date", "")
    if "?" in text or not text:
        text = tags.get("UTCDate", "") or text
    if not text.strip("?. "):
        return None
    day, problems = read_day(text[:20], Place(line=line))
    event.problems += problems
    return day


def _time(text: str) -> dt.time | None:
    found = _TIME.fullmatch(text)
    if found is None or int(found[1]) > 23 or int(found[2]) > 59:
        return None
    return dt.time(int(found[1]), int(found[2]))


def _round(tags: Tags) -> tuple[int | None, int | None]:
    """Return round and board; the title of a broadcast or of a single game may have the round in words only."""
    board = whole_number(tags.get("Board", "")[:4]) or None
    found = _ROUND.fullmatch(tags.get("Round", ""))
    if found is None:
        is_title = "BroadcastName" in tags or tags.get("Event", "").endswith(_pair(tags))
        names = ("Round", "Event", "StudyName", "BroadcastName") if is_title else ("Round",)
        texts = (tags.get(name, "") for name in names)
        found = next((words for text in texts if (words := _ROUND_IN_WORDS.search(text))), None)
        return (int(found[1]) or None if found else None), board
    return int(found[1]) or None, int(found[2]) if found[2] else board


def _report(event: Event, is_clean: bool) -> TournamentReport:
    if not is_clean:
        event.problems.insert(0, Problem("text_unreadable"))
    report = report_of(event, "pgn")
    if len(event.time_controls) > 1:  # a server's, where everybody chooses
        return report
    (time_control,) = event.time_controls
    pace = event.pace or pace_of_coded(time_control) or pace_of_text(time_control)
    return replace(report, pace=pace, time_control=time_control[:100])
