from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("federation", "0037_digests_of_notices")]

    operations = [
        migrations.AddField("charge", "league_entry", models.PositiveBigIntegerField(blank=True, null=True)),
        migrations.AddIndex(
            "charge",
            models.Index(
                condition=models.Q(("league_entry", None), _negated=True),
                fields=["league_entry"],
                name="charge_of_league_entry",
            ),
        ),
    ]
