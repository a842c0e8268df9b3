"""tests/python_files.py: rules that read only some of the files miss none."""

from pathlib import Path

import pytest

from tests.python_files import OTHER_IMPORTS, facts


@pytest.mark.parametrize(
    ("source", "in_functions"),
    [
        ("def read():\n    import os\n", ("os",)),
        ("async def read():\n\tfrom os import path\n", ("os.path",)),
        ("def read(): from os import path", ("os.path",)),
        ("def read():\n    if 1: pass; import os\n", ("os",)),
        ("from . import names", ()),
        ("from.names import club", ()),
    ],
)
def test_imports_elsewhere_than_at_the_start_of_a_line_and_relative_ones_are_found(
    tmp_path: Path, source: str, in_functions: tuple[str, ...]
) -> None:
    file = tmp_path / "module.py"
    file.write_text(source)
    found = facts(file)
    assert OTHER_IMPORTS.search(source)
    assert found.in_functions == in_functions
    assert found.in_functions or found.imports[0].startswith(".")


def test_files_with_imports_at_the_start_of_lines_alone_need_not_be_parsed() -> None:
    assert not OTHER_IMPORTS.search("import os\nfrom os import (\n    path,\n)\n\ntext = 'taken from there'\n")
