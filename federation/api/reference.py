"""The description of the API as the page shows it: addresses by subject, with parameters and examples."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

Document = Mapping[str, Any]


@dataclass(frozen=True)
class Parameter:
    """A placeholder in the address, or a part of its query."""

    name: str
    text: str
    values: str  # those that it may have
    is_required: bool


@dataclass(frozen=True)
class Address:
    """What may be done at an address."""

    name: str
    method: str
    path: str
    title: str
    text: str
    scope: str  # that a token needs; "" for anyone
    parameters: list[Parameter]
    example: str


@dataclass(frozen=True)
class Group:
    """The addresses of one subject."""

    title: str
    addresses: list[Address]


def groups(document: Document) -> list[Group]:
    """Return all addresses of the description, subject by subject."""
    found: dict[str, list[Address]] = {}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            found.setdefault(operation["tags"][0], []).append(_address(path, method, operation, document))
    return [Group(title, addresses) for title, addresses in found.items()]


def _address(path: str, method: str, operation: Document, document: Document) -> Address:
    needed = [scope for each in operation.get("security", []) for scopes in each.values() for scope in scopes]
    return Address(
        name=operation["operationId"],
        method=method.upper(),
        path=path,
        title=operation["summary"],
        text=operation.get("description", ""),
        scope=", ".join(needed),
        parameters=[_parameter(each) for each in operation.get("parameters", [])],
        example=_example(operation),
    )


def _parameter(found: Document) -> Parameter:
    schema = found["schema"]
    values = ", ".join(map(str, schema.get("enum", [])))
    if "maximum" in schema:
        values = f"{schema.get('minimum', 0)}–{schema['maximum']}"
    if "default" in schema and schema["default"] != "":
        usual = _("usually %(value)s") % {"value": schema["default"]}
        values = f"{values} ({usual})".strip()
    return Parameter(found["name"], found.get("description", ""), values, found.get("required", False))


def _example(operation: Document) -> str:
    for answer in operation["responses"].values():
        for content in answer.get("content", {}).values():
            for example in content.get("examples", {}).values():
                return json.dumps(example["value"], ensure_ascii=False, indent=2)
    return ""
