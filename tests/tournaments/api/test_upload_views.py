"""Programs send files with a token of their club, and ask what became of them."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from federation.api import tokens
from federation.models import ApiToken, Club, Office
from tests import cast
from tournaments.models import Upload

pytestmark = pytest.mark.django_db

ALL = [scope.value for scope in ApiToken.Scope]


def token(club: Club, *scopes: str) -> dict[str, str]:
    _made, text = tokens.make(club, cast.secretary(club.key), "bot", scopes or ALL)
    return {"Authorization": f"Bearer {text}"}


def send(client: Client, headers: dict[str, str], content: bytes = b"x" * 50, **fields: object) -> object:
    file = SimpleUploadedFile("open.trf", content)
    return client.post("/api/v1/uploads/", {"file": file, **fields}, headers=headers)


@pytest.mark.long
def test_a_file_gets_a_receipt_that_says_what_became_of_it(client: Client) -> None:
    mine, other = token(cast.club()), token(cast.club(201))
    answer = send(client, mine, first_round=1)
    [receipt] = answer.json()["receipts"]
    upload = Upload.objects.get()
    assert (answer.status_code, receipt["receipt"], receipt["state"]) == (202, upload.receipt, "received")
    assert (upload.club, upload.uploaded_by.username, upload.first_round) == (cast.club(), "secretary101", 1)
    assert upload.job.kind == "read_upload"
    assert send(client, mine, first_round=1).json()["receipts"][0]["receipt"] == receipt["receipt"]
    found = client.get(f"/api/v1/receipts/{receipt['receipt']}/", headers=mine)
    assert (found.status_code, found.json()["tournaments"], found["Cache-Control"]) == (200, [], "private, no-store")
    assert [each["receipt"] for each in client.get("/api/v1/receipts/", headers=mine).json()["results"]] == [
        receipt["receipt"]
    ]
    assert client.get(f"/api/v1/receipts/{receipt['receipt']}/", headers=other).status_code == 404
    assert client.get("/api/v1/receipts/", headers=other).json()["results"] == []


@pytest.mark.parametrize(
    ("content", "fields", "sentence"),
    [
        (b"", {}, "open.trf: The file is empty."),
        (b"x", {"first_round": 3, "last_round": 2}, "The last round comes before the first one."),
        (b"x", {"first_round": 0}, "“first_round”: Ensure this value is greater than or equal to 1."),
        (b"x" * 2000, {}, "open.trf: The file is too large: this site accepts up to 1.0\xa0KB."),
    ],
)
def test_a_file_is_refused_as_by_the_form(
    client: Client, settings: object, content: bytes, fields: dict[str, int], sentence: str
) -> None:
    settings.UPLOAD_LIMIT = 1024
    answer = send(client, token(cast.club()), content, **fields)
    assert (answer.status_code, answer.json()["detail"]) == (400, sentence)
    assert not Upload.objects.exists()


def test_without_a_valid_token_of_the_right_scope_nothing_is_sent(client: Client) -> None:
    club = cast.club()
    reads = token(club, ApiToken.Scope.RECEIPTS)
    assert send(client, {}).status_code == 401
    assert send(client, {})["WWW-Authenticate"] == "Bearer"
    assert send(client, {"Authorization": "Bearer cl_wrong"}).status_code == 401
    refused = send(client, reads)
    assert (refused.status_code, refused.json()["detail"]) == (
        403,
        "This token does not have the permission “tournaments:send”.",
    )
    assert client.get("/api/v1/receipts/", headers=reads).status_code == 200
    tokens.revoke(ApiToken.objects.get(), cast.administrator())
    assert client.get("/api/v1/receipts/", headers=reads).status_code == 401
    assert not Upload.objects.exists()


def test_a_token_ends_with_the_office_of_its_account(client: Client) -> None:
    mine = token(cast.club())
    Office.objects.all().delete()
    assert client.get("/api/v1/receipts/", headers=mine).status_code == 401
