"""The tables of a new site, made at once. A site that has applied every replaced migration has them already."""

import datetime
import django.db.models.deletion
import django.utils.timezone
import leagues.models.papers
import leagues.models.seasons
import tournaments.models.kinds_of_play
from django.conf import settings
from django.db import migrations, models

from federation.database.new_tables import CreateTables


class Migration(migrations.Migration):

    replaces = [
        ('leagues', '0001_initial'),
        ('leagues', '0002_windows_and_papers'),
        ('leagues', '0003_decisions_on_findings'),
        ('leagues', '0004_round_played_together'),
        ('leagues', '0005_accepted_entries'),
        ('leagues', '0006_play_offs'),
        ('leagues', '0007_plain_labels'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('federation', '0022_club_columns'),
        ('ratings', '0011_corrections_of_revisions'),
        ('tournaments', '0012_part_of'),
    ]

    operations = [
        CreateTables(
            models=[
                migrations.CreateModel(
                    name='Division',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('level', models.PositiveSmallIntegerField(help_text='1 is the highest.', verbose_name='level')),
                        ('name', models.CharField(max_length=60, verbose_name='name')),
                        ('pace', models.CharField(choices=[('standard', 'standard'), ('rapid', 'rapid'), ('blitz', 'blitz')], default='standard', max_length=10, verbose_name='time control')),
                        ('time_control', models.CharField(blank=True, max_length=100, verbose_name='rate of play')),
                        ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='divisions', to='leagues.season', verbose_name='league season')),
                        ('fide_rated', models.BooleanField(db_default=False, default=False, help_text='Players need a FIDE ID, and matches an arbiter.', verbose_name='rated by FIDE')),
                    ],
                    options={
                        'verbose_name': 'division',
                        'verbose_name_plural': 'divisions',
                        'ordering': ['season', 'level'],
                        'constraints': [models.UniqueConstraint(fields=('season', 'level'), name='division_level_once')],
                    },
                ),
                migrations.CreateModel(
                    name='Competition',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('slug', models.SlugField(max_length=40, unique=True, verbose_name='address')),
                        ('name', models.CharField(max_length=80, verbose_name='name')),
                        ('discipline', models.CharField(choices=tournaments.models.kinds_of_play.disciplines, default='chess', max_length=20, verbose_name='discipline')),
                        ('unit', models.ForeignKey(blank=True, help_text='Empty: the whole federation.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='competitions', to='federation.unit', verbose_name='unit')),
                    ],
                    options={
                        'verbose_name': 'league competition',
                        'verbose_name_plural': 'league competitions',
                        'ordering': ['name'],
                    },
                ),
                migrations.CreateModel(
                    name='Leg',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('round', models.PositiveSmallIntegerField()),
                        ('day', models.DateField()),
                        ('number', models.PositiveSmallIntegerField(default=1)),
                        ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='leg', to='tournaments.tournament')),
                        ('series', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='legs', to='leagues.series')),
                    ],
                    options={
                        'ordering': ['series', 'round', 'day', 'number'],
                        'constraints': [models.UniqueConstraint(fields=('series', 'round', 'day', 'number'), name='leg_once')],
                    },
                ),
                migrations.CreateModel(
                    name='Match',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('round', models.PositiveSmallIntegerField(verbose_name='round')),
                        ('day', models.DateField(verbose_name='date')),
                        ('starts', models.TimeField(default=datetime.time(14, 0), verbose_name='start')),
                        ('moved_from', models.DateField(blank=True, null=True, verbose_name='moved from')),
                        ('state', models.CharField(choices=[('planned', 'planned'), ('playing', 'being played'), ('entered', 'to be confirmed'), ('confirmed', 'confirmed'), ('closed', 'closed')], default='planned', max_length=10, verbose_name='state')),
                        ('revealed_at', models.DateTimeField(editable=False, null=True)),
                        ('entered_at', models.DateTimeField(editable=False, null=True)),
                        ('home_confirmed_at', models.DateTimeField(editable=False, null=True)),
                        ('away_confirmed_at', models.DateTimeField(editable=False, null=True)),
                        ('wrong_codes', models.PositiveSmallIntegerField(default=0, editable=False)),
                        ('ruled_home', models.PositiveSmallIntegerField(editable=False, null=True)),
                        ('ruled_away', models.PositiveSmallIntegerField(editable=False, null=True)),
                        ('by_decision', models.CharField(blank=True, editable=False, max_length=4)),
                        ('leg', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='matches', to='leagues.leg')),
                        ('series', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='matches', to='leagues.series', verbose_name='series')),
                        ('away', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='away_matches', to='leagues.team', verbose_name='away team')),
                        ('home', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='home_matches', to='leagues.team', verbose_name='home team')),
                        ('venue', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='matches', to='leagues.venue', verbose_name='hall')),
                        ('arbiter', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='federation.member', verbose_name='arbiter')),
                        ('is_play_off', models.BooleanField(db_default=False, default=False, editable=False, verbose_name='play-off')),
                    ],
                    options={
                        'verbose_name': 'match',
                        'verbose_name_plural': 'matches',
                        'ordering': ['series', 'round', 'id'],
                        'indexes': [models.Index(fields=['day', 'state'], name='match_of_day')],
                        'constraints': [models.CheckConstraint(condition=models.Q(('home', models.F('away')), _negated=True), name='match_of_two'), models.UniqueConstraint(fields=('series', 'round', 'home'), name='match_home_once_a_round'), models.UniqueConstraint(fields=('series', 'round', 'away'), name='match_away_once_a_round')],
                    },
                ),
                migrations.CreateModel(
                    name='Ruling',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('day', models.DateField(default=django.utils.timezone.localdate, verbose_name='date')),
                        ('code', models.CharField(blank=True, max_length=30)),
                        ('reason', models.CharField(max_length=300, verbose_name='reason')),
                        ('article', models.CharField(blank=True, max_length=60, verbose_name='article')),
                        ('effects', models.JSONField(default=list)),
                        ('appeal_until', models.DateField(blank=True, null=True, verbose_name='appeal until')),
                        ('match', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='leagues.match', verbose_name='match')),
                        ('officer', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='decided by')),
                        ('replaced_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='replaces', to='leagues.ruling')),
                        ('series', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='leagues.series', verbose_name='series')),
                        ('team', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='leagues.team', verbose_name='team')),
                    ],
                    options={
                        'verbose_name': 'ruling',
                        'verbose_name_plural': 'rulings',
                        'ordering': ['-day', '-id'],
                    },
                ),
                migrations.CreateModel(
                    name='Protest',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('side', models.CharField(choices=[('home', 'home'), ('away', 'away')], max_length=4)),
                        ('at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('text', models.TextField(max_length=2000, verbose_name='text')),
                        ('decided_at', models.DateTimeField(editable=False, null=True)),
                        ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='protests', to='leagues.match', verbose_name='match')),
                        ('ruling', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='protests', to='leagues.ruling')),
                    ],
                    options={
                        'verbose_name': 'protest',
                        'verbose_name_plural': 'protests',
                        'ordering': ['at'],
                    },
                ),
                migrations.CreateModel(
                    name='Season',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('slug', models.SlugField(unique=True, verbose_name='address')),
                        ('name', models.CharField(max_length=80, verbose_name='name')),
                        ('start', models.DateField(verbose_name='from')),
                        ('end', models.DateField(verbose_name='to')),
                        ('stage', models.CharField(choices=[('planning', 'in preparation'), ('entries', 'open for entries'), ('running', 'running'), ('closed', 'closed')], default='planning', max_length=10, verbose_name='stage')),
                        ('regulation', models.CharField(choices=leagues.models.seasons.regulations, max_length=40, verbose_name='regulation')),
                        ('competition', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seasons', to='leagues.competition', verbose_name='league competition')),
                        ('strength_list', models.ForeignKey(blank=True, help_text='Player lists take the strength of a player from this list.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ratings.ratinglist', verbose_name='list of the strengths')),
                    ],
                    options={
                        'verbose_name': 'league season',
                        'verbose_name_plural': 'league seasons',
                        'ordering': ['-start', 'name'],
                        'constraints': [models.CheckConstraint(condition=models.Q(('end__gte', models.F('start'))), name='season_ends_after_start')],
                    },
                ),
                migrations.CreateModel(
                    name='RoundDay',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveSmallIntegerField(verbose_name='round')),
                        ('date', models.DateField(verbose_name='date')),
                        ('starts', models.TimeField(default=datetime.time(14, 0), verbose_name='start')),
                        ('kind', models.CharField(choices=[('round', 'round'), ('reserve', 'reserve day'), ('together', 'round that all play together'), ('play_off', 'play-offs')], default='round', max_length=10, verbose_name='kind')),
                        ('division', models.ForeignKey(blank=True, help_text='Empty: all divisions.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='days', to='leagues.division', verbose_name='division')),
                        ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='days', to='leagues.season', verbose_name='league season')),
                    ],
                    options={
                        'verbose_name': 'round day',
                        'verbose_name_plural': 'round days',
                        'ordering': ['season', 'date', 'number'],
                    },
                ),
                migrations.CreateModel(
                    name='LeagueOfficer',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('start', models.DateField(verbose_name='from')),
                        ('end', models.DateField(blank=True, null=True, verbose_name='to')),
                        ('account', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='league_offices', to=settings.AUTH_USER_MODEL, verbose_name='account')),
                        ('division', models.ForeignKey(blank=True, help_text='Empty: all divisions.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='officers', to='leagues.division', verbose_name='division')),
                        ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='officers', to='leagues.season', verbose_name='league season')),
                    ],
                    options={
                        'verbose_name': 'division officer',
                        'verbose_name_plural': 'division officers',
                        'ordering': ['season', 'start'],
                    },
                ),
                migrations.CreateModel(
                    name='Entry',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('teams', models.PositiveSmallIntegerField(default=1, verbose_name='teams')),
                        ('wishes', models.CharField(blank=True, max_length=300, verbose_name='wishes')),
                        ('fee', models.DecimalField(decimal_places=2, editable=False, max_digits=8, null=True, verbose_name='fee')),
                        ('sent_at', models.DateTimeField(auto_now=True, verbose_name='sent')),
                        ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='league_entries', to='federation.club', verbose_name='club')),
                        ('division', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='leagues.division', verbose_name='division')),
                        ('sent_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='leagues.season', verbose_name='league season')),
                        ('accepted_at', models.DateTimeField(editable=False, null=True, verbose_name='accepted on')),
                        ('accepted_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('withdrawn_at', models.DateTimeField(editable=False, null=True, verbose_name='withdrawn on')),
                    ],
                    options={
                        'verbose_name': 'entry',
                        'verbose_name_plural': 'entries',
                        'ordering': ['season', 'club', 'division'],
                        'constraints': [models.UniqueConstraint(fields=('club', 'division'), name='league_entry_once')],
                    },
                ),
                migrations.CreateModel(
                    name='SeasonRules',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('level', models.PositiveSmallIntegerField(default=0, help_text='0: all divisions.', verbose_name='division')),
                        ('valid_from', models.DateField(verbose_name='from')),
                        ('changes', models.JSONField(help_text='Names and values as in the regulation, in braces.', verbose_name='rules')),
                        ('reason', models.CharField(max_length=200, verbose_name='reason')),
                        ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rules', to='leagues.season', verbose_name='league season')),
                    ],
                    options={
                        'verbose_name': 'rules of a season',
                        'verbose_name_plural': 'rules of a season',
                        'ordering': ['season', 'level', 'valid_from'],
                    },
                ),
                migrations.CreateModel(
                    name='Series',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('letter', models.CharField(blank=True, max_length=4, verbose_name='letter')),
                        ('division', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='series', to='leagues.division', verbose_name='division')),
                    ],
                    options={
                        'verbose_name': 'series',
                        'verbose_name_plural': 'series',
                        'ordering': ['division', 'letter'],
                        'constraints': [models.UniqueConstraint(fields=('division', 'letter'), name='series_letter_once')],
                    },
                ),
                migrations.CreateModel(
                    name='Step',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('side', models.CharField(blank=True, choices=[('home', 'home'), ('away', 'away')], max_length=4)),
                        ('action', models.CharField(max_length=12)),
                        ('before', models.JSONField(default=dict)),
                        ('after', models.JSONField(default=dict)),
                        ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='steps', to='leagues.match')),
                    ],
                    options={
                        'ordering': ['match', 'id'],
                    },
                ),
                migrations.CreateModel(
                    name='Team',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('rank', models.PositiveSmallIntegerField(default=1, verbose_name='rank in the club')),
                        ('name', models.CharField(max_length=60, verbose_name='name')),
                        ('number', models.PositiveSmallIntegerField(default=0, verbose_name='pairing number')),
                        ('withdrawn_after', models.PositiveSmallIntegerField(blank=True, help_text='The last round that it played.', null=True, verbose_name='withdrawn after round')),
                        ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='teams', to='federation.club', verbose_name='club')),
                        ('series', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='teams', to='leagues.series', verbose_name='series')),
                        ('venue', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='teams', to='leagues.venue', verbose_name='hall')),
                    ],
                    options={
                        'verbose_name': 'team',
                        'verbose_name_plural': 'teams',
                        'ordering': ['series', 'number', 'name'],
                    },
                ),
                migrations.CreateModel(
                    name='ListEntry',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('position', models.PositiveSmallIntegerField(verbose_name='position')),
                        ('strength', models.PositiveIntegerField(blank=True, null=True, verbose_name='strength')),
                        ('source', models.CharField(blank=True, max_length=200, verbose_name='source')),
                        ('kind', models.CharField(choices=[('own', 'own player'), ('loan', 'on loan'), ('guest', 'guest')], default='own', max_length=5, verbose_name='kind')),
                        ('listed_from', models.DateField(verbose_name='from')),
                        ('listed_until', models.DateField(blank=True, null=True, verbose_name='to')),
                        ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='list_entries', to='federation.club', verbose_name='club')),
                        ('entered_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('member', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='list_entries', to='federation.member', verbose_name='member')),
                        ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='list_entries', to='leagues.season', verbose_name='league season')),
                        ('titular_of', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='titulars', to='leagues.team', verbose_name='regular player of')),
                        ('eligible_from', models.DateField(blank=True, null=True, verbose_name='may play from')),
                        ('transferred', models.BooleanField(db_default=False, default=False, help_text='Came from another club for this season.', verbose_name='transferred')),
                    ],
                    options={
                        'verbose_name': 'player list entry',
                        'verbose_name_plural': 'player list entries',
                        'ordering': ['season', 'club', 'position'],
                        'indexes': [models.Index(fields=['season', 'club', 'position'], name='list_of_club')],
                        'constraints': [models.UniqueConstraint(condition=models.Q(('listed_until', None)), fields=('season', 'club', 'member'), name='list_entry_open_once')],
                    },
                ),
                migrations.CreateModel(
                    name='TeamRole',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('role', models.CharField(choices=[('captain', 'captain'), ('deputy', 'deputy captain')], default='captain', max_length=10, verbose_name='role')),
                        ('start', models.DateField(verbose_name='from')),
                        ('end', models.DateField(blank=True, null=True, verbose_name='to')),
                        ('account', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='team_roles', to=settings.AUTH_USER_MODEL, verbose_name='account')),
                        ('team', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='roles', to='leagues.team', verbose_name='team')),
                    ],
                    options={
                        'verbose_name': 'captain',
                        'verbose_name_plural': 'captains',
                        'ordering': ['team', 'role', 'start'],
                        'constraints': [models.CheckConstraint(condition=models.Q(('end', None), ('end__gte', models.F('start')), _connector='OR'), name='team_role_ends_after_start')],
                    },
                ),
                migrations.CreateModel(
                    name='Venue',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('address', models.CharField(max_length=200, verbose_name='address of the hall')),
                        ('capacity', models.PositiveSmallIntegerField(default=0, help_text='How many boards it holds; 0: any number.', verbose_name='boards')),
                        ('step_free', models.BooleanField(default=False, verbose_name='step-free')),
                        ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='venues', to='federation.club', verbose_name='club')),
                    ],
                    options={
                        'verbose_name': 'hall',
                        'verbose_name_plural': 'halls',
                        'ordering': ['club', 'address'],
                    },
                ),
                migrations.CreateModel(
                    name='LineUp',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('side', models.CharField(choices=[('home', 'home'), ('away', 'away')], max_length=4)),
                        ('seats', models.JSONField(default=list)),
                        ('locked_at', models.DateTimeField(null=True)),
                        ('saved_at', models.DateTimeField(auto_now=True)),
                        ('saved_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='line_ups', to='leagues.match')),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('match', 'side'), name='line_up_once_a_side')],
                    },
                ),
                migrations.CreateModel(
                    name='Board',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveSmallIntegerField(verbose_name='board')),
                        ('home_strength', models.PositiveIntegerField(editable=False, null=True)),
                        ('away_strength', models.PositiveIntegerField(editable=False, null=True)),
                        ('home_is_white', models.BooleanField(default=True, verbose_name='home has White')),
                        ('played', models.CharField(default='**', max_length=2, verbose_name='played')),
                        ('ruled_home', models.PositiveSmallIntegerField(editable=False, null=True)),
                        ('ruled_away', models.PositiveSmallIntegerField(editable=False, null=True)),
                        ('away', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='away_boards', to='federation.member', verbose_name='away player')),
                        ('home', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='home_boards', to='federation.member', verbose_name='home player')),
                        ('pairing', models.OneToOneField(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='league_board', to='tournaments.pairing')),
                        ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='boards', to='leagues.match', verbose_name='match')),
                    ],
                    options={
                        'verbose_name': 'board',
                        'verbose_name_plural': 'boards',
                        'ordering': ['match', 'number'],
                        'constraints': [models.UniqueConstraint(fields=('match', 'number'), name='board_number_once')],
                    },
                ),
                migrations.CreateModel(
                    name='VenueClosure',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('start', models.DateField(verbose_name='from')),
                        ('end', models.DateField(verbose_name='to')),
                        ('venue', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='closures', to='leagues.venue', verbose_name='hall')),
                    ],
                    options={
                        'verbose_name': 'closure of a hall',
                        'verbose_name_plural': 'closures of a hall',
                        'ordering': ['venue', 'start'],
                    },
                ),
                migrations.CreateModel(
                    name='MoveRequest',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('side', models.CharField(choices=[('home', 'home'), ('away', 'away')], max_length=4)),
                        ('at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('swap', models.BooleanField(default=False, verbose_name='swap home and away')),
                        ('proposals', models.JSONField(default=list)),
                        ('reason', models.CharField(blank=True, max_length=300, verbose_name='reason')),
                        ('state', models.CharField(choices=[('open', 'waits for an answer'), ('agreed', 'agreed'), ('refused', 'refused'), ('withdrawn', 'withdrawn')], default='open', max_length=10, verbose_name='state')),
                        ('answered_at', models.DateTimeField(editable=False, null=True)),
                        ('answer', models.CharField(blank=True, max_length=300, verbose_name='answer')),
                        ('answered_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='move_requests', to='leagues.match', verbose_name='match')),
                    ],
                    options={
                        'verbose_name': 'proposal to move a match',
                        'verbose_name_plural': 'proposals to move matches',
                        'ordering': ['match', 'at'],
                        'constraints': [models.UniqueConstraint(condition=models.Q(('state', 'open')), fields=('match',), name='move_request_open_once_a_match')],
                    },
                ),
                migrations.CreateModel(
                    name='Reminder',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('kind', models.CharField(max_length=20)),
                        ('at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reminders', to='leagues.match')),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('match', 'kind'), name='reminder_once')],
                    },
                ),
                migrations.CreateModel(
                    name='SheetPhoto',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('side', models.CharField(choices=[('home', 'home'), ('away', 'away')], max_length=4)),
                        ('file', models.FileField(upload_to=leagues.models.papers.photo_path, verbose_name='file')),
                        ('size', models.PositiveIntegerField(verbose_name='bytes')),
                        ('sha256', models.CharField(max_length=64, verbose_name='SHA-256')),
                        ('at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='photos', to='leagues.match', verbose_name='match')),
                    ],
                    options={
                        'verbose_name': 'photo of a match sheet',
                        'verbose_name_plural': 'photos of match sheets',
                        'ordering': ['match', 'at'],
                        'constraints': [models.UniqueConstraint(fields=('match', 'sha256'), name='sheet_photo_once')],
                    },
                ),
                migrations.CreateModel(
                    name='Suspension',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('start', models.DateField(verbose_name='from')),
                        ('end', models.DateField(verbose_name='to')),
                        ('reason', models.CharField(max_length=200, verbose_name='reason')),
                        ('member', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='league_suspensions', to='federation.member', verbose_name='member')),
                        ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='suspensions', to='leagues.season', verbose_name='league season')),
                    ],
                    options={
                        'verbose_name': 'suspension',
                        'verbose_name_plural': 'suspensions',
                        'ordering': ['season', 'start'],
                        'constraints': [models.CheckConstraint(condition=models.Q(('end__gte', models.F('start'))), name='suspension_ends_after_start')],
                    },
                ),
                migrations.CreateModel(
                    name='Window',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('start', models.DateField(verbose_name='from')),
                        ('end', models.DateField(verbose_name='to')),
                        ('additions', models.BooleanField(default=True, verbose_name='new players')),
                        ('strengths', models.BooleanField(default=True, verbose_name='strengths and order')),
                        ('titulars', models.BooleanField(default=True, verbose_name='regular players')),
                        ('loans', models.BooleanField(default=True, verbose_name='loans')),
                        ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='windows', to='leagues.season', verbose_name='league season')),
                    ],
                    options={
                        'verbose_name': 'window for player lists',
                        'verbose_name_plural': 'windows for player lists',
                        'ordering': ['season', 'start'],
                        'constraints': [models.CheckConstraint(condition=models.Q(('end__gte', models.F('start'))), name='window_ends_after_start')],
                    },
                ),
                migrations.CreateModel(
                    name='FindingDecision',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('code', models.CharField(max_length=30, verbose_name='finding')),
                        ('side', models.CharField(blank=True, choices=[('home', 'home'), ('away', 'away')], max_length=4)),
                        ('board', models.PositiveSmallIntegerField(default=0, verbose_name='board')),
                        ('players', models.CharField(blank=True, max_length=200)),
                        ('state', models.CharField(choices=[('waived', 'waived'), ('ruled', 'ruled')], max_length=6, verbose_name='state')),
                        ('reason', models.CharField(max_length=300, verbose_name='reason')),
                        ('at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='decisions', to='leagues.match', verbose_name='match')),
                        ('ruling', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='decisions', to='leagues.ruling', verbose_name='ruling')),
                    ],
                    options={
                        'verbose_name': 'decision on a finding',
                        'verbose_name_plural': 'decisions on findings',
                        'ordering': ['match', 'id'],
                        'constraints': [models.UniqueConstraint(fields=('match', 'code', 'side', 'board', 'players'), name='finding_decided_once')],
                    },
                ),
            ],
        ),
    ]
