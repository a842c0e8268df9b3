"""Signed notes, checkpoints and countersignatures."""

from __future__ import annotations

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from ratings.public_log import monitor
from ratings.public_log.signed_notes import COSIGNATURE, BadNote, Checkpoint, Note, SigningKey, VerifierKey

# The example of Go's package golang.org/x/mod/sumdb/note.
NEUMANN = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
NOTE = (
    "If you think cryptography is the answer to your problem,\n"
    "then you don't know what your problem is.\n"
    "\n"
    "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
)
TEXT = str(Checkpoint("ratings.example.org/log", 3, bytes(32)))


def signer(name: str = "ratings.example.org/log") -> SigningKey:
    return SigningKey(name, Ed25519PrivateKey.from_private_bytes(bytes(range(32))))


def test_the_published_example_is_signed_by_its_key() -> None:
    key = VerifierKey.read(NEUMANN)
    assert str(key) == NEUMANN
    assert Note.read(NOTE).is_signed_by(key)
    assert monitor.is_signed(NEUMANN, NOTE.partition("\n\n")[0].encode() + b"\n", Note.read(NOTE)._signatures(key)[0])


def test_a_changed_text_is_not_signed() -> None:
    assert not Note.read(NOTE.replace("answer", "question")).is_signed_by(VerifierKey.read(NEUMANN))


def test_a_note_reads_as_it_was_written() -> None:
    note = Note(TEXT, (signer().signature_line(TEXT),))
    assert Note.read(str(note)) == note
    assert note.is_signed_by(signer().verifier())
    assert Checkpoint.read(note.text) == Checkpoint("ratings.example.org/log", 3, bytes(32))


def test_a_countersignature_says_when_and_is_no_signature_of_the_log() -> None:
    witness = signer("witness.example.net/log")
    note = Note(TEXT, (signer().signature_line(TEXT), witness.cosignature_line(TEXT, 1_790_000_000)))
    assert note.seen_at(witness.verifier(COSIGNATURE)) == 1_790_000_000
    assert not note.is_signed_by(witness.verifier())


@pytest.mark.parametrize(
    "key", ["", "name", "name+00000000+", NEUMANN.replace("c74f20a3", "c74f20a4"), NEUMANN.replace("ARpc", "BRpc")]
)
def test_a_damaged_key_is_refused(key: str) -> None:
    with pytest.raises(BadNote):
        VerifierKey.read(key)


@pytest.mark.parametrize("text", ["", "origin\n", "origin\nx\nAAAA\n", "origin\n3\nAAAA\n", "\n3\nAAAA\n"])
def test_a_damaged_checkpoint_is_refused(text: str) -> None:
    with pytest.raises(BadNote):
        Checkpoint.read(text)
