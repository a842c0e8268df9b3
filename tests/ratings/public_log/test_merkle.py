"""The Merkle tree: RFC 6962's hashes, and the tiles of c2sp.org/tlog-tiles."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.public_log import monitor
from ratings.public_log.merkle import (
    entry_tiles,
    hash_tiles,
    leaf_hash,
    read_entries,
    root_hash,
    tile_path,
    tiles_of,
)

# The inputs and roots with which Certificate Transparency's own implementations are tested.
INPUTS = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"]
ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]


def leaves(size: int) -> list[bytes]:
    return [leaf_hash(str(number).encode()) for number in range(size)]


@pytest.mark.parametrize("size", range(9))
def test_roots_are_those_of_certificate_transparency(size: int) -> None:
    hashes = [leaf_hash(bytes.fromhex(entry)) for entry in INPUTS[:size]]
    assert root_hash(hashes).hex() == ROOTS[size]


@given(st.integers(0, 1500))
def test_the_monitor_finds_the_same_root(size: int) -> None:
    assert monitor.tree(leaves(size)) == root_hash(leaves(size))


def test_a_log_of_513_entries_has_three_tiles_of_hashes_and_one_above_them() -> None:
    tiles = dict(hash_tiles(leaves(513)))
    assert {path: len(content) // 32 for path, content in tiles.items()} == {
        "tile/0/000": 256,
        "tile/0/001": 256,
        "tile/0/002.p/1": 1,
        "tile/1/000.p/2": 2,
    }
    assert tiles["tile/1/000.p/2"] == root_hash(leaves(256)) + root_hash(leaves(512)[256:])


@pytest.mark.parametrize(
    ("number", "width", "path"), [(0, 256, "000"), (7, 3, "007.p/3"), (1234067, 256, "x001/x234/067")]
)
def test_paths_of_tiles_are_those_of_the_specification(number: int, width: int, path: str) -> None:
    assert tile_path(number, width) == path


@given(st.lists(st.binary(max_size=300), max_size=600))
def test_bundles_give_the_entries_back(entries: list[bytes]) -> None:
    tiles = dict(entry_tiles(entries))
    paths = [f"tile/entries/{tile_path(*tile)}" for tile in tiles_of(len(entries))]
    assert [entry for path in paths for entry in read_entries(tiles[path])] == entries


def test_a_bundle_that_is_cut_off_is_refused() -> None:
    with pytest.raises(ValueError, match="within an entry"):
        read_entries(b"\x00\x05abc")
