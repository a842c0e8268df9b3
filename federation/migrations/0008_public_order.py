"""Public pages sort hidden members by their numbers, not by the names that they do not show; in both directions."""

from django.db import migrations, models
from django.db.models import Case, F, OrderBy, Q, When


def by_public_name(hidden, name):
    public_name = Case(When(Q(("hidden", False)), then=F("search_name")))
    return models.Index(hidden, OrderBy(public_name), OrderBy(F("key")), name=name)


class Migration(migrations.Migration):
    dependencies = [("federation", "0007_audit_trail")]
    operations = [
        migrations.AddIndex("member", by_public_name(OrderBy(F("hidden")), "member_by_public_name")),
        migrations.AddIndex("member", by_public_name(OrderBy(F("hidden"), descending=True), "member_by_name_reversed")),
        migrations.RemoveIndex("member", "member_in_public_order"),
    ]
