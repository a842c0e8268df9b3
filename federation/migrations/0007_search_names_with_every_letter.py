"""ħ is an h, and other letters of Latin alphabets have their plain ones: names that hold some are found by these."""

from django.db import migrations

from federation.identity.names import (search_key)


def fold_again(apps, schema_editor):
    members = apps.get_model("federation", "Member").objects
    for pk, last, first, stored in members.values_list("pk", "last_name", "first_name", "search_name").iterator():
        if (key := search_key(last, first)) != stored:
            members.filter(pk=pk).update(search_name=key)


class Migration(migrations.Migration):
    dependencies = [("federation", "0006_merged_records_hidden_alike")]
    operations = [migrations.RunPython(fold_again, migrations.RunPython.noop)]
