"""Programs of clubs send tournament files, and ask what became of them: the same verbs and limits as the form."""

from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from federation.api.endpoint import PagedEndpoint
from federation.api.fields import PageField
from federation.api.keyset import Key
from federation.api.problems import BadParameter, sentence
from federation.api.token_endpoint import TokenEndpoint
from federation.models import ApiToken, Club, Unit
from tournaments.api import examples
from tournaments.errors import failure
from tournaments.intake.forms import MOST_ROUNDS, UploadForm
from tournaments.models import Stage, Tournament, Upload
from tournaments.review.decisions import OPEN
from tournaments.review.problems import problems_of

SENDING = _("Sending results")


class SentTournament(serializers.Serializer):
    """A tournament of a file."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    stage = serializers.ChoiceField(Stage.values)
    to_fix = serializers.IntegerField(help_text="Problems that block the submission.")
    rejection = serializers.CharField(help_text="Why it was rejected.")
    page = PageField("my_club_tournament", "pk")


class ReceiptAnswer(serializers.Serializer):
    """A file that was sent."""

    receipt = serializers.CharField()
    name = serializers.CharField()
    sha256 = serializers.CharField()
    sent_at = serializers.DateTimeField(source="uploaded_at")
    state = serializers.ChoiceField(Upload.State.values)
    failure = serializers.SerializerMethodField(help_text="Why it could not be read.")
    page = PageField("receipt", "receipt")

    def get_failure(self, upload: Upload) -> str:
        return failure(upload)


class OneReceiptAnswer(ReceiptAnswer):
    """A file that was sent, with its tournaments."""

    tournaments = SentTournament(many=True, source="sent_tournaments")


class SentAnswer(serializers.Serializer):
    """What was received: of a ZIP archive a receipt for each file."""

    receipts = ReceiptAnswer(many=True)


class FileBody(serializers.Serializer):
    """What is sent."""

    file = serializers.FileField(allow_empty_file=True)
    first_round = serializers.IntegerField(required=False, min_value=1, max_value=MOST_ROUNDS)
    last_round = serializers.IntegerField(required=False, min_value=1, max_value=MOST_ROUNDS)


@dataclass(frozen=True)
class Sent:
    """What `SentAnswer` shows."""

    receipts: list[Upload]


class Receipts(TokenEndpoint, PagedEndpoint):
    title = _("The files that the club has sent")
    explanation = _("The latest first.")
    tag = SENDING
    scope = ApiToken.Scope.RECEIPTS
    answer = ReceiptAnswer
    example = examples.RECEIPT
    keys = (Key("uploaded_at", is_descending=True), Key("pk", is_descending=True))

    def find(self, asked: dict[str, Any]) -> QuerySet[Upload]:
        return _uploads(self.request)


class OneReceipt(TokenEndpoint):
    title = _("Status of a file")
    explanation = _("Ask again while “state” is received. Problems that block the submission are fixed on the site.")
    tag = SENDING
    scope = ApiToken.Scope.RECEIPTS
    answer = OneReceiptAnswer
    example = examples.ONE_RECEIPT

    def find(self, asked: dict[str, Any], receipt: str) -> Upload:
        found = _uploads(self.request).filter(receipt=receipt).first()
        if found is None:
            raise Http404
        found.sent_tournaments = _with_problems(list(found.all_tournaments().order_by("position")))
        return found


class SendFile(TokenEndpoint):
    title = _("Send a tournament file")
    explanation = _(
        "The file as the program wrote it, or a ZIP archive of several. It is read in the "
        "background; the receipt shows its status. The same file sent twice has one receipt."
    )
    tag = SENDING
    scope = ApiToken.Scope.SEND
    body = FileBody
    answer = SentAnswer
    example = examples.SENT
    success = 202
    refusals = (400, 401, 403, 429)
    parser_classes = (MultiPartParser,)
    http_method_names = ("post",)

    def post(self, request: Request) -> Response:
        self.asked(request)
        body = FileBody(data=request.data)
        if not body.is_valid():
            raise BadParameter(sentence(body.errors))
        club: Club = request.auth.club
        file = body.validated_data.pop("file")
        files = MultiValueDict({"files": [file]})
        sent = {"club": club.pk, **body.validated_data}
        form = UploadForm(Club.objects.filter(pk=club.pk), Unit.objects.none(), sent, files)
        if form.is_valid():
            with self.acting():
                form.save(request.user)
        if form.errors:
            raise BadParameter(next(iter(form.errors.values()))[0])
        answered = Sent([upload for upload, _is_new in form.saved])
        return Response(self.answer(answered, context={"request": request}).data, status=self.success)


def _uploads(request: Request) -> QuerySet[Upload]:
    return Upload.objects.filter(club=request.auth.club)


def _with_problems(tournaments: list[Tournament]) -> list[Tournament]:
    findings = problems_of([each for each in tournaments if each.stage in OPEN])
    for each in tournaments:
        each.to_fix = sum(finding.blocks_club for finding in findings.get(each.pk, []))
    return tournaments
