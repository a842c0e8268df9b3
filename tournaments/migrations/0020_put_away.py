from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0019_history"),
    ]

    operations = [
        migrations.AddField(
            model_name="upload",
            name="put_away",
            field=models.BooleanField(db_default=False, default=False, editable=False, verbose_name="put away"),
        ),
    ]
