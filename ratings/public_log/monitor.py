"""Watch the public log of a federation: download this file, and run it once a day.

    python monitor.py https://ratings.example.org KEY [FOLDER]

KEY is the verifier key at /log/key: compare it once with one that you got another way. FOLDER (default: watched) keeps
what was seen. Exit code 0: nothing of the past has changed. 1: something has, and the last line says what. 2: the
site did not answer. Needs only Python 3.11 or newer.
"""

from __future__ import annotations

import base64
import hashlib
import json
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

WIDTH = 256  # entries of a bundle


class Changed(Exception):
    """Something that must not change did."""


def main(arguments: list[str]) -> int:
    if len(arguments) not in {2, 3}:
        print(__doc__)
        return 2
    site, key, folder = arguments[0].rstrip("/"), arguments[1], Path((arguments[2:] or ["watched"])[0])
    try:
        entries = watch(site, key, folder)
        check_lists(site, entries)
    except (urllib.error.URLError, OSError) as problem:
        print(f"{site} does not answer: {problem}")
        return 2
    except (Changed, ValueError, KeyError, IndexError) as problem:
        print(f"ALARM: {problem}")
        return 1
    print(f"{len(entries)} entries, nothing of the past has changed.")
    return 0


def watch(site: str, key: str, folder: Path) -> list[dict[str, Any]]:
    """Return the entries of the log, after comparing them with its signed checkpoint and with what was seen before."""
    text, signatures = get(f"{site}/log/checkpoint").decode().rsplit("\n\n", 1)
    origin, size, root = (text + "\n").split("\n")[:3]
    entries = read_entries(site, int(size))
    hashes = [hashlib.sha256(b"\x00" + entry).digest() for entry in entries]
    if base64.b64encode(tree(hashes)).decode() != root:
        raise Changed("the entries are not those of the signed checkpoint")
    seen = folder / "seen.json"
    before = json.loads(seen.read_text()) if seen.exists() else {"key": key, "size": 0, "root": ""}
    if before["size"]:
        if len(hashes) < before["size"]:
            raise Changed(f"the log had {before['size']} entries and has {len(hashes)}")
        if tree(hashes[: before["size"]]).hex() != before["root"]:
            raise Changed(f"the first {before['size']} entries are not those that were seen before")
    now = current_key(before["key"], entries, f"{text}\n", signatures)
    if not now.startswith(f"{origin}+"):
        raise Changed(f"the checkpoint is that of another log: {origin}")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "entries.jsonl").write_bytes(b"".join(entry + b"\n" for entry in entries))
    seen.write_text(json.dumps({"key": now, "size": len(hashes), "root": tree(hashes).hex()}))
    return [json.loads(entry) for entry in entries]


def check_lists(site: str, entries: list[dict[str, Any]]) -> None:
    """Ask the site for the checksum of each list in the log."""
    for entry in entries:
        if entry["kind"] != "list":
            continue
        day = entry["date"].removesuffix("-01")
        address = f"{site}/lists/{entry['list']}/{day}/list.csv?revision={entry['revision']}"
        name = f"{entry['list']} of {entry['date']}"
        try:
            with ask(urllib.request.Request(address, method="HEAD")) as answer:  # noqa: S310 - the site of the command line
                shown = answer.headers["List-Digest"]
        except urllib.error.HTTPError as problem:
            if problem.code in {404, 410}:
                raise Changed(f"the list {name} is in the log, but no longer on the site") from None
            raise
        if shown != entry["digest"]:
            raise Changed(f"the list {name} has the checksum {shown}, the log says {entry['digest']}")


def current_key(key: str, entries: list[bytes], text: str, signatures: str) -> str:
    """Return the key that signed the checkpoint: the known one, or one to which it was passed on in the log."""
    for entry in [b"{}", *entries]:
        facts = json.loads(entry)
        if facts.get("kind") == "key" and is_signed(key, facts["key"].encode(), bytes.fromhex(facts["signature"])):
            key = facts["key"]
        name, key_id, _public = key.split("+", 2)
        for line in signatures.splitlines():
            _dash, signer, encoded = line.split(" ")
            raw = base64.b64decode(encoded)
            if signer == name and raw[:4].hex() == key_id and is_signed(key, text.encode(), raw[4:]):
                return key
    raise Changed("the checkpoint is not signed by the key of the log")


def read_entries(site: str, size: int) -> list[bytes]:
    found: list[bytes] = []
    for start in range(0, size, WIDTH):
        width = min(WIDTH, size - start)
        parts = f"{start // WIDTH:09d}".lstrip("0").rjust(3, "0")
        parts = parts.rjust(-(-len(parts) // 3) * 3, "0")
        names = [parts[place : place + 3] for place in range(0, len(parts), 3)]
        path = "/".join([*(f"x{name}" for name in names[:-1]), names[-1]])
        bundle = get(f"{site}/log/tile/entries/{path}" + ("" if width == WIDTH else f".p/{width}"))
        place = 0
        while place < len(bundle):
            length = int.from_bytes(bundle[place : place + 2], "big")
            found.append(bundle[place + 2 : place + 2 + length])
            place += 2 + length
    if len(found) != size:
        raise Changed(f"the log has {len(found)} entries, its checkpoint says {size}")
    return found


def tree(hashes: list[bytes]) -> bytes:
    """Return the head of the Merkle tree (RFC 6962)."""
    if len(hashes) < 2:
        return hashes[0] if hashes else hashlib.sha256().digest()
    level = [b"\x01" + a + b for a, b in zip(hashes[::2], hashes[1::2], strict=False)]
    return tree([hashlib.sha256(pair).digest() for pair in level] + hashes[len(level) * 2 :])


def get(address: str) -> bytes:
    with ask(address) as answer:
        return bytes(answer.read())


def ask(request: str | urllib.request.Request) -> Any:
    return urllib.request.urlopen(request, timeout=60)  # noqa: S310 - the site of the command line


# Ed25519 (RFC 8032), verification alone. Points are (x, y) on the curve -x² + y² = 1 + d x² y².
P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT_OF_MINUS_1 = pow(2, (P - 1) // 4, P)
Point = tuple[int, int]


def is_signed(key: str, message: bytes, signature: bytes) -> bool:
    public = base64.b64decode(key.split("+", 2)[2])[1:]
    s = int.from_bytes(signature[32:], "little")
    if len(signature) != 64 or len(public) != 32 or s >= ORDER:
        return False
    hashed = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), "little") % ORDER
    try:
        return times(s, BASE) == add(point(signature[:32]), times(hashed, point(public)))
    except ValueError:
        return False


def add(a: Point, b: Point) -> Point:
    product = D * a[0] * b[0] * a[1] * b[1]
    x = (a[0] * b[1] + b[0] * a[1]) * pow(1 + product, -1, P)
    y = (a[1] * b[1] + a[0] * b[0]) * pow(1 - product, -1, P)
    return x % P, y % P


def times(factor: int, base: Point) -> Point:
    found = (0, 1)
    while factor:
        if factor & 1:
            found = add(found, base)
        base = add(base, base)
        factor >>= 1
    return found


def point(encoded: bytes) -> Point:
    y = int.from_bytes(encoded, "little") & (2**255 - 1)
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * ROOT_OF_MINUS_1 % P
    if x * x % P != square or y >= P:
        raise ValueError("no point of the curve")
    return (P - x if x & 1 != encoded[31] >> 7 else x), y


BASE = point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
