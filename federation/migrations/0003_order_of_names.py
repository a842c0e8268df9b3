"""Public pages read members in the order of their names, the hidden ones last."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("federation", "0002_mail_preferences")]
    operations = [
        migrations.AddIndex(
            model_name="member",
            index=models.Index(fields=["hidden", "search_name", "matricule"], name="member_in_public_order"),
        ),
    ]
