"""The order by change, missing values last, is that of an index on PostgreSQL, too."""

from django.db import migrations, models
from django.db.models import F


class Migration(migrations.Migration):
    dependencies = [("ratings", "0004_no_parts")]
    operations = [
        migrations.RemoveIndex(model_name="rating", name="rating_by_change"),
        migrations.AddIndex(
            model_name="rating",
            index=models.Index("list", F("previous_rating") - F("rating"), name="rating_by_change"),
        ),
    ]
