"""The version of the site: what `./run server update` wrote into its folder, else that of the source."""

from pathlib import Path

from federation import __version__

FILE = Path(__file__).resolve().parent.parent / "VERSION"
VERSION = FILE.read_text(encoding="utf-8").strip() if FILE.exists() else __version__
