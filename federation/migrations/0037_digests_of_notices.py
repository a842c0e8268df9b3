
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('federation', '0036_webhooks_of_the_federation'),
    ]

    operations = [
        migrations.AddField(
            model_name='mailpreferences',
            name='digest_on',
            field=models.DateField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name='mailpreferences',
            name='rhythm',
            field=models.CharField(choices=[('at_once', 'at once'), ('daily', 'together, once a day'), ('weekly', 'together, once a week')], db_default='at_once', default='at_once', max_length=10),
        ),
    ]
