"""Nothing ever read the rows of Season: a season is what federation/identity/seasons.py says of a day."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("federation", "0007_search_names_with_every_letter")]

    operations = [migrations.DeleteModel(name="Season")]
