"""The Merkle tree of a log, as RFC 6962 hashes it and the tlog-tiles specification (c2sp.org/tlog-tiles) cuts it."""

import hashlib
from collections.abc import Iterator, Sequence

TILE_WIDTH = 256  # hashes or entries of a full tile
EMPTY_ROOT = hashlib.sha256().digest()


def leaf_hash(entry: bytes) -> bytes:
    return hashlib.sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


def root_hash(leaves: Sequence[bytes]) -> bytes:
    """Return the head of the tree over these leaf hashes (RFC 6962, section 2.1)."""
    level = list(leaves)
    if not level:
        return EMPTY_ROOT
    while len(level) > 1:
        # A node without a sibling moves up as it is: the same tree as splitting at the largest power of two.
        level = [node_hash(*pair) if len(pair) == 2 else pair[0] for pair in _in_runs(level, 2)]
    return level[0]


def hash_tiles(leaves: Sequence[bytes]) -> Iterator[tuple[str, bytes]]:
    """Yield the path and content of every tile of hashes: full ones, and the partial one at the end of each level."""
    level, hashes = 0, list(leaves)
    while hashes:
        tiles = list(_in_runs(hashes, TILE_WIDTH))
        for number, tile in enumerate(tiles):
            yield f"tile/{level}/{tile_path(number, len(tile))}", b"".join(tile)
        level += 1
        hashes = [root_hash(tile) for tile in tiles if len(tile) == TILE_WIDTH]


def entry_tiles(entries: Sequence[bytes]) -> Iterator[tuple[str, bytes]]:
    """Yield the path and content of every bundle of entries: each entry after its length as two bytes."""
    for number, bundle in enumerate(_in_runs(entries, TILE_WIDTH)):
        content = b"".join(len(entry).to_bytes(2, "big") + entry for entry in bundle)
        yield f"tile/entries/{tile_path(number, len(bundle))}", content


def read_entries(bundle: bytes) -> list[bytes]:
    """Return the entries of a bundle. Raise `ValueError` if it ends within one."""
    found, place = [], 0
    while place < len(bundle):
        start = place + 2
        place = start + int.from_bytes(bundle[place:start], "big")
        if place > len(bundle):
            raise ValueError("the bundle ends within an entry")
        found.append(bundle[start:place])
    return found


def tiles_of(size: int) -> Iterator[tuple[int, int]]:
    """Yield the number and the width of the bundles of a log of so many entries."""
    for start in range(0, size, TILE_WIDTH):
        yield start // TILE_WIDTH, min(TILE_WIDTH, size - start)


def tile_path(number: int, width: int) -> str:
    """Return the end of a tile's path: 1234067 is ``x001/x234/067``, a partial tile ends in ``.p/`` and its width."""
    number, last = divmod(number, 1000)
    path = f"{last:03d}"
    while number:
        number, part = divmod(number, 1000)
        path = f"x{part:03d}/{path}"
    return path if width == TILE_WIDTH else f"{path}.p/{width}"


def _in_runs(items: Sequence[bytes], length: int) -> Iterator[Sequence[bytes]]:
    return (items[start : start + length] for start in range(0, len(items), length))
