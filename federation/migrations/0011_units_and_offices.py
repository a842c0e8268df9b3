"""Units take the place of leagues, offices that of the roles in clubs, in the same tables; memberships are new.

The version before goes on meanwhile: it sees leagues and roles where they were.
"""

import datetime as dt

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import F, Q

ALWAYS = dt.date(1900, 1, 1)  # since when the clubs are in their league was not stored


def in_their_leagues(apps, schema_editor):
    """Make each club a member of its league."""
    memberships = apps.get_model("federation", "UnitMembership").objects
    clubs = apps.get_model("federation", "Club").objects.exclude(former_league=None).order_by("pk")
    rows = clubs.values_list("pk", "former_league")
    memberships.bulk_create(memberships.model(club_id=club, unit_id=unit, start=ALWAYS) for club, unit in rows)


def link(model, *, related_name, verbose_name, **more):
    """Return a foreign key that may be empty."""
    return models.ForeignKey(
        model,
        on_delete=django.db.models.deletion.CASCADE,
        null=True,
        blank=True,
        related_name=related_name,
        verbose_name=verbose_name,
        **more,
    )


class Migration(migrations.Migration):
    dependencies = [
        ("federation", "0010_payments"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameModel("League", "Unit"),
                migrations.AlterModelTable("Unit", "federation_league"),
                migrations.RenameField("club", "league", "former_league"),
                migrations.AlterField(
                    "club",
                    "former_league",
                    models.ForeignKey(
                        "federation.unit",
                        on_delete=django.db.models.deletion.SET_NULL,
                        db_column="league_id",
                        related_name="+",
                        null=True,
                        editable=False,
                    ),
                ),
                migrations.RenameModel("ClubRole", "Office"),
                migrations.AlterModelTable("Office", "federation_clubrole"),
                migrations.RemoveConstraint("office", "club_role_once"),
                migrations.RenameField("office", "user", "account"),
                migrations.AlterField(
                    "office",
                    "account",
                    models.ForeignKey(
                        settings.AUTH_USER_MODEL,
                        on_delete=django.db.models.deletion.CASCADE,
                        db_column="user_id",
                        related_name="offices",
                        verbose_name="account",
                    ),
                ),
                migrations.AddConstraint(
                    "office",
                    models.UniqueConstraint(fields=("account", "club", "role", "start"), name="club_role_once"),
                ),
            ],
        ),
        migrations.AlterModelOptions(
            "unit",
            {
                "ordering": ["code"],
                "permissions": [("manage_money", "Can book charges and payments")],
                "verbose_name": "unit",
                "verbose_name_plural": "units",
            },
        ),
        migrations.AlterModelOptions(
            "office",
            {
                "ordering": ["club", "unit", "role", "start"],
                "verbose_name": "office",
                "verbose_name_plural": "offices",
            },
        ),
        migrations.AddField(
            "unit",
            "kind",
            models.CharField(
                "kind",
                max_length=16,
                choices=[
                    ("subfederation", "sub-federation"),
                    ("league", "league"),
                    ("region", "region"),
                    ("district", "district"),
                    ("organiser", "organiser"),
                ],
                default="league",
                db_default="league",
            ),
        ),
        migrations.AddField(
            "unit",
            "parent",
            models.ForeignKey(
                "federation.unit",
                on_delete=django.db.models.deletion.PROTECT,
                null=True,
                blank=True,
                related_name="parts",
                verbose_name="part of",
            ),
        ),
        migrations.AddField("unit", "website", models.URLField("web site", blank=True, default="", db_default="")),
        migrations.AddField(
            "unit",
            "email",
            models.EmailField("e-mail", max_length=254, blank=True, default="", db_default="", help_text="Shown in public."),
        ),
        migrations.CreateModel(
            "UnitMembership",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("start", models.DateField("from")),
                ("end", models.DateField("to", null=True, blank=True)),
                (
                    "club",
                    models.ForeignKey(
                        "federation.club",
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="unit_memberships",
                        verbose_name="club",
                    ),
                ),
                (
                    "unit",
                    models.ForeignKey(
                        "federation.unit",
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="memberships",
                        verbose_name="unit",
                    ),
                ),
            ],
            {
                "ordering": ["club", "-start", "unit"],
                "verbose_name": "membership of a unit",
                "verbose_name_plural": "memberships of units",
                "constraints": [
                    models.CheckConstraint(
                        condition=Q(end=None) | Q(end__gte=F("start")), name="in_unit_ends_after_start"
                    ),
                    models.UniqueConstraint(fields=("club", "unit", "start"), name="in_unit_once"),
                ],
            },
        ),
        migrations.AlterField(
            "office",
            "account",
            link(
                settings.AUTH_USER_MODEL,
                db_column="user_id",
                related_name="offices",
                verbose_name="account",
                help_text="Without an account the office is shown, but gives no rights.",
            ),
        ),
        migrations.AlterField(
            "office", "club", link("federation.club", related_name="offices", verbose_name="club")
        ),
        migrations.AlterField(
            "office",
            "role",
            models.CharField(
                "role",
                max_length=12,
                choices=[
                    ("president", "president"),
                    ("officer", "officer"),
                    ("secretary", "secretary"),
                    ("treasurer", "treasurer"),
                    ("tournaments", "tournament director"),
                ],
                default="secretary",
            ),
        ),
        migrations.AddField(
            "office",
            "member",
            link(
                "federation.member",
                related_name="offices",
                verbose_name="member",
                help_text="The person who holds the office, for the public page.",
            ),
        ),
        migrations.AddField("office", "unit", link("federation.unit", related_name="offices", verbose_name="unit")),
        migrations.AddField(
            "office",
            "public",
            models.BooleanField(
                "shown in public", default=False, db_default=False, help_text="Name and office, on the public page."
            ),
        ),
        migrations.AddField(
            "office",
            "contact",
            models.EmailField(
                "public e-mail",
                max_length=254,
                blank=True,
                default="",
                db_default="",
                help_text="Shown beside the name if the office is public.",
            ),
        ),
        migrations.RunPython(in_their_leagues, migrations.RunPython.noop),
    ]
