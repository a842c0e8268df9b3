"""People, clubs, background work, and comparisons with lists of other federations."""

from federation.models.accounts import (
    AccountSession,
    ApiToken,
    ApiTokenQuerySet,
    FactorReset,
    Holder,
    Invitation,
    InvitationQuerySet,
    MailPreferences,
    Notice,
    NoticeChoice,
    Webhook,
)
from federation.models.audit import AuditEntry, AuditValue, UnsealedChange
from federation.models.club_acts import (
    ClubAct,
    ClubColumns,
    DeathReport,
    RenewalReminder,
    TransferQuerySet,
    TransferRequest,
)
from federation.models.contacts import Consent, Guardian, PersonalDetail
from federation.models.jobs import LATE, Job
from federation.models.list_comparisons import ComparedPlayer, ListComparison
from federation.models.money import Charge, ChargeQuerySet, ChargeSeries, Reminder, Statement, StatementMail, Suspension
from federation.models.payments import (
    BankColumns,
    BankLine,
    BankLineQuerySet,
    Collection,
    Debit,
    DebitQuerySet,
    Mandate,
    Payment,
)
from federation.models.people import (
    Affiliation,
    AffiliationQuerySet,
    Club,
    ClubQuerySet,
    FormerNumber,
    Licence,
    Member,
    MemberQuerySet,
    Sex,
    hidden_name,
    public_order,
    shown_name,
)
from federation.models.privacy import Erasure, ErasureQuerySet, Looked, Rectification
from federation.models.profile_changes import Appearance, ProfileChange
from federation.models.search import SearchPlace, SearchSpelling, SearchText, SearchWord
from federation.models.signs import Sign
from federation.models.structure import Office, OfficeQuerySet, Unit, UnitMembership
