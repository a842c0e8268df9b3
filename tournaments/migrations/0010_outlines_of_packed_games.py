import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """What is packed follows from rows, and its layout changes: it is made anew (`pack_games`), not altered.

    Columns that were added would stand behind the games, where SQLite reaches them last.
    """

    dependencies = [
        ('tournaments', '0009_leavers_and_double_round_robins'),
    ]

    operations = [
        migrations.DeleteModel(name='PackedGames'),
        migrations.CreateModel(
            name='PackedGames',
            fields=[
                ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='packed', serialize=False, to='tournaments.tournament')),
                ('version', models.PositiveSmallIntegerField()),
                ('ends', models.IntegerField()),
                ('first_day', models.IntegerField()),
                ('last_day', models.IntegerField()),
                ('digest', models.CharField(max_length=64)),
                ('begins', models.IntegerField()),
                ('last_round', models.PositiveSmallIntegerField()),
                ('participants', models.PositiveIntegerField()),
                ('games', models.BinaryField()),
                ('extras', models.BinaryField()),
            ],
            options={
                'verbose_name': 'packed games',
                'verbose_name_plural': 'packed games',
            },
        ),
    ]
