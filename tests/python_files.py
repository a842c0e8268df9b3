"""What tests ask of the Python files of the project. Each is parsed once for all of them, and its tree is not kept."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
# The functions of gettext under all names that our modules give them: where the context and the sentences stand.
ONE, WITH_PLURAL, WITH_CONTEXT = (None, 0, None), (None, 0, 1), (0, 1, None)
FUNCTIONS = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop", "noop", "lazy"), ONE),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), WITH_PLURAL),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), WITH_CONTEXT),
}
# Most files import at the start of a line and from full names: a rule about other imports need not parse them.
OTHER_IMPORTS = re.compile(r"^[ \t\f]+(?:from|import)\b|[:;][ \t]*(?:from|import)\b|^from\s*\.", re.MULTILINE)
LEAVES = {ast.alias, ast.arg, ast.Constant, ast.Load, ast.Name, ast.Pass, ast.Store}

Sentence = tuple[str | None, str, str]  # context, sentence, its plural


class Facts(NamedTuple):
    """What the rules ask of a file."""

    imports: tuple[str, ...]  # full names of what is imported anywhere in it
    in_functions: tuple[str, ...]  # those of them that are imported by a function
    calls: frozenset[str]  # the last names of what is called
    sentences: frozenset[Sentence]  # what it hands to gettext
    of_gettext: frozenset[str]  # the names that it gives to functions of gettext


def sources(*folders: str) -> list[Path]:
    """Return the Python files of the folders, without migrations."""
    files = (file for folder in folders for file in (ROOT / folder).rglob("*.py") if "migrations" not in file.parts)
    return sorted(files)


@cache
def facts(file: Path) -> Facts:
    nodes = list(walk(ast.parse(file.read_text(encoding="utf-8"))))
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    inside_functions = {line for node in functions for line in range(node.lineno, (node.end_lineno or 0) + 1)}
    found = [(node.lineno, name) for node in nodes for name in imports(node)]
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    of_django = [
        each
        for node in nodes
        if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation"
        for each in node.names
    ]
    return Facts(
        tuple(name for _line, name in found),
        tuple(name for line, name in found if line in inside_functions),
        frozenset(
            call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "") for call in calls
        ),
        frozenset(said for call in calls for said in sentence(call)),
        frozenset(each.asname or each.name for each in of_django if "gettext" in each.name),
    )


def walk(tree: ast.AST) -> Iterator[ast.AST]:
    """Return the nodes in any order, without the leaves, which are most of them: `ast.walk` takes twice as long."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        for value in vars(node).values():
            below = value if isinstance(value, list) else (value,)
            waiting += [each for each in below if type(each) not in LEAVES and isinstance(each, ast.AST)]


def imports(node: ast.AST) -> Iterator[str]:
    """Full names of what a statement imports: ``from a import b`` gives a.b, relative imports a dot."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        yield from ("." * node.level + f"{node.module or ''}.{alias.name}" for alias in node.names)


def sentence(call: ast.Call) -> Iterator[Sentence]:
    """Return the sentence that a call hands to gettext; what is not written out is looked up, and no sentence."""
    name = call.func.id if isinstance(call.func, ast.Name) else ""
    if name in FUNCTIONS:
        words = [part.value if isinstance(part, ast.Constant) else None for part in call.args]
        context, one, many = (None if at is None else words[at] for at in FUNCTIONS[name])
        if one is not None:
            yield context, one, many or ""
