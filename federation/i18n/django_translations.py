"""Sentences of Django's own pages that its German or Dutch catalogue lacks: they would appear in French.

The last ones are those whose French does not fit every name of a model: « les ligues sélectionnés ».

`make messages` finds them here, so that our catalogues have them; nothing imports this module. A sentence may go when
Django has it in all languages (tests/test_django_sentences.py). Those of its scripts are in the catalogues
``djangojs``.
"""

from django.utils.translation import gettext_noop, ngettext_lazy

SENTENCES = (
    gettext_noop("%(model)s instance with %(field)s %(value)r is not a valid choice."),
    # django.contrib.admin
    gettext_noop("Add link"),
    gettext_noop("After you’ve created a user, you’ll be able to edit more user options."),
    gettext_noop("Change or view list link"),
    gettext_noop("Disable password-based authentication"),
    gettext_noop("Enable password-based authentication"),
    gettext_noop("Error:"),
    gettext_noop("Forgotten your login credentials?"),
    gettext_noop("In case you’ve forgotten, you are:"),
    gettext_noop("Model name"),
    gettext_noop("This action will <strong>enable</strong> password-based authentication for this user."),
    # django.contrib.auth
    gettext_noop("Conflicting form data submitted. Please try again."),
    gettext_noop("Disabled"),
    gettext_noop("Enable password-based authentication for this user by setting a password."),
    gettext_noop("Enabled"),
    gettext_noop("Password-based authentication"),
    gettext_noop("Password-based authentication was disabled."),
    gettext_noop("Raw passwords are not stored, so there is no way to see the user’s password."),
    gettext_noop("Reset password"),
    gettext_noop("Set password"),
    gettext_noop("Set password: %s"),
    gettext_noop(
        "Whether the user will be able to authenticate using a password or not. If disabled, they may still be able to "
        "authenticate using other backends, such as Single Sign-On or LDAP."
    ),
    # Shown with every new password; the German of Django is clumsy.
    gettext_noop("Enter the same password as before, for verification."),
    gettext_noop("The password is too similar to the %(verbose_name)s."),
    gettext_noop("This password is too common."),
    gettext_noop("This password is entirely numeric."),
    gettext_noop("Your password can’t be a commonly used password."),
    gettext_noop("Your password can’t be entirely numeric."),
    gettext_noop("Your password can’t be too similar to your other personal information."),
    gettext_noop("Add %(name)s"),
    gettext_noop("Add %s"),
    gettext_noop("Add another %(verbose_name)s"),
    gettext_noop("Change"),
    gettext_noop("Delete selected %(verbose_name_plural)s"),
    ngettext_lazy(
        "This password is too short. It must contain at least %d character.",
        "This password is too short. It must contain at least %d characters.",
    ),
)
