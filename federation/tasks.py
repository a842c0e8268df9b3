"""What Celery can start: one task, a wake-up for a job."""

from federation import jobs
from federation.celery import app


@app.task(name=jobs.TASK)
def run_job(job_id: str) -> None:
    """Run the job of that id, if it still waits."""
    jobs.run(job_id)
