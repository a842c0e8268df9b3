from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("federation", "0008_no_seasons")]
    operations = [
        migrations.AddIndex("job", models.Index(fields=["key", "created_at"], name="job_later_of_key")),
    ]
