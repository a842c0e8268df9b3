"""Notices that people ask for."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("federation", "0020_reading_log"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="mailpreferences",
            name="feed",
            field=models.PositiveIntegerField(db_default=1, default=1, editable=False),
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("list", "A list with my rating is published"),
                            ("revision", "My rating changes in a revised list"),
                        ],
                        max_length=12,
                    ),
                ),
                ("about", models.CharField(max_length=40)),
                ("text", models.CharField(max_length=300)),
                ("facts", models.JSONField(default=dict)),
                ("path", models.CharField(max_length=200)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("mail_due", models.BooleanField(default=False)),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="notices", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="notices", to="federation.member"
                    ),
                ),
            ],
            options={
                "ordering": ["-at", "-pk"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("mail_due", True)), fields=["kind", "about", "id"], name="notice_to_mail"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("account", "kind", "about", "member"), name="notice_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="NoticeChoice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("list", "A list with my rating is published"),
                            ("revision", "My rating changes in a revised list"),
                        ],
                        max_length=12,
                    ),
                ),
                ("by_mail", models.BooleanField(default=False)),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notice_choices",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["account", "kind"],
                "constraints": [models.UniqueConstraint(fields=("account", "kind"), name="notice_chosen_once")],
            },
        ),
    ]
