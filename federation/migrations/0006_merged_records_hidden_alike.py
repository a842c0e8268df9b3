"""Pages name a player by the record under which he played: all records of one person are hidden, or none is."""

import uuid

from django.db import migrations


def hide_alike(apps, schema_editor):
    """Who hid himself in one record meant his name; what was published with it is written anew."""
    members, jobs = apps.get_model("federation", "Member"), apps.get_model("federation", "Job")
    go_on = members.objects.filter(hidden=True).exclude(merged_into=None).values_list("merged_into", flat=True)
    changed = members.objects.filter(hidden=False, pk__in=list(go_on)).update(hidden=True)
    changed += members.objects.filter(hidden=False, merged_into__hidden=True).update(hidden=True)
    if changed:
        jobs.objects.create(kind="hide", key=f"hide:{uuid.uuid4()}", arguments={})


class Migration(migrations.Migration):
    dependencies = [("federation", "0005_mail_wishes")]
    operations = [migrations.RunPython(hide_alike, migrations.RunPython.noop)]
