import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("federation", "0038_charges_of_league_entries")]

    operations = [
        migrations.AlterModelOptions(
            "mandate",
            {
                "ordering": ["club", "member", "-signed_on", "-pk"],
                "verbose_name": "mandate",
                "verbose_name_plural": "mandates",
            },
        ),
        migrations.AddField(
            "mandate",
            "member",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="mandates",
                to="federation.member",
                verbose_name="member",
            ),
        ),
        migrations.AlterField(
            "mandate",
            "club",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="mandates",
                to="federation.club",
                verbose_name="club",
            ),
        ),
        migrations.AddConstraint(
            "mandate",
            models.UniqueConstraint(
                condition=models.Q(("ended_on", None)), fields=("member",), name="mandate_of_member_in_force"
            ),
        ),
        migrations.AddConstraint(
            "mandate",
            models.CheckConstraint(
                condition=models.Q(("club", None), ("member", None), _connector="XOR"), name="mandate_of_one"
            ),
        ),
    ]
