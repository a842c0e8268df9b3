import django.db.models.deletion
import tournaments.models.claims
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0018_prizes'),
    ]

    operations = [
        migrations.AddField(
            model_name='claimevidence',
            name='by_organiser',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.CreateModel(
            name='CorrectionEvidence',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('file', models.FileField(upload_to=tournaments.models.claims.evidence_path, verbose_name='file')),
                ('name', models.CharField(max_length=200, verbose_name='file name')),
                ('size', models.PositiveIntegerField(verbose_name='bytes')),
                ('sha256', models.CharField(max_length=64, verbose_name='SHA-256')),
                ('decision', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='evidence', to='tournaments.correctiondecision')),
            ],
            options={
                'verbose_name': 'evidence of a correction',
                'verbose_name_plural': 'evidence of corrections',
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(fields=('decision', 'sha256'), name='correction_evidence_once')],
            },
        ),
    ]
