"""A file that a form sends once and that later steps, the preview and the confirmation, find again."""

from contextlib import suppress

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest
from django.utils.translation import gettext_noop as noop

from federation.files import pending_uploads
from federation.files.limits import TOO_LARGE, too_large
from federation.i18n.errors import UserError

NONE_SENT = noop("No file was chosen: choose one.")
GONE = noop("Choose the file again: it is kept for a day only.")


def sent_file(request: HttpRequest) -> tuple[str, bytes]:
    """Return the signed name and the bytes of the file that was sent now or in an earlier step. Raise `UserError`."""
    owner, file = str(request.user.pk), request.FILES.get("file")
    if isinstance(file, UploadedFile):
        if limit := too_large(file.size or 0):
            raise UserError(TOO_LARGE, **limit)
        data = file.read()
        return pending_uploads.sign(pending_uploads.keep(data), owner), data
    token = request.POST.get("token", "")
    if name := pending_uploads.unsign(token, owner):
        with suppress(FileNotFoundError):
            return token, pending_uploads.read(name)
    raise UserError(GONE if token else NONE_SENT)
