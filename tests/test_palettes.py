"""static/css: the dark colours stand twice, for who asks his system for them and for who presses the button here.

`light-dark()`, with which they would stand once, is newer (2024) than browsers that people still have.
"""

import re
from pathlib import Path

import pytest

CSS = Path(__file__).resolve().parent.parent / "static" / "css"
BLOCK = r"%s \{\n(.*?)\n *\}\n"


def block(text: str, selector: str) -> list[str]:
    """What stands in the block, a declaration each."""
    found = re.search(BLOCK % re.escape(selector), text, re.DOTALL)
    assert found, selector
    return [line.strip() for line in found[1].splitlines()]


@pytest.mark.parametrize(("name", "root"), [("tokens", ":root"), ("admin", "html")])
def test_dark_is_the_same_whoever_chose_it(name: str, root: str) -> None:
    text = (CSS / f"{name}.css").read_text("utf-8")
    chosen = block(text, f'{root}[data-theme="dark"]')
    assert chosen == block(text, f'{root}:not([data-theme="light"])')
    assert len(chosen) > 5
