"""What a format cannot hold of a tournament: a sentence for people, and plain letters for what its encoding lacks."""

from federation.files.dbase import plain_ascii


class DoesNotFit(ValueError):
    """The format has no place for what the tournament is: one sentence.

    ``template`` is the English sentence with %(name)s holes (the key of its translation), ``facts`` fills them.
    """

    def __init__(self, template: str, **facts: object) -> None:
        self.template = template
        self.facts = facts
        super().__init__(template % facts if facts else template)


def encoded(text: str, encoding: str) -> bytes:
    """Return the text encoded; a letter that the encoding lacks becomes a plain one, or "?", so that columns stay."""
    try:
        return text.encode(encoding)
    except UnicodeEncodeError:
        return b"".join(_letter(letter, encoding) for letter in text)


def _letter(letter: str, encoding: str) -> bytes:
    try:
        return letter.encode(encoding)
    except UnicodeEncodeError:
        return (plain_ascii(letter)[:1] or "?").encode("ascii")
