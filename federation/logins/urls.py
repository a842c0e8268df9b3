"""Addresses of the login and of one's own account."""

from django.contrib.auth.views import LogoutView
from django.urls import path
from django.views.generic import TemplateView

from federation.logins import account_views, recovery_views, second_factor_views, views

password_mailed = TemplateView.as_view(template_name="registration/password_mailed.html")
# The names of pages that allauth leads to are allauth's.
urlpatterns = [
    path("login/", views.LoginPage.as_view(), name="login"),
    path("login/", views.LoginPage.as_view(), name="account_login"),
    path("login/second-step/", second_factor_views.EnterCode.as_view(), name="mfa_authenticate"),
    path("login/send-again/", views.send_again, name="send_again"),
    path("login/password/", views.ForgottenPassword.as_view(), name="forgotten_password"),
    path("login/password/sent/", password_mailed, name="password_mailed"),
    path("login/password/<uidb64>/<token>/", views.NewPassword.as_view(), name="new_password"),
    path("account/", account_views.account, name="account"),
    path("account/password/", account_views.ChangePassword.as_view(), name="change_password"),
    path("account/sessions/", account_views.list_sessions, name="sessions"),
    path("account/sessions/end/", account_views.end_sessions, name="end_sessions"),
    path("account/again/", second_factor_views.PasswordAgain.as_view(), name="account_reauthenticate"),
    path("account/second-factor/", second_factor_views.Factors.as_view(), name="mfa_index"),
    path("account/second-factor/app/", second_factor_views.AddApp.as_view(), name="mfa_activate_totp"),
    path("account/second-factor/app/remove/", second_factor_views.RemoveApp.as_view(), name="mfa_deactivate_totp"),
    path("account/second-factor/passkey/", second_factor_views.AddPasskey.as_view(), name="mfa_add_webauthn"),
    path(
        "account/second-factor/passkey/<int:pk>/remove/",
        second_factor_views.RemovePasskey.as_view(),
        name="mfa_remove_webauthn",
    ),
    path("account/second-factor/codes/", second_factor_views.RecoveryCodes.as_view(), name="mfa_view_recovery_codes"),
    path(
        "account/second-factor/codes/new/",
        second_factor_views.NewRecoveryCodes.as_view(),
        name="mfa_generate_recovery_codes",
    ),
    path("account/lost-factors/", recovery_views.lost_factors, name="lost_factors"),
    path("logout/", LogoutView.as_view(), name="logout"),
]
