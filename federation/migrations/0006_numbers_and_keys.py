"""Numbers of members and clubs become text, and the whole numbers that they were their keys.

A version from before cannot go on meanwhile. Everything is one transaction: an interrupted upgrade begins again.
"""

from django.db import migrations, models
from django.db.models.functions import Cast


def number_members(apps, schema_editor):
    text = models.CharField(max_length=13)
    apps.get_model("federation", "Member").objects.update(number=Cast("key", text))


def key_clubs(apps, schema_editor):
    apps.get_model("federation", "Club").objects.update(key=models.F("number"))



class Migration(migrations.Migration):
    dependencies = [("federation", "0005_profile_changes")]
    operations = [
        migrations.RemoveIndex("member", "member_in_public_order"),
        migrations.RenameField("member", "matricule", "key"),
        migrations.AlterField("member", "key", models.BigIntegerField(editable=False, unique=True)),
        migrations.AddField(
            "member",
            "number",
            models.CharField(max_length=13, null=True, unique=True, verbose_name="member number"),
        ),
        migrations.RunPython(number_members, migrations.RunPython.noop),
        migrations.AlterField(
            "member", "number", models.CharField(max_length=13, unique=True, verbose_name="member number")
        ),
        migrations.AddIndex(
            "member", models.Index(fields=["hidden", "search_name", "key"], name="member_in_public_order")
        ),
        migrations.AlterModelOptions(
            "member",
            {"ordering": ["search_name", "key"], "verbose_name": "member", "verbose_name_plural": "members"},
        ),
        migrations.AddField("club", "key", models.BigIntegerField(editable=False, null=True, unique=True)),
        migrations.RunPython(key_clubs, migrations.RunPython.noop),
        migrations.AlterField("club", "key", models.BigIntegerField(editable=False, unique=True)),
        migrations.AlterField("club", "number", models.CharField(max_length=13, unique=True, verbose_name="number")),
        migrations.AlterModelOptions(
            "club",
            {
                "ordering": ["key"],
                "permissions": [("act_for_any_club", "Can act for any club")],
                "verbose_name": "club",
                "verbose_name_plural": "clubs",
            },
        ),
    ]
