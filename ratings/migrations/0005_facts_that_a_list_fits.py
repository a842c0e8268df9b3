from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('ratings', '0004_packed_lists'),
    ]

    operations = [
        migrations.AddField(
            model_name='ratinglist',
            name='fits',
            field=models.CharField(blank=True, editable=False, max_length=64),
        ),
        migrations.AddField(
            model_name='ratinglist',
            name='fits_members',
            field=models.PositiveBigIntegerField(default=0, editable=False),
        ),
    ]
