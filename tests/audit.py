"""``python -m tests.audit``: are flaws known of what is locked? Asks PyPI, then OSV, by name and version.

It fails on a known flaw. Where no source of advisories answers it says so loudly and does not fail.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ("pypi", "osv")


def main() -> int:
    problems = []
    for source in SOURCES:
        command = [sys.executable, "-m", "pip_audit", "--requirement", "requirements-dev.lock", "--disable-pip"]
        command += ["--require-hashes", "--progress-spinner", "off", "--format", "json", "--vulnerability-service"]
        done = subprocess.run([*command, source], cwd=ROOT, capture_output=True, text=True, check=False)
        flaws, unanswered = verdict(done.stdout)
        if flaws:
            print("Known flaws of what is locked:", *flaws, sep="\n")
            return 1
        if not unanswered:
            print(f"No flaw is known of what is locked (asked {source}).")
            return 0
        problems.append(f"{source}: {unanswered}; {(done.stderr.strip().splitlines() or [''])[-1]}")
    print(
        "!!!! NOT AUDITED: no source of advisories answered. Run `make audit` where one can be reached.",
        *problems,
        sep="\n",
    )
    return 0


def verdict(answer: str) -> tuple[list[str], str]:
    """Return a line for each known flaw, and what was not answered ("" if all was) in pip-audit's JSON."""
    try:
        packages = json.loads(answer)["dependencies"]
    except (ValueError, KeyError):
        return [], "no answer"
    flaws = [
        f"{package['name']} {package['version']}: {flaw['id']}, fixed in {', '.join(flaw['fix_versions']) or 'none'}"
        for package in packages
        for flaw in package.get("vulns", [])
    ]
    skipped = [package["name"] for package in packages if "skip_reason" in package]
    return flaws, f"nothing known about {len(skipped)} of {len(packages)} packages" if skipped else ""


if __name__ == "__main__":
    sys.exit(main())
