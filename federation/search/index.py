"""Build the search index, and keep it up to date.

The index follows the audit: the sweeper asks for the entries since the last turn and reads again the rows that they are
about (`follow`). So no way of writing a name bypasses it, and an import of many members does not wait for it.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence

from django.db import connection, transaction

from federation.audit.sealing import head
from federation.background import jobs
from federation.database import bulk
from federation.identity.names import folded
from federation.models import AuditEntry, SearchPlace, SearchSpelling, SearchText, SearchWord, Sign
from federation.search.sources import Source, sources
from federation.search.spellings import spellings, words_of

KIND = SIGN = "search_index"
MODELS = (SearchPlace, SearchSpelling, SearchWord, SearchText)  # in the order in which rows may go
EDITION = 1  # raise it when words or spellings are made in another way
AT_ONCE = 500  # rows that the sweeper reads again in a turn; more are the work of a job
LONGEST = SearchText._meta.get_field("text").max_length
Texts = list[tuple[str, int, str]]  # kind, row, folded words


def follow() -> None:
    """Update the index with what has changed since the last turn; queue a job if there is no index, or much to do.

    Two queries if nothing has changed.
    """
    sign = Sign.objects.filter(part=SIGN).first()
    last = head()
    now = last.n if last else 0
    if sign is None or sign.facts["made_of"] != _made_of() or sign.facts["n"] > now:
        jobs.submit(KIND, KIND, {})
    elif sign.facts["n"] < now:
        changed = _changed(sign.facts["n"])
        if sum(map(len, changed.values())) > AT_ONCE:
            jobs.submit(KIND, KIND, {})
        else:
            _take_in(changed, now)


def build() -> int:
    """Build the index again. Return the number of texts."""
    last = head()
    found = list(_texts((source, None) for source in sources()))
    with transaction.atomic():
        _leave_sign(last.n if last else 0)
        for model in MODELS:
            model.objects.all().delete()
        _add(found)
        _count_for_plans()
    return len(found)


def _count_for_plans() -> None:
    """Let PostgreSQL count the new rows now: until it has, every search reads all texts."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"ANALYZE {', '.join(model._meta.db_table for model in MODELS)}")


def forget(kind: str, rows: Collection[int]) -> None:
    """Take rows out of the index, with the words that no other row has."""
    with transaction.atomic():
        Sign.objects.select_for_update().filter(part=SIGN).first()  # makes others who write the index wait
        _remove(list(SearchText.objects.filter(kind=kind, row__in=rows).values_list("pk", flat=True)))


def _take_in(changed: dict[str, set[int]], now: int) -> None:
    """Read these rows again."""
    known = [(source, changed[source.audited]) for source in sources() if changed.get(source.audited)]
    with transaction.atomic():
        _leave_sign(now)
        found = list(_texts(known))
        for source, rows in known:
            forget(source.kind, rows)
        _add(found)


def _changed(since: int) -> dict[str, set[int]]:
    """Return the rows that audit entries since this one are about, by kind."""
    changed: dict[str, set[int]] = defaultdict(set)
    kinds = [source.audited for source in sources() if source.audited]
    for row in AuditEntry.objects.filter(n__gt=since, kind__in=kinds).values_list("row", flat=True).distinct():
        kind, _colon, key = row.rpartition(":")
        if key.isdecimal():
            changed[kind].add(int(key))
    return changed


def _made_of() -> list[object]:
    """Return what an index is made of: an index made of something else is out of date."""
    return [EDITION, *(source.kind for source in sources())]


def _leave_sign(n: int) -> None:
    """Store up to which audit entry the index is up to date. It also makes others who write the index wait."""
    Sign.leave(SIGN, n=n, made_of=_made_of())


def _texts(wanted: Iterable[tuple[Source, Collection[int] | None]]) -> Iterator[tuple[str, int, str]]:
    for source, rows in wanted:
        for row, text in source.texts(rows):
            yield source.kind, row, folded(text)[:LONGEST]


def _add(found: Texts) -> None:
    """Add texts to an index that does not have them."""
    words = {word for *_row, text in found for word in words_of(text)}
    known = SearchWord.objects.filter(word__in=bulk.in_values(words)) if words else SearchWord.objects.none()
    ids = dict(known.values_list("word", "pk"))
    new = sorted(words - set(ids))
    made = dict(zip(new, bulk.reserved_ids(SearchWord, len(new)), strict=True))
    _store_words(made)
    ids |= made
    numbers = bulk.reserved_ids(SearchText, len(found))
    bulk.write(SearchText, ["id", "kind", "row", "text"], ((n, *row) for n, row in zip(numbers, found, strict=True)))
    places = ((ids[word], n) for n, (*_row, text) in zip(numbers, found, strict=True) for word in words_of(text))
    bulk.write(SearchPlace, ["word", "text"], places)


def _store_words(ids: dict[str, int]) -> None:
    bulk.write(SearchWord, ["id", "word"], ((number, word) for word, number in ids.items()))
    rows = ((form, number) for word, number in ids.items() for form in spellings(word))
    bulk.write(SearchSpelling, ["spelling", "word"], rows)


def _remove(texts: Sequence[int]) -> None:
    if not texts:
        return
    places = SearchPlace.objects.filter(text__in=bulk.in_values(texts))
    words = set(places.values_list("word", flat=True))
    places.delete()
    SearchText.objects.filter(pk__in=bulk.in_values(texts)).delete()
    used = SearchPlace.objects.filter(word__in=bulk.in_values(words)).values_list("word", flat=True)
    if unused := words - set(used.distinct()):
        SearchSpelling.objects.filter(word__in=bulk.in_values(unused)).delete()
        SearchWord.objects.filter(pk__in=bulk.in_values(unused)).delete()
