import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    """When the records that exist already were made is not known: they stay without."""

    dependencies = [
        ('federation', '0003_comparisons_with_lists'),
    ]

    operations = [
        migrations.AddField(
            model_name='member',
            name='registered_at',
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AlterField(
            model_name='member',
            name='registered_at',
            field=models.DateTimeField(default=django.utils.timezone.now, editable=False, null=True),
        ),
    ]
