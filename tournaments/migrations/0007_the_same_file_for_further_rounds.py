import django.db.models.deletion
import django.db.models.functions.comparison
from django.db import migrations, models


def keep_renewals(apps, schema_editor):
    """What the files brought up to date until now, into the table that also knows where a tournament went."""
    pairs = apps.get_model("tournaments", "Upload").renewed.through.objects.values_list("upload_id", "tournament_id")
    renewal = apps.get_model("tournaments", "Renewal")
    renewal.objects.bulk_create(
        [renewal(upload_id=upload, tournament_id=tournament) for upload, tournament in pairs], batch_size=500
    )


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0006_tie_breaks_and_teams"),
    ]

    operations = [
        migrations.CreateModel(
            name="Renewal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.PositiveIntegerField(default=1)),
                ("gone", models.PositiveBigIntegerField(null=True, unique=True)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.tournament",
                    ),
                ),
                (
                    "upload",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.upload",
                    ),
                ),
            ],
            options={"verbose_name": "renewal", "verbose_name_plural": "renewals"},
        ),
        migrations.RunPython(keep_renewals, migrations.RunPython.noop),
        migrations.RemoveField(model_name="upload", name="renewed"),
        migrations.AddField(
            model_name="upload",
            name="renewed",
            field=models.ManyToManyField(
                editable=False,
                related_name="renewals",
                through="tournaments.Renewal",
                to="tournaments.tournament",
                verbose_name="renewed tournaments",
            ),
        ),
        migrations.AlterField(
            model_name="upload",
            name="sha256",
            field=models.CharField(max_length=64, verbose_name="SHA-256"),
        ),
        migrations.AddConstraint(
            model_name="upload",
            constraint=models.UniqueConstraint(
                "sha256",
                django.db.models.functions.comparison.Coalesce("first_round", 0),
                django.db.models.functions.comparison.Coalesce("last_round", 0),
                name="upload_once_for_these_rounds",
            ),
        ),
    ]
