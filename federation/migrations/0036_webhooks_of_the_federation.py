import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("federation", "0035_scheme_labels")]

    operations = [
        migrations.AlterField(
            "webhook",
            "club",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="webhooks",
                to="federation.club",
                verbose_name="club",
            ),
        ),
    ]
