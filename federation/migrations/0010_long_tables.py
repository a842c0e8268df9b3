"""Indexes for what grows with the federation: affiliations, compared players, finished jobs, the history of records."""

import django.db.models.deletion
from django.db import migrations, models

CLUB = models.ForeignKey(
    "federation.club",
    django.db.models.deletion.PROTECT,
    blank=True,
    db_index=False,
    null=True,
    related_name="affiliations",
    verbose_name="club",
)
COMPARISON = models.ForeignKey(
    "federation.listcomparison",
    django.db.models.deletion.CASCADE,
    db_index=False,
    related_name="compared",
    verbose_name="comparison",
)
# Django's own table: what an officer did last, on the first page of the admin, and the history of one record.
LOG = {"log_of_user": "user_id, action_time", "log_of_record": "content_type_id, object_id, action_time"}


class Migration(migrations.Migration):
    dependencies = [
        ("admin", "0003_logentry_add_action_flag_choices"),
        ("federation", "0009_jobs_by_key"),
    ]
    operations = [
        migrations.AddIndex("affiliation", models.Index(fields=["club", "end", "start"], name="affiliation_of_club")),
        migrations.AddIndex(
            "affiliation", models.Index(condition=~models.Q(note=""), fields=["note"], name="affiliation_noted")
        ),
        migrations.AlterField("affiliation", "club", CLUB),
        migrations.AddIndex(
            "comparedplayer", models.Index(fields=["-comparison", "line", "id"], name="compared_order")
        ),
        migrations.AlterField("comparedplayer", "comparison", COMPARISON),
        migrations.AddIndex("job", models.Index(fields=["state", "finished_at"], name="job_to_forget")),
        *(
            migrations.RunSQL(f"CREATE INDEX {name} ON django_admin_log ({columns})", f"DROP INDEX {name}")
            for name, columns in LOG.items()
        ),
    ]
