"""What users want of mails is called their preferences."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('federation', '0010_long_tables'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RenameModel(old_name='MailWishes', new_name='MailPreferences'),
        migrations.AlterField(
            model_name='mailpreferences',
            name='user',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='mail_preferences', serialize=False, to=settings.AUTH_USER_MODEL, verbose_name='user'),
        ),
    ]
