"""The profile names the kinds of affiliations, of units and of offices; a kind has room for 16 letters."""

import federation.models.people
import federation.models.structure
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("federation", "0014_labels_from_the_profile")]

    operations = [
        migrations.AlterField(
            model_name="affiliation",
            name="kind",
            field=models.CharField(
                choices=federation.models.people.kind_choices,
                default=federation.models.people.usual_kind,
                max_length=16,
                verbose_name="kind",
            ),
        ),
        migrations.AlterField(
            model_name="office",
            name="role",
            field=models.CharField(
                choices=federation.models.structure.role_choices,
                default="secretary",
                max_length=12,
                verbose_name="role",
            ),
        ),
        migrations.AlterField(
            model_name="unit",
            name="kind",
            field=models.CharField(
                choices=federation.models.structure.kind_choices,
                db_default="league",
                default="league",
                max_length=16,
                verbose_name="kind",
            ),
        ),
    ]
