"""What each page of clubs, captains and officers shows, and what they can do there."""

from django.utils.translation import gettext_lazy as _

from federation.help.topic import Topic

TOPICS = [
    Topic(
        "my_club desk_decisions",
        _(
            "This page shows what waits for you: files to fix, line-ups, transfers, renewals and decisions, with "
            "the nearest deadline first."
        ),
        _("Each line leads to the page where it is settled. What you need not do is not shown."),
    ),
    Topic(
        "my_club_tournaments send upload receipt announce change_announcement",
        _("Here a club or another organiser announces tournaments, sends their files, and sees what became of them."),
        _(
            "Send the file of your pairing program as it is. The receipt has an address of its own, which works "
            "without a login."
        ),
    ),
    Topic(
        "fide_of_announcement fide_of_tournament",
        _("Here a club says that a tournament is to be FIDE rated, and sees how far that is."),
        _(
            "The office enters the day on which it registered the tournament with FIDE, FIDE's event number, and the "
            "day on which it sent the results. What is due is in the inbox; what was late is among the checks of the "
            "tournament."
        ),
    ),
    Topic(
        "check_for_fide",
        _("Here you see what FIDE would refuse in the report of the tournament, and what it may ask about."),
        _(
            "Correct it before the report is sent: days and rate of play in the settings, IDs and birth dates at the "
            "players. The page compares nothing with FIDE’s list."
        ),
    ),
    Topic(
        (
            "my_club_tournament tournament_settings tournament_results tournament_tie_breaks "
            "unmatched_players participant rating_impact update_from"
        ),
        _("This page shows what was read from a file, and what must be settled before the tournament is submitted."),
        _(
            "Each problem says where it is and has a button. “Preview rating changes” shows who would gain or lose "
            "before anything counts."
        ),
    ),
    Topic(
        "choose_prizes",
        _("Here the organiser says which prizes there are, and how much money each place gets."),
        _(
            "Write amounts from the first place on: 500; 300; 200. Equal scores take money by place, share it, or "
            "share half of it. Teams have prizes for their places alone. The page of the prizes has a sheet to print "
            "and sign."
        ),
    ),
    Topic(
        (
            "event event_crosstable event_edit_pairings event_late_result event_new event_player "
            "event_players event_ratings event_result event_round event_rounds event_sheet event_standings"
        ),
        _("Here you run a tournament on the site: players, pairings, results and standings, without another program."),
        _(
            "Pair a round, enter its results, and pair the next one. The last round can be undone. When all is "
            "played, finish the tournament to submit it."
        ),
    ),
    Topic(
        ("desk_members desk_member desk_guardians desk_leave desk_renewal desk_enrolment desk_act desk_list"),
        _("Here a club renews its members, enrols new ones, notes departures and keeps their contact data."),
        _(
            "Every action has a receipt that says what it costs and until when it can be undone. Contact data is never "
            "public."
        ),
    ),
    Topic(
        "desk_transfers desk_ask_transfer transfer",
        _("Here a club asks for a member of another club, and answers when another club asks."),
        _("The page shows the transfer window and who has to agree. The member moves on the day given there."),
    ),
    Topic(
        "desk_club desk_tokens club_account club_offices club_invitations",
        _(
            "Here a club keeps its own data: address, officers and accounts, what it owes, and the programs that "
            "act for it."
        ),
        _(
            "A token is shown once: copy it at once. End an office on the day on which a person steps down; their "
            "rights end with it."
        ),
    ),
    Topic(
        "desk_webhooks office_webhooks",
        _("Here you choose which programs get a message when something happens, and see how the last one went."),
        _(
            "The secret is shown once: copy it at once. An address that has failed six times is stopped: remove it, "
            "and add it again."
        ),
    ),
    Topic(
        (
            "captain captain_match captain_line_up captain_move captain_confirm confirm_result captain_enter "
            "league_club_season league_import_list"
        ),
        _("Here captains name their line-up, enter the results and confirm them; clubs enter teams and player lists."),
        _(
            "A line-up is secret until both sides have locked theirs. The page checks it against the rules while "
            "you choose, and works on a phone with a poor connection."
        ),
    ),
    Topic(
        (
            "league_office league_office_match league_office_season league_office_preparation "
            "league_office_next league_take_over league_compare"
        ),
        _(
            "Here officers run a season of team matches: what waits for a ruling, moved matches, fixtures, and "
            "the next season."
        ),
        _("Each finding names its article and the consequence set by the rules. A ruling is public, with its reason."),
    ),
    Topic(
        "office office_data office_search office_member",
        _(
            "This page shows officers of the federation what waits for them, how complete and "
            "correct the data is, and everything about a member on one page."
        ),
        _("Work from the top: the nearest deadline comes first. Opening a member's page is noted in the reading log."),
    ),
    Topic(
        "offices federation_offices unit_offices unit_invitations invite_member",
        _("Here you see who holds which office and with which rights, and announce, end or revoke offices."),
        _("An invitation lets a person make an account of their own. Rights begin and end on the days of the office."),
    ),
    Topic(
        ("treasury bookkeeping collections collection overdue_clubs lines_set_aside mandate_of_club mandate_of_member"),
        _(
            "Here the treasurer sees what clubs owe and have paid, books bank lines, issues statements and "
            "collects by direct debit."
        ),
        _("No amount is changed afterwards: a credit note or a reversal corrects it, with its reason."),
    ),
    Topic(
        "erasures rectifications looks kept_of_member erase_member",
        _(
            "Here officers decide on people's requests to have their data corrected or erased, or to learn what is "
            "kept and who has read it."
        ),
        _("An erasure takes two officers and cannot be undone. Published lists keep the number and lose the name."),
    ),
    Topic(
        (
            "login account_login account account_reauthenticate change_password sessions forgotten_password "
            "new_password password_mailed send_again invitation lost_factors mfa_authenticate mfa_index "
            "mfa_activate_totp mfa_deactivate_totp mfa_add_webauthn mfa_remove_webauthn "
            "mfa_view_recovery_codes mfa_generate_recovery_codes"
        ),
        _(
            "These pages are about your account: logging in, the password, the second factor and the devices that "
            "are logged in."
        ),
        _(
            "Officers confirm their login with an app, a passkey or a recovery code. Keep the recovery codes on "
            "paper: they help when the phone is lost."
        ),
    ),
]
