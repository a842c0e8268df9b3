"""Plain names for columns. No row is rewritten, but for the name of one field in the corrections."""

from django.db import migrations, models
from django.db.models import F, Q
from django.db.models.functions import Coalesce

ONCE = models.UniqueConstraint(
    F("sha256"),
    Coalesce("first_round", 0),
    Coalesce("last_round", 0),
    condition=Q(superseded=False),
    name="upload_once_for_these_rounds",
)


def name_corrections(apps, schema_editor):
    corrections = apps.get_model("tournaments", "Correction").objects
    corrections.using(schema_editor.connection.alias).filter(field="history").update(field="unrated_history")


def name_corrections_as_before(apps, schema_editor):
    corrections = apps.get_model("tournaments", "Correction").objects
    corrections.using(schema_editor.connection.alias).filter(field="unrated_history").update(field="history")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0020_put_away")]

    operations = [
        migrations.RenameField("Tournament", "live", "on_site_visibility"),
        migrations.RenameField("Tournament", "history", "unrated_history"),
        migrations.RemoveConstraint("Upload", "upload_once_for_these_rounds"),  # it names a column
        migrations.RenameField("Upload", "gave_way", "superseded"),
        migrations.RenameField("Upload", "put_away", "dismissed"),
        migrations.RenameField("Upload", "untold", "sender_not_notified"),
        migrations.AddConstraint("Upload", ONCE),
        migrations.RenameModel("Renewal", "TournamentUpdate"),
        migrations.RenameField("TournamentUpdate", "gone", "replaced_id"),
        migrations.RenameField("Upload", "renewed", "updated_tournaments"),
        migrations.AlterField(
            "Upload",
            "updated_tournaments",
            models.ManyToManyField(
                "tournaments.Tournament",
                through="tournaments.TournamentUpdate",
                related_name="updated_by",
                editable=False,
                verbose_name="updated tournaments",
            ),
        ),
        migrations.RenameModel("ReckonedTieBreaks", "ComputedTieBreaks"),
        migrations.RunPython(name_corrections, name_corrections_as_before),
    ]
