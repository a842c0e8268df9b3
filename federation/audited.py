"""Which records of people, clubs and accounts are audited."""

from allauth.account.models import EmailAddress, EmailConfirmation
from allauth.mfa.models import Authenticator
from axes.models import AccessAttempt, AccessAttemptExpiration, AccessFailureLog, AccessLog
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, Permission, User
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session

from federation.audit.registry import audited, known_by, not_audited
from federation.models import (
    AccountSession,
    Affiliation,
    ApiToken,
    Appearance,
    AuditEntry,
    AuditValue,
    BankColumns,
    BankLine,
    Charge,
    ChargeSeries,
    Club,
    ClubAct,
    ClubColumns,
    Collection,
    ComparedPlayer,
    Consent,
    DeathReport,
    Debit,
    Erasure,
    FactorReset,
    FormerNumber,
    Guardian,
    Holder,
    Invitation,
    Job,
    Licence,
    ListComparison,
    Looked,
    MailPreferences,
    Mandate,
    Member,
    Notice,
    NoticeChoice,
    Office,
    Payment,
    PersonalDetail,
    ProfileChange,
    Rectification,
    Reminder,
    RenewalReminder,
    SearchPlace,
    SearchSpelling,
    SearchText,
    SearchWord,
    Sign,
    Statement,
    StatementMail,
    Suspension,
    TransferRequest,
    Unit,
    UnitMembership,
    UnsealedChange,
    Webhook,
)

audited(Unit, "league", number="code")  # so were units called when the chain began, and kinds are hashed
audited(UnitMembership, "unit membership", owner="club", partner="unit")
audited(Club, number="number", skip=["key", "former_league"])
audited(Member, number="number", skip=["key", "search_name"])
audited(Licence, owner="member")
audited(FormerNumber, "former number", owner="member", skip=["key"])
audited(Affiliation, owner="member", partner="club")
audited(PersonalDetail, "personal detail", owner="member")
audited(Guardian, owner="member")
audited(Consent, owner="member")
audited(TransferRequest, "transfer", owner="member", partner="new_club")
audited(DeathReport, "report of a death", owner="member", partner="club")
audited(Office, "office", owner="club", partner="account")
audited(Erasure, owner="member")
audited(Rectification, "request for correction", owner="member")
audited(Webhook, owner="club", partner="account", skip=["tried_at", "status"], secret=["secret", "previous_secret"])
audited(ApiToken, "token", owner="club", partner="account", skip=["used_at"], secret=["digest"])
audited(ProfileChange, "profile change")
audited(Charge, owner="club", partner="member")
audited(Payment, owner="club", partner="member")
audited(Statement, owner="club", partner="member")
audited(Reminder, owner="club")
audited(RenewalReminder, "request to renew", owner="club")
audited(Suspension, "suspension of a club", owner="club")
audited(BankLine, "bank line", secret=["iban"])
audited(Mandate, number="reference", owner="club", partner="member", secret=["sealed_iban"])
audited(Collection)
audited(Debit, "direct debit", owner="mandate")
audited(User, "account", number="username", skip=["last_login"], secret=["password"])
audited(Authenticator, "second factor", owner="user", skip=["last_used_at"], secret=["data"])
audited(Invitation, owner="club", partner="invited_by")
audited(Holder, "account of a member", owner="member", partner="account")
audited(FactorReset, "reset of a second factor", owner="account", partner="asked_by")
audited(User.groups.through, "account group", owner="user")
audited(User.user_permissions.through, "account permission", owner="user")
audited(Group, "group", number="name")
audited(Group.permissions.through, "group permission", owner="group")

known_by(Permission, "codename")

not_audited("the audit itself", UnsealedChange, AuditEntry, AuditValue)
not_audited("background work, which others do not rely on as facts", Job, Sign)
not_audited("reports, from which officers take facts over", ListComparison, ComparedPlayer)
not_audited("an index, made from other rows", SearchText, SearchWord, SearchSpelling, SearchPlace)
not_audited("receipts of acts, whose rows are audited themselves", ClubAct)
not_audited("a log of its own", Looked)
not_audited("a reader's own choice", MailPreferences, NoticeChoice)
not_audited("what was told to readers", Notice, StatementMail)
not_audited("a counter, whose numbers stand in charges", ChargeSeries)
not_audited("how files of a bank or a club are read", BankColumns, ClubColumns)
not_audited("colours, of which all rows stay", Appearance)
not_audited("logs themselves", LogEntry, AccessAttempt, AccessAttemptExpiration, AccessFailureLog, AccessLog)
not_audited("who is logged in where", AccountSession, Session)
not_audited("tables of allauth that stay empty", EmailAddress, EmailConfirmation)
not_audited("made by Django", Permission, ContentType)
