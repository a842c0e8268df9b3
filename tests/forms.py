"""Fill in and send the forms of a page as a browser does: only fields and values that the page has."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any, NamedTuple
from urllib.parse import urljoin

from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client

Attributes = dict[str, str | None]
TICKED_OR_CHOSEN = {"checkbox", "radio", "select"}


def logged_in(person: User) -> Client:
    """Return a browser in which the user is logged in."""
    client = Client()
    client.force_login(person)
    return client


class Button(NamedTuple):
    """A button that sends a form."""

    name: str
    value: str
    words: str


@dataclass
class Field:
    """The value of a field, and its choices if it has any."""

    kind: str
    values: list[str] = field(default_factory=list)
    choices: list[str] = field(default_factory=list)
    takes_first: bool = False  # a list of which one line is always chosen

    def choose(self, choice: str, is_chosen: bool) -> None:
        """Add a choice that the page offers."""
        self.choices.append(choice)
        if is_chosen:
            self.values.append(choice)

    @property
    def sent(self) -> list[str]:
        """Return what a browser sends of it, except the empty part of a file that nobody chose."""
        return self.values or (self.choices[:1] if self.takes_first else [])


@dataclass
class Form:
    """A form of a page with the fields and buttons that a browser sends."""

    address: str
    method: str
    fields: dict[str, Field] = field(default_factory=dict)
    buttons: list[Button] = field(default_factory=list)

    def filled(self, changes: dict[str, Any], button: str = "") -> dict[str, Any]:
        """Return what a browser sends after these changes by that button.

        Fail if the page has no such field or button. ``changes``: texts, choices (a list for several) or files by name;
        ``button``: its text or name, else the first one.
        """
        missing = changes.keys() - self.fields.keys()
        assert not missing, f"the page has no {sorted(missing)}, but {sorted(self.fields)}"
        data = {name: shown.sent for name, shown in self.fields.items() if shown.sent}
        data |= {name: self._written(name, value) for name, value in changes.items()}
        pressed = [each for each in self.buttons if button in {"", each.words, each.name}]
        assert pressed, f"the form has no button “{button}”, but {self.buttons}"
        return data | ({pressed[0].name: pressed[0].value} if pressed[0].name else {})

    def _written(self, name: str, value: Any) -> Any:
        shown = self.fields[name]
        assert shown.kind != "hidden", f"nobody can write into the hidden {name}"
        if shown.kind in TICKED_OR_CHOSEN:
            chosen = value if isinstance(value, list) else [value]
            assert set(chosen) <= set(shown.choices), f"{name} offers {shown.choices}, not {value}"
        return value


NOWHERE = Field("")
LOGOUT = "/logout/"  # a form in the head of every page


class _Reader(HTMLParser):
    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address
        self.forms: list[Form] = []
        self._by_id: dict[str | None, Form] = {}
        self._open: Form | None = None
        self._field = NOWHERE  # whose options or text come
        self._option: Attributes | None = None
        self._button: tuple[Form, str, str] | None = None
        self._text: list[str] = []  # since the last option, button or area began
        self._fieldsets: list[bool] = []  # that are open: is it disabled?

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if tag == "form":
            self._open = Form(urljoin(self.address, attributes.get("action") or ""), attributes.get("method") or "get")
            self.forms.append(self._open)
            self._by_id[attributes.get("id")] = self._open
        elif tag == "fieldset":
            self._fieldsets.append("disabled" in attributes)
        elif tag == "option":
            self._end_option()
            self._option, self._text = attributes, []
        elif tag in {"input", "select", "textarea", "button"}:
            self._control(tag, attributes)

    def handle_data(self, data: str) -> None:
        self._text.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None
        elif tag == "fieldset":
            self._fieldsets.pop()
        elif tag in {"option", "select"}:
            self._end_option()
        elif tag == "textarea":
            self._field.values.append("".join(self._text).removeprefix("\n"))
        elif tag == "button" and self._button:
            form, name, value = self._button
            form.buttons.append(Button(name, value, self._words()))
            self._button = None

    def _control(self, tag: str, attributes: Attributes) -> None:
        form = self._by_id.get(attributes["form"]) if "form" in attributes else self._open
        name, value = attributes.get("name") or "", attributes.get("value")
        kind = attributes.get("type") or {"input": "text", "button": "submit"}.get(tag, "") if tag != "select" else tag
        self._field, self._text = Field(kind), []
        if form is None or "disabled" in attributes or any(self._fieldsets):
            return  # it is not sent, nor are its options
        if kind == "submit":
            if tag == "button":
                self._button = (form, name, value or "")
            else:
                form.buttons.append(Button(name, value or "", value or ""))
        elif name and kind not in {"button", "reset"}:
            self._field = form.fields.setdefault(name, self._field)
            self._read(attributes, value)

    def _read(self, attributes: Attributes, value: str | None) -> None:
        if self._field.kind in {"checkbox", "radio"}:
            self._field.choose("on" if value is None else value, "checked" in attributes)
        elif self._field.kind == "select":
            self._field.takes_first = "multiple" not in attributes
        elif self._field.kind and self._field.kind != "file":
            self._field.values.append(value or "")

    def _end_option(self) -> None:
        if self._option is not None and "disabled" not in self._option:
            value = self._option.get("value")
            self._field.choose(self._words() if value is None else value, "selected" in self._option)
        self._option = None

    def _words(self) -> str:
        return " ".join("".join(self._text).split())


def forms(page: HttpResponse) -> list[Form]:
    """Return the forms of a page."""
    asked = page.request["PATH_INFO"]
    reader = _Reader(f"{asked}?{page.request['QUERY_STRING']}" if page.request["QUERY_STRING"] else asked)
    reader.feed(page.text)
    return reader.forms


def send(client: Client, page: HttpResponse, changes: dict[str, Any], *, button: str = "") -> HttpResponse:
    """Fill in the form with these fields and this button, send it, and follow redirects."""
    fitting = [form for form in forms(page) if changes.keys() <= form.fields.keys() and _has(form, button)]
    posted = [form for form in fitting if form.method == "post" and not form.address.endswith(LOGOUT)]
    assert posted, f"no form has {sorted(changes)} and “{button}”: {forms(page)}"
    return client.post(posted[0].address, posted[0].filled(changes, button), follow=True)


def _has(form: Form, button: str) -> bool:
    return any(button in {"", each.words, each.name} for each in form.buttons)
