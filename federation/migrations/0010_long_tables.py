"""The tables of version 0.1.0, which a site of that version has already."""

import django.core.validators
import django.db.models.deletion
import django.utils.timezone
import uuid
from django.conf import settings
from django.db import migrations, models

# Django's own table: what an officer did last, on the first page of the admin, and the history of one record.
LOG_INDEXES = {"log_of_user": "user_id, action_time", "log_of_record": "content_type_id, object_id, action_time"}


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('admin', '0003_logentry_add_action_flag_choices'),
        ('auth', '0012_alter_user_first_name_max_length'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='League',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(max_length=8, unique=True, verbose_name='code')),
                ('name', models.CharField(max_length=80, verbose_name='name')),
            ],
            options={
                'verbose_name': 'league',
                'verbose_name_plural': 'leagues',
                'ordering': ['code'],
            },
        ),
        migrations.CreateModel(
            name='MailWishes',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='mail_wishes', serialize=False, to=settings.AUTH_USER_MODEL, verbose_name='user')),
                ('of_files', models.BooleanField(default=True, verbose_name="E-mail me about the progress of my files")),
                ('language', models.CharField(blank=True, max_length=10, verbose_name='language')),
            ],
            options={
                'verbose_name': "mail preferences",
                'verbose_name_plural': "mail preferences",
            },
        ),
        migrations.CreateModel(
            name='Job',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('kind', models.CharField(max_length=30, verbose_name='kind')),
                ('key', models.CharField(help_text="At most one job per key is queued or running at a time.", max_length=120, verbose_name='key')),
                ('arguments', models.JSONField(default=dict, verbose_name='arguments')),
                ('state', models.CharField(choices=[('queued', 'queued'), ('running', 'running'), ('done', 'done'), ('failed', 'failed')], default='queued', max_length=8, verbose_name="status")),
                ('attempts', models.PositiveSmallIntegerField(default=0, verbose_name='attempts')),
                ('owner', models.CharField(blank=True, help_text='The attempt that holds the lease.', max_length=80, verbose_name='owner')),
                ('lease_until', models.DateTimeField(blank=True, null=True, verbose_name='lease until')),
                ('progress', models.PositiveSmallIntegerField(default=0, help_text='Per cent.', verbose_name='progress')),
                ('step', models.CharField(blank=True, max_length=120, verbose_name='step')),
                ('result', models.JSONField(blank=True, null=True, verbose_name='result')),
                ('error', models.TextField(blank=True, editable=False, verbose_name='error')),
                ('error_facts', models.JSONField(default=dict, editable=False)),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('sent_at', models.DateTimeField(blank=True, null=True, verbose_name='sent')),
                ('started_at', models.DateTimeField(blank=True, null=True, verbose_name='started')),
                ('finished_at', models.DateTimeField(blank=True, null=True, verbose_name='finished')),
                ('created_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
            ],
            options={
                'verbose_name': 'job',
                'verbose_name_plural': 'jobs',
                'ordering': ['-created_at'],
            },
        ),
        migrations.CreateModel(
            name='Club',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(unique=True, verbose_name='number')),
                ('name', models.CharField(max_length=80, verbose_name='name')),
                ('short_name', models.CharField(blank=True, max_length=30, verbose_name='short name')),
                ('city', models.CharField(blank=True, max_length=60, verbose_name='town')),
                ('website', models.URLField(blank=True, verbose_name='web site')),
                ('email', models.EmailField(blank=True, help_text='Never shown in public.', max_length=254, verbose_name='e-mail')),
                ('active', models.BooleanField(default=True, verbose_name='active')),
                ('league', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='clubs', to='federation.league', verbose_name='league')),
            ],
            options={
                'verbose_name': 'club',
                'verbose_name_plural': 'clubs',
                'ordering': ['number'],
                'permissions': [('act_for_any_club', 'Can act for any club')],
            },
        ),
        migrations.CreateModel(
            name='ListComparison',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=200, verbose_name='file name')),
                ('size', models.PositiveBigIntegerField(verbose_name='bytes')),
                ('issuer', models.CharField(blank=True, max_length=12, verbose_name='list of')),
                ('day', models.DateField(blank=True, null=True, verbose_name="date of the list")),
                ('players', models.PositiveIntegerField(blank=True, null=True, verbose_name='players')),
                ('unread', models.PositiveIntegerField(default=0, verbose_name='lines that could not be read')),
                ('made_at', models.DateTimeField(auto_now_add=True, verbose_name='on')),
                ('job', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='federation.job', verbose_name='job')),
                ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
            ],
            options={
                'verbose_name': "list comparison",
                'verbose_name_plural': "list comparisons",
                'ordering': ['-made_at', '-id'],
            },
        ),
        migrations.CreateModel(
            name='Member',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('matricule', models.PositiveIntegerField(unique=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(999999)], verbose_name="member number")),
                ('last_name', models.CharField(max_length=60, verbose_name='last name')),
                ('first_name', models.CharField(blank=True, max_length=60, verbose_name='first name')),
                ('search_name', models.CharField(db_index=True, editable=False, max_length=130)),
                ('sex', models.CharField(blank=True, choices=[('M', 'male'), ('F', 'female'), ('', "unknown")], default='', max_length=1, verbose_name='sex')),
                ('birth_date', models.DateField(blank=True, help_text='Never shown in public.', null=True, verbose_name='birth date')),
                ('nationality', models.CharField(blank=True, max_length=3, verbose_name='nationality')),
                ('fide_federation', models.CharField(blank=True, max_length=3, verbose_name='FIDE federation')),
                ('fide_id', models.PositiveBigIntegerField(blank=True, null=True, unique=True, verbose_name="FIDE ID")),
                ('fide_rating', models.PositiveIntegerField(blank=True, null=True, verbose_name='FIDE rating')),
                ('resides_abroad', models.BooleanField(default=False, help_text="Their FIDE rating applies, although FIDE lists them under this country.", verbose_name='resides abroad')),
                ('keeps_national_rating', models.BooleanField(default=False, help_text="Abroad or with another federation, but their rating is still calculated here.", verbose_name='keeps the national rating')),
                ('title', models.CharField(blank=True, max_length=3, verbose_name='title')),
                ('deceased', models.BooleanField(default=False, verbose_name='deceased')),
                ('hidden', models.BooleanField(default=False, help_text='The name is not shown in public; the games stay.', verbose_name='hidden')),
                ('registered_at', models.DateTimeField(default=django.utils.timezone.now, editable=False, null=True)),
                ('merged_into', models.ForeignKey(blank=True, help_text="The member whose record is kept; it gets the games of both.", null=True, on_delete=django.db.models.deletion.PROTECT, related_name='merged_from', to='federation.member', verbose_name='merged into')),
            ],
            options={
                'verbose_name': 'member',
                'verbose_name_plural': 'members',
                'ordering': ['search_name', 'matricule'],
            },
        ),
        migrations.CreateModel(
            name='Licence',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('issuer', models.CharField(max_length=12, verbose_name='issuer')),
                ('number', models.CharField(max_length=20, verbose_name='number')),
                ('member', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='licences', to='federation.member', verbose_name='member')),
            ],
            options={
                'verbose_name': 'licence',
                'verbose_name_plural': 'licences',
                'ordering': ['issuer', 'number'],
            },
        ),
        migrations.CreateModel(
            name='ComparedPlayer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('verdict', models.CharField(choices=[('matched', 'matched'), ('mismatch', "does not match"), ('suggestion', 'suggestion'), ('duplicate', "several candidates"), ('missing', 'not in the list')], max_length=10, verbose_name="outcome")),
                ('line', models.PositiveIntegerField(null=True, verbose_name='line')),
                ('number', models.CharField(max_length=20, verbose_name='number')),
                ('fide_id', models.PositiveBigIntegerField(null=True)),
                ('name', models.CharField(blank=True, max_length=200, verbose_name='name in the list')),
                ('birth_year', models.PositiveSmallIntegerField(null=True, verbose_name='born')),
                ('rating', models.IntegerField(null=True, verbose_name='rating in the list')),
                ('title', models.CharField(blank=True, max_length=3, verbose_name='title')),
                ('federation', models.CharField(blank=True, max_length=3, verbose_name='federation')),
                ('taken_at', models.DateTimeField(null=True, verbose_name="copied")),
                ('comparison', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='compared', to='federation.listcomparison', verbose_name='comparison')),
                ('member', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='federation.member', verbose_name='member')),
            ],
            options={
                'verbose_name': 'listed player',
                'verbose_name_plural': 'listed players',
                'ordering': ['comparison', 'line', 'id'],
            },
        ),
        migrations.CreateModel(
            name='Affiliation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('full', 'full'), ('youth', 'youth licence'), ('supporter', 'without rating')], default='full', max_length=10, verbose_name='kind')),
                ('start', models.DateField(verbose_name='from')),
                ('end', models.DateField(blank=True, null=True, verbose_name='to')),
                ('end_cause', models.CharField(blank=True, choices=[('', 'none'), ('expired', 'not renewed'), ('transfer', 'transfer'), ('resigned', 'resignation'), ('deceased', 'death'), ('corrected', 'correction')], default='', max_length=10, verbose_name='end cause')),
                ('ex_officio', models.BooleanField(default=False, help_text="Created because the player was not affiliated when they played.", verbose_name="automatic")),
                ('note', models.CharField(blank=True, max_length=200, verbose_name='note')),
                ('charged_to', models.ForeignKey(blank=True, help_text="The organising club that pays for an automatic affiliation.", null=True, on_delete=django.db.models.deletion.PROTECT, related_name='charged_affiliations', to='federation.club', verbose_name="billed to")),
                ('club', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='affiliations', to='federation.club', verbose_name='club')),
                ('member', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='affiliations', to='federation.member', verbose_name='member')),
            ],
            options={
                'verbose_name': 'affiliation',
                'verbose_name_plural': 'affiliations',
                'ordering': ['member', '-start'],
            },
        ),
        migrations.CreateModel(
            name='ClubRole',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('secretary', 'secretary'), ('president', 'president'), ('tournaments', 'tournament director')], default='secretary', max_length=12, verbose_name='role')),
                ('start', models.DateField(verbose_name='from')),
                ('end', models.DateField(blank=True, null=True, verbose_name='to')),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='roles', to='federation.club', verbose_name='club')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='club_roles', to=settings.AUTH_USER_MODEL, verbose_name='user')),
            ],
            options={
                'verbose_name': 'club role',
                'verbose_name_plural': 'club roles',
                'ordering': ['club', 'role', 'start'],
                'constraints': [models.CheckConstraint(condition=models.Q(('end', None), ('end__gte', models.F('start')), _connector='OR'), name='club_role_ends_after_start'), models.UniqueConstraint(fields=('user', 'club', 'role', 'start'), name='club_role_once')],
            },
        ),
        migrations.AddIndex(
            model_name='job',
            index=models.Index(fields=['state', 'lease_until'], name='job_to_sweep'),
        ),
        migrations.AddIndex(
            model_name='job',
            index=models.Index(fields=['key', 'created_at'], name='job_later_of_key'),
        ),
        migrations.AddIndex(
            model_name='job',
            index=models.Index(fields=['state', 'finished_at'], name='job_to_forget'),
        ),
        migrations.AddConstraint(
            model_name='job',
            constraint=models.UniqueConstraint(condition=models.Q(('state__in', ['queued', 'running'])), fields=('key',), name='job_one_alive_a_key'),
        ),
        migrations.AddConstraint(
            model_name='licence',
            constraint=models.UniqueConstraint(fields=('issuer', 'number'), name='licence_number_once_an_issuer'),
        ),
        migrations.AddIndex(
            model_name='comparedplayer',
            index=models.Index(fields=['comparison', 'verdict'], name='compared_verdict'),
        ),
        migrations.AddIndex(
            model_name='comparedplayer',
            index=models.Index(fields=['-comparison', 'line', 'id'], name='compared_order'),
        ),
        migrations.AddIndex(
            model_name='affiliation',
            index=models.Index(fields=['start', 'end'], name='affiliation_days'),
        ),
        migrations.AddIndex(
            model_name='affiliation',
            index=models.Index(fields=['club', 'end', 'start'], name='affiliation_of_club'),
        ),
        migrations.AddIndex(
            model_name='affiliation',
            index=models.Index(condition=models.Q(('note', ''), _negated=True), fields=['note'], name='affiliation_noted'),
        ),
        migrations.AddConstraint(
            model_name='affiliation',
            constraint=models.CheckConstraint(condition=models.Q(('end', None), ('end__gte', models.F('start')), _connector='OR'), name='affiliation_ends_after_start'),
        ),
        migrations.AddConstraint(
            model_name='affiliation',
            constraint=models.UniqueConstraint(fields=('member', 'start'), name='affiliation_one_start_a_day'),
        ),
        migrations.AddConstraint(
            model_name='affiliation',
            constraint=models.UniqueConstraint(condition=models.Q(('end', None)), fields=('member',), name='affiliation_one_open'),
        ),
        *(
            migrations.RunSQL(f"CREATE INDEX {name} ON django_admin_log ({columns})", f"DROP INDEX {name}")
            for name, columns in LOG_INDEXES.items()
        ),
    ]
