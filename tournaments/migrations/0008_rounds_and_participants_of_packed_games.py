from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0007_the_same_file_for_further_rounds"),
    ]

    operations = [
        migrations.AddField(
            model_name="packedgames",
            name="last_round",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="packedgames",
            name="participants",
            field=models.PositiveIntegerField(default=0),
        ),
    ]
