"""The files as clubs sent them: removed when a person in them is erased, or when they are kept no longer. What was read
of them stays, as rows.
"""

import datetime as dt
from collections.abc import Iterable

from django.core.files.storage import default_storage
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from federation.erasure.loose_files import names
from federation.erasure.person import Person
from tournaments.models import Stage, Tournament, Upload


def remove_those_of(person: Person) -> None:
    """Remove the originals of the tournaments in which the person played, and every other one that names them.

    Each file that is left is read once.
    """
    theirs = Q(tournaments__participants__member__in=person.records)
    theirs |= Q(updated_tournaments__participants__member__in=person.records)
    digests = set(_stored().filter(theirs).values_list("sha256", flat=True))
    others = dict(_stored().exclude(sha256__in=digests).values_list("file", "sha256"))
    digests |= {sha256 for path, sha256 in others.items() if names(_content(path), person)}
    remove(digests)


@transaction.atomic
def remove(digests: Iterable[str]) -> int:
    """Remove the stored files with these SHA-256, which stay known. Return the number of uploads."""
    locked = _stored().select_for_update(of=("self",), no_key=True).filter(sha256__in=list(digests))
    uploads = list(locked.order_by("pk"))
    for path in {upload.file.name for upload in uploads}:
        transaction.on_commit(lambda path=path: default_storage.delete(path))
    Upload.objects.filter(pk__in=[upload.pk for upload in uploads]).update(file="", removed_at=timezone.now())
    return len(uploads)


@transaction.atomic
def remove_old(accepted_before: dt.datetime, refused_before: dt.datetime) -> int:
    """Remove the originals whose tournaments were all decided before: accepted, or unreadable and rejected. Return the
    number of uploads.

    The same file sent again stays known, unless nothing came of it: then it is a new upload.
    """
    of_file = Tournament.objects.filter(Q(upload=OuterRef("pk")) | Q(updated_by=OuterRef("pk")))
    undecided = of_file.exclude(stage__in=[Stage.ACCEPTED, Stage.REJECTED])
    late = of_file.filter(stage=Stage.ACCEPTED, decided_at__gte=accepted_before)
    late |= of_file.filter(stage=Stage.REJECTED, decided_at__gte=refused_before)
    settled = _stored().filter(~Exists(undecided), ~Exists(late), uploaded_at__lt=refused_before)
    accepted = settled.filter(Exists(of_file.filter(stage=Stage.ACCEPTED)))
    refused = settled.filter(~Exists(of_file.filter(stage=Stage.ACCEPTED))).exclude(state=Upload.State.RECEIVED)
    keys = set(refused.values_list("pk", flat=True))
    found = remove({*accepted.values_list("sha256", flat=True), *refused.values_list("sha256", flat=True)})
    Upload.objects.filter(pk__in=keys, superseded=False).update(superseded=True)
    return found


def _stored() -> QuerySet[Upload]:
    return Upload.objects.exclude(file="")


def _content(path: str) -> bytes:
    """Return a stored file; nothing of one that is lost."""
    if not default_storage.exists(path):
        return b""
    with default_storage.open(path, "rb") as file:
        return file.read()
