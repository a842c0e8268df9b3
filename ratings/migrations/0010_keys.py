"""Lists have the keys of members and clubs, which may be larger than the whole numbers that they were."""

from django.db import migrations, models


class Widen(migrations.AlterField):
    """A column of whole numbers takes larger ones. On SQLite it does already: a large table stays as it is."""

    def database_forwards(self, app_label, schema_editor, from_state, to_state):
        if schema_editor.connection.vendor != "sqlite":
            super().database_forwards(app_label, schema_editor, from_state, to_state)


BY_CLUB = ("list", "club_key", "rank", "rating", "affiliated", "member")


class Migration(migrations.Migration):
    dependencies = [("ratings", "0009_disciplines_as_data"), ("federation", "0006_numbers_and_keys")]
    operations = [
        migrations.SeparateDatabaseAndState(state_operations=[migrations.RemoveIndex("rating", "rating_by_club")]),
        migrations.RenameField("rating", "member_number", "member_key"),
        migrations.RenameField("rating", "club_number", "club_key"),
        migrations.RenameField("ledgerentry", "member_number", "member_key"),
        migrations.RenameField("ledgerentry", "opponent_number", "opponent_key"),
        # The index has followed its column.
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.AddIndex("rating", models.Index(fields=BY_CLUB, name="rating_by_club"))]
        ),
        Widen("rating", "member_key", models.BigIntegerField(verbose_name="member number")),
        Widen("rating", "club_key", models.BigIntegerField(null=True)),
        Widen("ledgerentry", "member_key", models.BigIntegerField(verbose_name="member number")),
        Widen("ledgerentry", "opponent_key", models.BigIntegerField(null=True)),
        migrations.AlterModelOptions(
            "rating",
            {
                "ordering": ["list", "rank", "member_key"],
                "verbose_name": "rating",
                "verbose_name_plural": "ratings",
            },
        ),
        migrations.AlterModelOptions(
            "ledgerentry",
            {
                "ordering": ["list", "member_key", "number"],
                "verbose_name": "calculation line",
                "verbose_name_plural": "calculation lines",
            },
        ),
    ]
