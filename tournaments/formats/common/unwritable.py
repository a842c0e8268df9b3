"""What a format cannot hold of a tournament, as a sentence for people."""

from __future__ import annotations


class DoesNotFit(ValueError):
    """The format has no place for what the tournament is: one sentence.

    ``template`` is the English sentence with %(name)s holes (the key of its translation), ``facts`` fills them.
    """

    def __init__(self, template: str, **facts: object) -> None:
        self.template = template
        self.facts = facts
        super().__init__(template % facts if facts else template)
