"""Numbers of members and clubs in addresses."""

from django.urls import register_converter
from django.urls.converters import StringConverter

from federation.identity.number_forms import LONGEST


class NumberConverter(StringConverter):
    """Any spelling of a number; the view leads other spellings to the one that the site shows."""

    regex = f"[0-9A-Za-z]{{1,{LONGEST}}}"


register_converter(NumberConverter, "number")
NUMBER = "<number:number>"  # a part of a path
