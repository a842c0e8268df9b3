"""The audit as a file, which others verify without the site."""

from __future__ import annotations

import hashlib
import hmac
import json

import pytest
from django.core.management import CommandError, call_command

from federation.models import AuditValue
from tests import cast

pytestmark = pytest.mark.django_db


def test_the_chain_can_be_verified_from_the_file_alone(capsys: pytest.CaptureFixture) -> None:
    cast.member(10001)
    call_command("export_audit")
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    previous = bytes(32).hex()
    for line in lines:
        text = json.dumps(line["content"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        assert line["previous"] == previous
        assert hashlib.sha256(bytes.fromhex(previous) + text.encode()).hexdigest() == line["hash"]
        for name, commitment in (("before", line["content"]["from"]), ("after", line["content"]["to"])):
            if commitment:
                salt = bytes.fromhex(line["salt"])
                assert hmac.digest(salt, line[name].encode(), "sha256").hex() == commitment
        previous = line["hash"]
    assert "member 10001" in {line["content"]["of"] for line in lines}


def test_an_erased_value_is_left_out_and_a_later_beginning_is_taken(capsys: pytest.CaptureFixture) -> None:
    cast.member(10001)
    call_command("export_audit")
    count = len(capsys.readouterr().out.splitlines())
    AuditValue.objects.filter(entry_id=count).delete()
    call_command("export_audit", "--from", str(count))
    [line] = capsys.readouterr().out.splitlines()
    assert "salt" not in json.loads(line)


def test_entries_are_numbered_from_one() -> None:
    with pytest.raises(CommandError, match="numbered from 1"):
        call_command("export_audit", "--from", "0")
