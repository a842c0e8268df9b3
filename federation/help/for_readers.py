"""What each public page shows, and what readers can do there."""

from django.utils.translation import gettext_lazy as _

from federation.help.topic import Topic

TOPICS = [
    Topic(
        "home",
        _(
            "This page shows what is new: tournaments being played and just accepted, the best of each list, who "
            "gained most, corrections, and the day of the next list."
        ),
        _(
            "Search for a player, a club or a tournament; the spelling need not be exact. The tabs above the best "
            "players choose the rating type and the group."
        ),
    ),
    Topic(
        "search",
        _("This page searches players, clubs, tournaments, rating lists and rules at once."),
        _(
            "Names are found without accents, in either order, and even when they are misspelt. A "
            "member number finds its member at once. Hidden members are found by number only."
        ),
    ),
    Topic(
        "lists",
        _("This page lists every rating list that was published, by rating type, the latest first."),
        _(
            "A list stays as it was published. A correction makes a numbered revision, and both can be read. Give "
            "a day to open the list that was in force then."
        ),
    ),
    Topic(
        "list list_latest list_on list_on_day",
        _("This page shows a rating list in order of rank, with the change since the list before."),
        _(
            "Filters narrow it by club, league, age, sex, title or activity, and the address keeps what you "
            "chose, so that it can be shared. The name of a player leads to every game behind the rating."
        ),
    ),
    Topic(
        "list_today next_list next_list_players ledger_today",
        _(
            "This page shows what the next list would be if it were made today, with all games accepted so far. "
            "Nothing here is official."
        ),
        _(
            "Look for your own games now. An error that is reported before the list appears needs no correction "
            "afterwards."
        ),
    ),
    Topic(
        "tops top number_ones records",
        _(
            "These pages show the best of each group: women, youth, seniors, classes, title holders, the highest "
            "gains, the most games, the most active clubs, and the number ones through the years."
        ),
        _(
            "Each of them has an address of its own that always shows the latest list. Hidden members appear in "
            "no group."
        ),
    ),
    Topic(
        "players",
        _("This page finds members by name, member number or FIDE ID."),
        _("Type the first letters of a last or first name. Members who asked for it are shown by their number only."),
    ),
    Topic(
        "player",
        _(
            "This page shows a member: the official rating, the rating of today, the rank in several groups, the "
            "history as a chart, and the latest tournaments."
        ),
        _(
            "“Why?” leads to the calculation, game by game. The tabs show all games, tournaments, opponents and "
            "the record. The rating of today is not official; it becomes so on the day that the page names."
        ),
    ),
    Topic(
        "player_games player_tournaments player_opponents player_record player_calculations",
        _("This page shows one side of a member's career: the games, tournaments, opponents, record or calculations."),
        _(
            "Ratings and expected scores are those that the list used. Figures with a dashed underline belong to the "
            "next list and are not official yet."
        ),
    ),
    Topic(
        "ledger",
        _(
            "This page explains a rating: each game with the opponent's rating, the expected score and the "
            "points, down to the published number."
        ),
        _(
            "The lines add up exactly. Games that do not count stand below, each with the reason. If a result is "
            "wrong, report it under “Claims”."
        ),
    ),
    Topic(
        "head_to_head",
        _(
            "This page compares two to four players: their games against each other, the score, and the score "
            "that the ratings expected."
        ),
        _(
            "Type names or member numbers, separated by semicolons. Of several people with one name you choose "
            "the right one."
        ),
    ),
    Topic(
        "simulator simulator_opponents",
        _("This page calculates what further games would do to a rating, by the rules of the list itself."),
        _("Enter opponents and results, or a goal such as 1800. Nothing that you try out is stored."),
    ),
    Topic(
        "clubs units club_ranking",
        _("These pages show all clubs with their members of today, the clubs by strength, and the leagues above them."),
        _(
            "The strength of a club is the mean rating of its eight best members in the latest list; a club with "
            "fewer has none."
        ),
    ),
    Topic(
        "club club_history unit",
        _(
            "This page shows a club or a league: its officers, members and ratings, and the tournaments that it "
            "organised."
        ),
        _(
            "The rankings open the rating list with the filter already set. A club may show its members on its "
            "own web site, by a frame or as data."
        ),
    ),
    Topic(
        "statistics statistics_of",
        _("This page shows how ratings are spread, and how many members and games each list had."),
        _(
            "Small groups are combined with their neighbours, so that no figure is about a few "
            "people. Each chart is also a table."
        ),
    ),
    Topic(
        "tournament_list announced announcement running_tournaments",
        _(
            "These pages show tournaments: those that were accepted and count, those being played now, and those "
            "announced."
        ),
        _(
            "Filter by year, time control category, kind, league or club. The calendar brings announced "
            "tournaments to your phone."
        ),
    ),
    Topic(
        (
            "tournament tournament_crosstable tournament_standings tournament_rounds tournament_round "
            "tournament_teams tournament_player tournament_files rating_changes"
        ),
        _(
            "This page shows an accepted tournament: standings with tie-breaks, rounds, crosstable, rating "
            "changes and files."
        ),
        _(
            "“Rating changes” says in which list the games count. What was corrected after "
            "acceptance is listed at the end, with the reason. Where ratings give a tournament a category, the "
            "standings name the scores of norms and who has them."
        ),
    ),
    Topic(
        "tournament_prizes",
        _(
            "This page says who wins which prize, and how much money: players, or teams for their places. It follows "
            "from the standings and from what the organiser announced."
        ),
        _(
            "Money of equal scores goes by place, is shared equally, or half of it is shared (Hort system); the page "
            "says which. “Sheet for the prize-giving, to print” adds a column for signatures."
        ),
    ),
    Topic(
        "running_tournament running_round",
        _("This page shows a tournament that is being played, with the results entered so far."),
        _("Results may still change. They count for a rating once the federation has accepted the tournament."),
    ),
    Topic(
        "corrections",
        _("This page lists what was corrected in accepted tournaments: what, when, and why."),
        _(
            "Nothing is overwritten. A list that a correction changes is published again as a revision, and the "
            "earlier edition stays readable."
        ),
    ),
    Topic(
        "claims claim claim_new",
        _("Here players report an error in one of their games, and follow what happens to their claim."),
        _(
            "Log in, choose the game and say what is right; a photo of the score sheet helps. The organiser "
            "answers first, then the rating officer decides. The page names the days."
        ),
    ),
    Topic(
        "rules rule",
        _(
            "These pages hold the rules that the site applies, article by article, with the deadlines and where "
            "each rule comes from."
        ),
        _("They also say which files can be sent and from which programs, with templates to fill in."),
    ),
    Topic(
        "methods method",
        _(
            "These pages explain how ratings are calculated: aim, history, formulas, tables, and examples worked "
            "out by the site's own program."
        ),
        _("Try it with figures of your own. The rules by date say what was changed and when."),
    ),
    Topic(
        "backtests backtest what_if",
        _("These pages compare every game with what the ratings predicted before it was played."),
        _(
            "The smaller the error, the better the rating predicts results. A scenario shows how "
            "another rule would have done on the same games."
        ),
    ),
    Topic(
        "verify downloads recalculate public_log",
        _(
            "These pages let anyone check a list: its files, their checksums, the rules, and a calculation that "
            "runs in your browser."
        ),
        _(
            "The same games and rules give the same file, byte for byte. The public log proves that no published list "
            "was silently replaced."
        ),
    ),
    Topic(
        "api",
        _(
            "This page explains how programs read what the site shows to anyone: players, lists, games, clubs, "
            "tournaments."
        ),
        _(
            "Reading needs no account. Calendars, feeds and frames need no program either. Clubs send files with "
            "a token of “My club”."
        ),
    ),
    Topic(
        (
            "league_seasons league_season league_series league_live league_rulings league_scorers league_club "
            "league_team league_player"
        ),
        _(
            "These pages show the team competition: series with their tables, matches of the day, teams, players "
            "and rulings."
        ),
        _(
            "A table says by which points and tie-breaks it is ordered. Each team and each series has a calendar "
            "for your phone."
        ),
    ),
    Topic(
        "league_match league_sheet",
        _("This page shows a team match: the line-ups, the result of each board and what is settled about it."),
        _(
            "Line-ups are shown once both captains have locked theirs. A result counts when both sides have "
            "confirmed it or an officer has ruled."
        ),
    ),
    Topic(
        "privacy",
        _("This page says what the site shows and keeps about a person, for how long, and who can read it."),
        _("It also says how to have something corrected, hidden or erased."),
    ),
    Topic(
        "own_data claim_record delete_account unsubscribe",
        _("Here you see all that the site keeps about you, and choose which news reaches you by mail."),
        _("You can download it, ask for a correction, hide your name, or delete your account."),
    ),
]
