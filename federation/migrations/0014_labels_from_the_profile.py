"""Kinds of units and offices are named by the profile. The columns stay as they are."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("federation", "0013_club_desk")]

    operations = [
        migrations.AlterField(
            model_name="office",
            name="role",
            field=models.CharField(default="secretary", max_length=12, verbose_name="role"),
        ),
        migrations.AlterField(
            model_name="unit",
            name="kind",
            field=models.CharField(db_default="league", default="league", max_length=16, verbose_name="kind"),
        ),
    ]
