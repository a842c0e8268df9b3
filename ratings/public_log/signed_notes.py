"""Signed notes (c2sp.org/signed-note), checkpoints (c2sp.org/tlog-checkpoint) and countersignatures (tlog-cosignature).

A key is written as a verifier key: name, key id and public key, separated by "+".
"""

import base64
import binascii
import hashlib
from dataclasses import dataclass

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

ED25519, COSIGNATURE = 1, 4  # kinds of signatures
ID_BYTES, TIME_BYTES = 4, 8
DASH = "\N{EM DASH} "


class BadNote(Exception):
    """A note that is not well-formed, or not signed by the expected key."""


@dataclass(frozen=True)
class VerifierKey:
    """The public half of a key."""

    name: str
    kind: int
    public: bytes

    @classmethod
    def read(cls, text: str) -> "VerifierKey":
        """Return the key that a text holds. Raise `BadNote` if it holds none, or if the id belongs to another key."""
        name, _plus, rest = text.strip().partition("+")
        key_id, _plus, encoded = rest.partition("+")
        raw = _decoded(encoded)
        if not name or len(raw) != 33 or raw[0] not in {ED25519, COSIGNATURE}:
            raise BadNote(f"{text!r} is no verifier key")
        found = cls(name, raw[0], raw[1:])
        if found.id.hex() != key_id:
            raise BadNote(f"{text!r} has the id of another key")
        return found

    @property
    def id(self) -> bytes:
        return hashlib.sha256(self.name.encode() + b"\n" + bytes([self.kind]) + self.public).digest()[:ID_BYTES]

    def __str__(self) -> str:
        return f"{self.name}+{self.id.hex()}+{base64.b64encode(bytes([self.kind]) + self.public).decode()}"

    def verify(self, message: bytes, signature: bytes) -> bool:
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(signature, message)
        except InvalidSignature:
            return False
        return True


@dataclass(frozen=True)
class SigningKey:
    """The private half of a key, and its name."""

    name: str
    private: Ed25519PrivateKey

    def verifier(self, kind: int = ED25519) -> VerifierKey:
        return VerifierKey(self.name, kind, self.private.public_key().public_bytes_raw())

    def signature_line(self, text: str) -> str:
        """Return the line that signs a note."""
        return _line(self.verifier(), self.private.sign(text.encode()))

    def cosignature_line(self, text: str, seconds: int) -> str:
        """Return the line that countersigns a checkpoint seen at a Unix time."""
        signature = self.private.sign(_cosigned(text, seconds))
        return _line(self.verifier(COSIGNATURE), seconds.to_bytes(TIME_BYTES, "big") + signature)


@dataclass(frozen=True)
class Note:
    """A text, which ends with a newline, and the lines that sign it."""

    text: str
    lines: tuple[str, ...]

    @classmethod
    def read(cls, content: str) -> "Note":
        """Return the note. Raise `BadNote` if no empty line separates text and signatures."""
        text, separator, signatures = content.rpartition("\n\n")
        if not separator or not signatures.endswith("\n"):
            raise BadNote("no empty line separates text and signatures")
        return cls(f"{text}\n", tuple(signatures.splitlines()))

    def __str__(self) -> str:
        return "\n".join([self.text, *self.lines, ""])

    def is_signed_by(self, key: VerifierKey) -> bool:
        """Return whether a line is the key's signature of the text."""
        if key.kind == COSIGNATURE:
            return self.seen_at(key) is not None
        return any(key.verify(self.text.encode(), signature) for signature in self._signatures(key))

    def seen_at(self, key: VerifierKey) -> int | None:
        """Return the Unix time at which the key countersigned the text, None if it did not."""
        for signature in self._signatures(key):
            seconds = int.from_bytes(signature[:TIME_BYTES], "big")
            if key.verify(_cosigned(self.text, seconds), signature[TIME_BYTES:]):
                return seconds
        return None

    def _signatures(self, key: VerifierKey) -> list[bytes]:
        mine = [line.removeprefix(DASH).partition(" ") for line in self.lines if line.startswith(DASH)]
        decoded = [_decoded(encoded) for name, _blank, encoded in mine if name == key.name]
        return [raw[ID_BYTES:] for raw in decoded if raw[:ID_BYTES] == key.id]


@dataclass(frozen=True)
class Checkpoint:
    """The state of a log: its name, how many entries it has, and the head of its tree."""

    origin: str
    size: int
    root: bytes

    @classmethod
    def read(cls, text: str) -> "Checkpoint":
        """Return the checkpoint in the text of a note. Raise `BadNote` if there is none."""
        lines = text.split("\n")
        if len(lines) < 4 or not lines[0] or not lines[1].isascii() or not lines[1].isdecimal():
            raise BadNote("the note is no checkpoint")
        root = _decoded(lines[2])
        if len(root) != 32:
            raise BadNote("the checkpoint has no root hash")
        return cls(lines[0], int(lines[1]), root)

    def __str__(self) -> str:
        return f"{self.origin}\n{self.size}\n{base64.b64encode(self.root).decode()}\n"


def _cosigned(text: str, seconds: int) -> bytes:
    return f"cosignature/v1\ntime {seconds}\n{text}".encode()


def _line(key: VerifierKey, signature: bytes) -> str:
    return f"{DASH}{key.name} {base64.b64encode(key.id + signature).decode()}"


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return b""
