"""The parts of lists are rows now."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("ratings", "0003_rows_of_parts")]
    operations = [migrations.DeleteModel(name="ListPart")]
