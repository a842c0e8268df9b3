import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0004_round_played_together"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            "entry", "accepted_at", models.DateTimeField(editable=False, null=True, verbose_name="accepted on")
        ),
        migrations.AddField(
            "entry",
            "accepted_by",
            models.ForeignKey(
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            "entry", "withdrawn_at", models.DateTimeField(editable=False, null=True, verbose_name="withdrawn on")
        ),
    ]
