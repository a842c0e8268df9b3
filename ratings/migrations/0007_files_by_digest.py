"""The tables of version 0.1.0, which a site of that version has already."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('federation', '0010_long_tables'),
        ('tournaments', '0020_put_away'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='PoolComparison',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('result', models.JSONField(editable=False)),
                ('computed_at', models.DateTimeField(verbose_name="calculated")),
            ],
            options={
                'verbose_name': "comparison of rating types",
                'verbose_name_plural': "comparisons of rating types",
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='RatingPool',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(help_text="Used in the addresses of the pages.", unique=True, verbose_name='short name')),
                ('name', models.CharField(max_length=80, verbose_name='name')),
                ('system', models.CharField(max_length=10, verbose_name='system')),
                ('discipline', models.CharField(choices=[('chess', 'chess'), ('go', 'go'), ('bughouse', 'bughouse chess')], default='chess', max_length=10, verbose_name='discipline')),
                ('paces', models.JSONField(default=list, verbose_name="rated time controls")),
                ('months', models.JSONField(default=list, verbose_name="publication months")),
                ('public', models.BooleanField(default=True, verbose_name='public')),
                ('position', models.PositiveSmallIntegerField(default=1, verbose_name='position')),
            ],
            options={
                'verbose_name': "rating type",
                'verbose_name_plural': "rating types",
                'ordering': ['position', 'slug'],
            },
        ),
        migrations.CreateModel(
            name='RatingList',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('date', models.DateField(help_text='Games up to and including this day count.', verbose_name='date')),
                ('revision', models.PositiveSmallIntegerField(default=0, verbose_name='revision')),
                ('state', models.CharField(choices=[('draft', 'draft'), ('published', 'published'), ('revised', 'replaced by a revision')], default='draft', max_length=10, verbose_name="status")),
                ('imported', models.BooleanField(default=False, verbose_name="starting list")),
                ('reason', models.CharField(blank=True, max_length=300, verbose_name='reason of the revision')),
                ('player_count', models.PositiveIntegerField(default=0, verbose_name='players')),
                ('game_count', models.PositiveIntegerField(default=0, verbose_name='games')),
                ('manifest', models.JSONField(default=dict, editable=False)),
                ('digest', models.CharField(blank=True, db_index=True, max_length=64, verbose_name="checksum")),
                ('fits', models.CharField(blank=True, editable=False, max_length=64)),
                ('fits_members', models.PositiveBigIntegerField(default=0, editable=False)),
                ('computed_at', models.DateTimeField(blank=True, null=True, verbose_name="calculated")),
                ('published_at', models.DateTimeField(blank=True, null=True, verbose_name='published')),
                ('rendered_at', models.DateTimeField(blank=True, null=True, verbose_name="pages generated")),
                ('rendered_edition', models.CharField(blank=True, editable=False, max_length=64)),
                ('job', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='federation.job', verbose_name='job')),
                ('previous', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='following', to='ratings.ratinglist', verbose_name="calculated from")),
                ('published_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='published by')),
                ('pool', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='lists', to='ratings.ratingpool', verbose_name="rating type")),
            ],
            options={
                'verbose_name': 'rating list',
                'verbose_name_plural': 'rating lists',
                'ordering': ['pool', '-date', '-revision'],
            },
        ),
        migrations.CreateModel(
            name='ListPart',
            fields=[
                ('pk', models.CompositePrimaryKey('list_id', 'number', blank=True, editable=False, primary_key=True, serialize=False)),
                ('number', models.IntegerField()),
                ('lines', models.BinaryField()),
                ('entries', models.BinaryField()),
                ('list', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='parts', to='ratings.ratinglist')),
            ],
            options={
                'verbose_name': 'part of a list',
                'verbose_name_plural': 'parts of a list',
            },
        ),
        migrations.CreateModel(
            name='PoolRules',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('valid_from', models.DateField(help_text="Lists from this day on use these rules.", verbose_name='valid from')),
                ('profile', models.CharField(max_length=20, verbose_name='profile')),
                ('parameters', models.JSONField(blank=True, default=dict, verbose_name="changed parameters")),
                ('pool', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rules', to='ratings.ratingpool', verbose_name="rating type")),
            ],
            options={
                'verbose_name': 'rules',
                'verbose_name_plural': 'rules',
                'ordering': ['pool', 'valid_from'],
            },
        ),
        migrations.CreateModel(
            name='Backtest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('result', models.JSONField(editable=False)),
                ('games', models.BinaryField()),
                ('lists_digest', models.CharField(editable=False, max_length=64)),
                ('computed_at', models.DateTimeField(verbose_name="calculated")),
                ('pool', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='backtest', to='ratings.ratingpool', verbose_name="rating type")),
            ],
            options={
                'verbose_name': 'back-test',
                'verbose_name_plural': 'back-tests',
            },
        ),
        migrations.CreateModel(
            name='RenderedFile',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('path', models.CharField(max_length=120)),
                ('language', models.CharField(blank=True, max_length=5)),
                ('sha256', models.CharField(max_length=64)),
                ('size', models.PositiveIntegerField()),
                ('content_type', models.CharField(max_length=80)),
                ('list', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='files', to='ratings.ratinglist')),
            ],
            options={
                'verbose_name': "generated file",
                'verbose_name_plural': "generated files",
                'ordering': ['list', 'path'],
            },
        ),
        migrations.CreateModel(
            name='WhatIf',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('title', models.CharField(max_length=120, verbose_name='title')),
                ('since', models.DateField(help_text="Lists from this day on are calculated with the other rules.", verbose_name='from')),
                ('profile', models.CharField(blank=True, help_text="Empty: the one in force on each day.", max_length=20, verbose_name='profile')),
                ('parameters', models.JSONField(blank=True, default=dict, verbose_name="changed parameters")),
                ('public', models.BooleanField(default=False, help_text="Anyone can read it.", verbose_name='public')),
                ('result', models.JSONField(editable=False, null=True)),
                ('lists_digest', models.CharField(blank=True, editable=False, max_length=64)),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('computed_at', models.DateTimeField(editable=False, null=True, verbose_name="calculated")),
                ('created_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('job', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='federation.job', verbose_name='job')),
                ('pool', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='what_ifs', to='ratings.ratingpool', verbose_name="rating type")),
            ],
            options={
                'verbose_name': "scenario",
                'verbose_name_plural': "scenarios",
                'ordering': ['-created_at'],
            },
        ),
        migrations.CreateModel(
            name='RatedTournament',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game_count', models.PositiveIntegerField(default=0)),
                ('digest', models.CharField(max_length=64)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rated_in', to='tournaments.tournament')),
                ('list', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tournaments', to='ratings.ratinglist')),
            ],
            options={
                'verbose_name': 'rated tournament',
                'verbose_name_plural': 'rated tournaments',
                'constraints': [models.UniqueConstraint(fields=('list', 'tournament'), name='rated_tournament_once')],
            },
        ),
        migrations.AddConstraint(
            model_name='ratinglist',
            constraint=models.UniqueConstraint(fields=('pool', 'date', 'revision'), name='list_revision_once'),
        ),
        migrations.AddConstraint(
            model_name='ratinglist',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'draft')), fields=('pool', 'date'), name='list_one_draft_a_day'),
        ),
        migrations.AddConstraint(
            model_name='ratinglist',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'published')), fields=('pool', 'date'), name='list_one_published_a_day'),
        ),
        migrations.AddConstraint(
            model_name='poolrules',
            constraint=models.UniqueConstraint(fields=('pool', 'valid_from'), name='pool_rules_once_a_day'),
        ),
        migrations.AddIndex(
            model_name='renderedfile',
            index=models.Index(fields=['sha256'], name='rendered_file_by_digest'),
        ),
        migrations.AddConstraint(
            model_name='renderedfile',
            constraint=models.UniqueConstraint(fields=('list', 'path'), name='rendered_file_once'),
        ),
    ]
