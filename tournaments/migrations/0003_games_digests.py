"""Games are read from their pairings: of those packed for each tournament only the digest stays."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0002_plain_names")]

    operations = [
        migrations.CreateModel(
            name="GamesDigest",
            fields=[
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="games_digest",
                        serialize=False,
                        to="tournaments.tournament",
                    ),
                ),
                ("digest", models.CharField(max_length=64)),
            ],
            options={"verbose_name": "checksum of games", "verbose_name_plural": "checksums of games"},
        ),
        migrations.RunSQL(
            "INSERT INTO tournaments_gamesdigest (tournament_id, digest) "
            "SELECT tournament_id, digest FROM tournaments_packedgames",
            migrations.RunSQL.noop,
        ),
        migrations.DeleteModel(name="PackedGames"),
    ]
