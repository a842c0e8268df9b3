"""What each role gets at each address, by rooms. The first row whose pattern fits the whole address counts."""

from __future__ import annotations

import re

from tests.attacks import addresses
from tests.attacks.site import ROLES, Site

# Answers. Reading: ok, to (a redirect), login (a redirect to the login), or the number of a refusal. Forms: done (it
# wrote), kept (answered, and nothing was written), login, or the number of a refusal, where nothing was written either.
# A row with one answer is for everybody.
READING = r"""
                                                      nobody player secretary neighbour registrar officer viewer admin
language/.*|p/.*|favicon.ico                          to
(room|\^\(\?P<old>|\^fr/).*                           to
lists/.*/birth-dates/.*                               login  403    ok        ok        ok        ok      403    ok
lists/<slug:slug>/on/                                 400
lists/<slug:slug>/on/<str:day>/                       to
tops.*                                                ok
|lists.*|methods/.*|head-to-head/|players/.*|clubs/.*|leagues/.*|corrections.*|claims/|rules/.*|log/.*|published/.* ok
sitemap.*|robots.txt|verify/|privacy/|receipts/.*     ok
search/|opensearch.xml|manifest.webmanifest           ok
colours.css|logo/.*                                   ok
\.well-known/security.txt                              ok
favicon.ico|\.well-known/change-password               to
open-data.zip                                         ok
open-data.parquet.zip                                 ok
statistics/.*                                         ok
tournaments/.*/(standings|teams)/                     to
tournaments/<int:pk>/live/.*|tournaments/announced/<int:pk>/ to
tournaments.*                                         ok
embed/.*|calendar.ics                                 ok
api/v1/(players|search)/|api/v1/.*/games/               400
api/v1/(receipts|uploads)/.*                          401
api/v1/\^.*                                           404
api/.*                                                ok
login/second-step/                                    to
login/send-again/                                     login  to     to        to        to        to      to     to
login/.*                                              ok
logout/|account/sessions/end/|invitations/<int:pk>/change/ 405
account/claim/|notices/stop/.*                        ok
notices/.*                                            404
my-data/(notices|<int:pk>/(visibility|correct))/      405
my-data/<int:pk>/.*                                   login  404    404       404       404       404     404    404
my-data/.*                                            login  ok     ok        ok        ok        ok      ok     ok
invitations/open/.*                                   410
invitations/members/<int:pk>/                         login  403    403       403       ok        403     403    ok
invitations/units/<int:pk>/                           login  404    404       404       ok        ok      404    ok
invitations/clubs/<int:pk>/                           login  404    ok        404       ok        ok      404    ok
account/lost-factors/                                 login  403    403       403       ok        ok      403    ok
account/second-factor/(app/remove|codes)/             login  404    404       404       404       404     404    404
account/second-factor/.+                              login  to     to        to        to        to      to     to
account/.*                                            login  ok     ok        ok        ok        ok      ok     ok
backtest/(<slug:slug>/)?|what-if/<int:pk>/            ok
backtest/<slug:slug>/what-if/                         403    403    403       403       403       ok      403    ok
backtest/<slug:slug>/compute/|what-if/<int:pk>/change/ 405
claims/new/                                           login  404    404       404       404       404     404    404
claims/<int:pk>/act/                                  405
claims/.*                                             login  404    ok        404       404       ok      404    ok
my-club/                                              login  ok     ok        ok        ok        ok      ok     ok
my-club/tournaments/                                  login  ok     ok        ok        ok        ok      ok     ok
my-club/clubs/<int:pk>/members/.*/(guardians|leave)/  405
my-club/clubs/<int:pk>/(members.*|data/)              login  404    ok        404       ok        ok      ok     ok
my-club/clubs/<int:pk>/(tokens|webhooks)/.+           405
my-club/clubs/<int:pk>/(tokens|webhooks)/             login  404    ok        404       404       ok      404    ok
my-club/clubs/.*                                      login  404    ok        404       ok        404     404    ok
my-club/decisions/                                    login  403    403       403       ok        403     403    ok
my-club/transfers/<int:pk>/                           login  404    ok        ok        ok        404     404    ok
my-club/upload/|my-club/events/new/|my-club/announce/ login  403    ok        ok        403       ok      403    ok
my-club/uploads/<slug:receipt>/(read|dismiss|submit)/ 405
my-club/tournaments/<int:pk>/(fix|decide|delete|add-rounds)/|my-club/announced/<int:pk>/withdraw/ 405
my-club/events/<int:pk>/(pair|undo-pairing|rounds|show|finish|delete)/ 405
my-club/events/<int:pk>/players/(add|add-members|.*/change)/ 405
my-club/events/<int:pk>/rounds/.*/(result|swap|remove-board|day)/ 405
my-club/.*                                            login  404    ok        404       404       ok      404    ok
offices/                                              login  ok     ok        ok        ok        ok      ok     ok
offices/federation/                                   login  403    403       403       ok        ok      403    ok
offices/clubs/.*                                      login  404    ok        404       ok        ok      404    ok
offices/units/.*                                      login  404    404       404       ok        ok      404    ok
offices/<int:pk>/.*|offices/act-as/                     405
interclubs/.*|confirm-result/.*                       ok
captain/                                              login  ok     ok        ok        ok        ok      ok     ok
captain/.*/move/propose/|captain/.*/enter/             to
captain/.*/(change|result|confirm|protest|photo|propose|answer|withdraw)/ 405
captain/photos/.*                                     login  404    404       404       404       404     404    404
captain/clubs/.*                                      login  404    ok        404       404       404     404    ok
captain/.*                                            login  404    ok        404       404       404     404    404
league-office/matches/.*/(rule|move)/                 to
league-office/.*/(decide|fixtures|copy|play-offs|accept|withdraw|result|confirm|arbiter)/ 405
league-office/.*/rounds/.*                            login  404    404       404       404       404     404    404
league-office/matches/.*                              login  403    403       403       403       403     403    ok
league-office/                                        login  403    403       403       403       403     403    ok
league-office/.*                                      login  404    404       404       404       404     404    ok
privacy/(erasures|corrections)/<int:pk>/decide/       405
privacy/looks/                                        login  403    403       403       403       403     403    ok
privacy/(erasures|members|corrections)/.*             login  403    403       403       ok        403     403    ok
office/                                               login  403    403       403       ok        ok      ok     ok
office/season/ask/|office/webhooks/.+                 405
office/webhooks/                                      login  403    403       403       403       ok      403    ok
office/data/<slug:code>/                              login  403    403       403       ok        403     403    ok
office/.*                                             login  403    403       403       ok        ok      ok     ok
treasury/(bank-file|book|price|issue)/                405
treasury/(clubs|members)/<int:pk>/charge/             login  403    403       403       403       403     403    ok
treasury/(clubs|members)/<int:pk>/mandate/            login  404    404       404       404       404     404    ok
treasury/members/<int:pk>/                            login  404    404       404       to        404     to     to
treasury/members/<int:pk>/.*                          login  404    404       404       ok        404     ok     ok
treasury/debits/<int:pk>/pain.008(.b2b)?.xml          login  403    403       403       403       403     403    to
treasury/clubs/<int:pk>/                              login  404    to        404       to        404     to     to
treasury/clubs/.*                                     login  404    ok        404       ok        404     ok     ok
treasury/.*                                           login  403    403       403       403       403     403    ok
admin/login/                                          login  login  login     login     to        to      to     to
admin/logout/                                         to     to     to        to        405       405     405    405
admin/r/.*|admin/\(\?P<url>.*                         login  login  login     login     404       404     404    404
admin/(server|appearance)/.*                          login  login  login     login     403       403     403    ok
admin/auth/.*/<path:object_id>/                       login  login  login     login     to        to      to     to
admin/leagues/\w+/<path:object_id>/                    login  login  login     login     to        to      to     to
admin/leagues/.*                                      login  login  login     login     403       403     403    ok
admin/federation/auditentry/(add|.*delete)/           login  login  login     login     403       403     403    403
admin/federation/auditentry/<path:object_id>/         login  login  login     login     to        to      to     to
admin/federation/auditentry/.*                        login  login  login     login     403       403     403    ok
admin/auth/.*                                         login  login  login     login     403       403     403    ok
admin/federation/job/<uuid:pk>/again/                 login  login  login     login     405       405     405    405
admin/federation/job/<path:object_id>/delete/         login  login  login     login     ok        ok      403    ok
admin/federation/(job|comparedplayer)/add/            login  login  login     login     403       403     403    403
admin/federation/comparedplayer/.*/delete/            login  login  login     login     403       403     403    403
admin/federation/\w+/process_import/                  login  login  login     login     405       405     405    405
admin/federation/\w+/import/preview/                  login  login  login     login     to        403     403    to
admin/federation/\w+/(import|export|add)/             login  login  login     login     ok        403     403    ok
admin/federation/member/<int:pk>/.*                   login  login  login     login     ok        403     403    ok
admin/federation/\w+/<path:object_id>/delete/         login  login  login     login     ok        403     403    ok
admin/tournaments/\w+/add/                            login  login  login     login     403       403     403    403
admin/tournaments/(correction|upload)/.*/delete/      login  login  login     login     403       403     403    403
admin/ratings/(ratinglist|rating|ledgerentry|whatif)/add/ login  login  login     login     403       403     403    403
admin/ratings/(rating\w*|ledgerentry)/.*/delete/      login  login  login     login     403       403     403    403
admin/ratings/ratinglist/revisions/                   login  login  login     login     403       ok      403    ok
admin/ratings/ratinglist/<int:pk>/verify/             login  login  login     login     ok        ok      ok     ok
admin/(ratings|tournaments)/\w+/<int:pk>/.*           login  login  login     login     403       ok      403    ok
admin/(ratings|tournaments)/.*/delete/                login  login  login     login     403       ok      403    ok
admin/ratings/ratingpool/add/                         login  login  login     login     403       ok      403    ok
admin/\w+/\w+/<path:object_id>/                       login  login  login     login     to        to      to     to
admin/(\w+/\w+/)?(<path:object_id>/(history|change)/)? login  login  login     login     ok        ok      ok     ok
admin/(ratings/ratingpool/runs|federation/\w+/csv)/.* login  login  login     login     ok        ok      ok     ok
admin/(autocomplete|jsi18n|password_change)/(done/)?  login  login  login     login     ok        ok      ok     ok
admin/\^\(\?P<app_label>.*                            login  login  login     login     ok        ok      ok     ok
"""
FORMS = r"""
                                                      nobody player secretary neighbour registrar officer viewer admin
sitemap.*|(lists|tournaments|corrections).atom         kept
(players|clubs)/<number:number>/\w+.atom              kept
(room|\^\(\?P<old>|\^fr/).*                           kept
api/v1/(receipts|uploads)/.*                          401
api/v1/\^.*                                           404
login/(password/<uidb64>/<token>/)?                   kept
login/password/                                       kept
logout/|admin/logout/                                 kept
account/claim/|notices/stop/.*                        kept
notices/.*                                            404
my-data/notices/                                      login  done   done      done      done      done    done   done
my-data/<int:pk>/(visibility|correct)/                login  404    404       404       404       404     404    404
my-data/delete-account/                               login  kept   kept      kept      kept      kept    kept   kept
my-data/.*                                            405
invitations/open/.*                                   410
invitations/members/<int:pk>/                         login  403    403       403       kept      403     403    kept
invitations/units/<int:pk>/                           login  404    404       404       kept      kept    404    kept
invitations/clubs/<int:pk>/                           login  404    done      404       done      done    404    done
invitations/<int:pk>/change/                          login  404    404       404       404       404     404    404
admin/login/                                          login  login  login     login     kept      kept    kept   kept
login/second-step/                                    kept
login/send-again/                                     login  kept   kept      kept      kept      kept    kept   kept
account/sessions/end/|account/again/                  login  kept   kept      kept      kept      kept    kept   kept
account/lost-factors/                                 login  403    403       403       kept      kept    403    kept
account/sessions/                                     login  kept   kept      kept      kept      kept    kept   kept
account/second-factor/(codes/)?                       login  405    405       405       405       405     405    405
account/second-factor/app/remove/                     login  404    404       404       404       404     404    404
account/second-factor/.*                              login  kept   kept      kept      kept      kept    kept   kept
account/(password/)?                                  login  done   done      done      done      done    done   done
backtest/<slug:slug>/.+|what-if/<int:pk>/.+           403    403    403       403       403       done    403    done
my-club/|my-club/tournaments/|my-club/uploads/<slug:receipt>/ 405
my-club/clubs/<int:pk>/(members/|members.csv|data/|transfers/) 405
my-club/clubs/<int:pk>/list/                          login  404    kept      404       kept      404     404    kept
my-club/clubs/<int:pk>/members/<int:member_pk>/       login  404    done      404       done      403     403    done
my-club/clubs/<int:pk>/webhooks/                      login  404    kept      404       404       kept    404    kept
my-club/clubs/<int:pk>/tokens/                        login  404    done      404       404       done    404    done
my-club/clubs/<int:pk>/(tokens|webhooks)/.*           login  404    404       404       404       404     404    404
my-club/clubs/.*                                      login  404    done      404       done      404     404    done
my-club/decisions/                                    login  403    403       403       done      403     403    done
my-club/transfers/<int:pk>/                           login  404    done      403       done      404     404    done
claims/new/                                           login  404    404       404       404       404     404    404
claims/<int:pk>/act/                                  login  404    403       404       404       done    404    done
my-club/upload/|my-club/events/new/|my-club/announce/ login  403    done      kept      403       done    403    done
my-club/tournaments/<int:pk>/((rating-impact|fide/check|files/.*)/?)? 405
my-club/events/<int:pk>/((players|standings|crosstable)/)? 405
my-club/events/<int:pk>/rounds/<int:number>/(sheet/.*)? 405
my-club/.*                                            login  404    done      404       404       done    404    done
offices/(federation/)?                                405
offices/act-as/                                       login  kept   kept      kept      kept      kept    kept   kept
offices/clubs/.*                                      login  404    done      404       done      done    404    done
offices/units/.*                                      login  404    404       404       done      done    404    done
offices/<int:pk>/announce/                            login  404    done      404       done      done    404    done
offices/<int:pk>/end/                                 login  404    kept      404       kept      kept    404    kept
offices/<int:pk>/revoke/                              login  404    403       404       done      done    404    done
confirm-result/.*                                     done
captain/.*/(change|result|confirm|protest|photo)/     login  404    done      404       404       404     404    404
captain/.*/move/propose/                              login  404    done      404       404       404     404    404
captain/.*/move/answer/                               login  404    404       404       404       404     404    404
captain/clubs/.*/(enter|withdraw)/                    login  404    kept      404       404       404     404    done
captain/clubs/.*/propose/                             login  404    done      404       404       404     404    done
captain/clubs/.*/import/                              login  404    kept      404       404       404     404    kept
captain/.*                                            405
league-office/matches/<int:pk>/(rule|move|arbiter)/   login  403    403       403       403       403     403    done
league-office/matches/.*/(decide|result|confirm)/     login  403    403       403       403       403     403    kept
league-office/<slug:slug>/series/.*                   login  404    404       404       404       404     404    kept
league-office/<slug:slug>/(take-over|compare)/        login  404    404       404       404       404     404    kept
league-office/<slug:slug>/(next/copy|entries/.*)/     login  404    404       404       404       404     404    done
league-office/<slug:slug>/next/play-offs/             login  404    404       404       404       404     404    kept
league-office/.*                                      405
privacy/.*(decide|erase)/                             login  403    403       403       done      403     403    done
office/season/ask/                                    login  403    403       403       kept      403     403    kept
office/webhooks/                                      login  403    403       403       403       kept    403    kept
office/webhooks/.+                                    login  403    403       403       403       404     403    404
office/.*                                             405
treasury/bank-file/                                   login  403    403       403       403       403     403    done
treasury/(book|price)/                                login  403    403       403       403       403     403    kept
treasury/(debits|overdue|mails)/                      login  403    403       403       403       403     403    kept
treasury/debits/<int:pk>/                             login  403    403       403       403       403     403    done
treasury/(clubs|members)/<int:pk>/mandate/            login  404    404       404       404       404     404    done
treasury/issue/                                       login  403    403       403       403       403     403    done
treasury/.*/(charge|credit|reverse|set-aside)/        login  403    403       403       403       403     403    done
treasury/members/<int:pk>/<int:season>/               login  404    404       404       403       404     403    done
treasury/clubs/<int:pk>/<int:season>/                 login  404    403       404       403       404     403    done
admin/password_change/                                login  login  login     login     done      done    done   done
admin/r/.*|admin/\(\?P<url>.*                         login  login  login     login     404       404     404    404
admin/appearance/(<int:pk>/)?                         login  login  login     login     403       403     403    done
admin/appearance/.*                                   login  login  login     login     405       405     405    405
admin/(server|autocomplete|password_change/done|jsi18n)/ login  login  login     login     405       405     405    405
admin/(\^\(\?P<app_label>.*)?                         login  login  login     login     kept      kept    kept   kept
admin/leagues/\w+/(<path:object_id>/history/)?         login  login  login     login     403       403     403    kept
admin/leagues/(competition|season|division|team)/.*delete/ login login login    login     403       403     403    kept
admin/leagues/\w+/(add|<path:object_id>/(change|delete))/ login login login    login     403       403     403    done
admin/federation/auditentry/<path:object_id>/         login  login  login     login     kept      kept    kept   kept
admin/federation/auditentry/(.*history/)?             login  login  login     login     403       403     403    kept
admin/federation/auditentry/.+                        login  login  login     login     403       403     403    403
admin/\w+/\w+/<path:object_id>/                       login  login  login     login     kept      kept    kept   kept
admin/auth/\w+/<path:object_id>/history/              login  login  login     login     403       403     403    kept
admin/auth/.*                                         login  login  login     login     403       403     403    done
admin/\w+/\w+/<path:object_id>/history/               login  login  login     login     kept      kept    kept   kept
admin/federation/job/(<uuid:pk>/again/|.*delete/)     login  login  login     login     done      done    403    done
admin/federation/job/                                 login  login  login     login     done      done    kept   done
admin/federation/comparedplayer/csv/                  login  login  login     login     kept      kept    kept   kept
admin/federation/(job|comparedplayer)/.+              login  login  login     login     403       403     403    403
admin/federation/(club|member)/<path:object_id>/delete/ login  login  login     login     kept      403     403    kept
admin/federation/\w+/(import.*|process_import|export)/ login  login  login     login     kept      403     403    kept
admin/federation/listcomparison/.*/change/            login  login  login     login     403       403     403    403
admin/federation/(club|member)/                       login  login  login     login     kept      kept    kept   kept
admin/federation/\w+/                                 login  login  login     login     done      kept    kept   done
admin/federation/.*                                   login  login  login     login     done      403     403    done
admin/ratings/(rating|ledgerentry)/<.*                login  login  login     login     403       403     403    403
admin/ratings/(ratinglist|rating|ledgerentry|whatif)/add/ login  login  login     login     403       403     403    403
admin/ratings/ratinglist/revisions/                   login  login  login     login     403       kept    403    kept
admin/ratings/ratinglist/<int:pk>/verify/|.*/runs/.*  login  login  login     login     kept      kept    kept   kept
admin/ratings/ratingpool/<int:pk>/levels/             login  login  login     login     403       kept    403    kept
admin/ratings/(ratinglist|ratingpool)/.*/delete/      login  login  login     login     403       403     403    403
admin/ratings/(rating\w*|ledgerentry)/                login  login  login     login     kept      kept    kept   kept
admin/tournaments/\w+/add/                            login  login  login     login     403       403     403    403
admin/tournaments/(correction|upload)/<.*             login  login  login     login     403       403     403    403
admin/tournaments/confirmedspelling/.*/change/        login  login  login     login     403       403     403    403
admin/tournaments/correction/                         login  login  login     login     kept      kept    kept   kept
admin/(ratings|tournaments)/\w+/                      login  login  login     login     kept      done    kept   done
admin/(ratings|tournaments)/.*                        login  login  login     login     403       done    403    done
.*                                                    405
"""

Row = tuple[re.Pattern[str], dict[str, str]]


def rows(table: str) -> list[Row]:
    """Return the pattern of each row and the answer to each role; if all get the same, to two that stand for all."""
    head, *lines = [line for line in table.split("\n") if line.strip()]
    assert head.split() == list(ROLES), "a column for each role"
    return [_row(line) for line in lines]


def _row(line: str) -> Row:
    pattern, *answers = line.split()
    if len(answers) == 1:
        return re.compile(pattern), dict.fromkeys(("nobody", "admin"), answers[0])
    return re.compile(pattern), dict(zip(ROLES, answers, strict=True))


def fitting(found: list[Row], route: str) -> dict[str, str]:
    """Return the answers of the first row that fits. Raise `LookupError` if there is none."""
    for pattern, answers in found:
        if pattern.fullmatch(route):
            return answers
    raise LookupError(f"no row for {route}")


def behind_a_login(site: Site) -> dict[str, str]:
    """Return the addresses that not everybody may read, by their routes; the others are asked by one account."""
    found = rows(READING)
    known = addresses.of(site)
    return {route: address for route, address in known.items() if fitting(found, route)["nobody"] != "ok"}
