"""robots.txt and pages that search engines must not index."""

from django.test import Client


def test_robots_may_read_only_public_pages_in_every_language(client: Client) -> None:
    answer = client.get("/robots.txt")
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/plain")
    asked = answer.text.splitlines()
    for room in ("admin", "login", "account", "my-club", "receipts", "players/*/simulator"):
        assert f"Disallow: /{room}/" in asked
        assert f"Disallow: /*/{room}/" in asked
    public = ("Disallow: /lists", "Disallow: /clubs", "Disallow: /tournaments")
    assert not any(line.startswith(public) for line in asked)
