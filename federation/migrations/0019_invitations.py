"""Invitations to offices and records, and whose account is which member's."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("federation", "0018_former_numbers"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("email", models.EmailField(max_length=254, verbose_name="e-mail")),
                ("role", models.CharField(blank=True, default="", max_length=12, verbose_name="role")),
                ("sent_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("link", models.PositiveIntegerField(db_default=1, default=1)),
                ("used_at", models.DateTimeField(null=True)),
                ("withdrawn_at", models.DateTimeField(null=True)),
                (
                    "club",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="federation.club",
                    ),
                ),
                (
                    "guardian",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="federation.guardian",
                    ),
                ),
                (
                    "invited_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="federation.member",
                    ),
                ),
                (
                    "unit",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="federation.unit",
                    ),
                ),
            ],
            options={
                "ordering": ["-sent_at"],
            },
        ),
        migrations.CreateModel(
            name="Holder",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("since", models.DateField(default=django.utils.timezone.localdate)),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="people", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "guardian",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="holders",
                        to="federation.guardian",
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="holders", to="federation.member"
                    ),
                ),
            ],
            options={
                "ordering": ["account", "member"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("guardian", None)), fields=("account",), name="one_person_an_account"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("guardian", None)), fields=("member",), name="one_account_a_person"
                    ),
                    models.UniqueConstraint(fields=("account", "member"), name="held_once"),
                ],
            },
        ),
    ]
