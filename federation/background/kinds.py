"""The kinds of background work. Each is declared once, in the `tasks` of the app it belongs to:

    @job_kind("tie_breaks", _("Calculating tie-breaks"), urgent=False)
    def tie_breaks(job: Job, report: Report) -> Result: ...

Declarations are collected when the apps are ready (`federation.apps`), so that federation names no kind of another app.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

from federation.models import Job

Report = Callable[[int, str], None]  # takes the progress: per cent, and a sentence in English
Handler = Callable[[Job, Report], dict[str, Any] | None]


@dataclass(frozen=True)
class JobKind:
    """What the site needs to know about a kind of job."""

    name: str  # stored in the rows of jobs: it stays
    handler: Handler  # may be run twice; its return value is stored as the result of the job
    urgent: bool = True  # a user may wait for it in front of a page: it runs before kinds that are not urgent
    error_on_page: bool = False  # a page shows users' errors to the person who asked; else the job waits for the staff
    on_failure: Callable[[Job], None] | None = None  # is called with a job that failed for good


KINDS: dict[str, JobKind] = {}


def no_progress(percent: int, step: str) -> None:
    """Take a progress report and do nothing, for work outside a job."""


def job_kind(
    name: str,
    label: Promise | str,
    *,
    urgent: bool = True,
    error_on_page: bool = False,
    on_failure: Callable[[Job], None] | None = None,
) -> Callable[[Handler], Handler]:
    """Declare the function below as the handler of a kind of job. Raise ValueError if the name is taken."""

    def declare(handler: Handler) -> Handler:
        if name in KINDS:
            raise ValueError(f"There are two kinds of job called {name}.")
        Job.LABELS[name] = label
        KINDS[name] = JobKind(name, handler, urgent, error_on_page, on_failure)
        return handler

    return declare
