"""The index of the search: names and titles, their words, and the ways in which people write these wrongly.

Only `federation.search.index` writes it. Nothing here is a fact: it can be built again at any time.
"""

from django.db import models


class SearchText(models.Model):
    """The words of something that can be found: a member's name, the title of a tournament."""

    kind = models.CharField(max_length=20)  # of the source: "member" (search/sources.py)
    row = models.BigIntegerField()  # its primary key
    text = models.CharField(max_length=400)  # folded words

    class Meta:
        constraints = [models.UniqueConstraint(fields=["row", "kind"], name="search_text_once")]

    def __str__(self) -> str:
        return f"{self.kind} {self.row}"


class SearchWord(models.Model):
    """A word that at least one text has."""

    word = models.CharField(max_length=40, unique=True)

    def __str__(self) -> str:
        return self.word


class SearchSpelling(models.Model):
    """A form of a word that a word with an error, or with the same sound, has too (search/spellings.py)."""

    spelling = models.CharField(max_length=40, db_index=True)
    word = models.ForeignKey(SearchWord, models.DO_NOTHING)

    def __str__(self) -> str:
        return self.spelling


class SearchPlace(models.Model):
    """A text that has a word."""

    word = models.ForeignKey(SearchWord, models.DO_NOTHING, db_index=False)
    text = models.ForeignKey(SearchText, models.DO_NOTHING)

    class Meta:
        indexes = [models.Index(fields=["word", "text"], name="search_place")]  # read without the table

    def __str__(self) -> str:
        return f"{self.word_id} in {self.text_id}"
