"""Shorten the IP addresses of old entries: the network stays, the connection cannot be identified any more."""

import datetime as dt
import ipaddress

from django.db import transaction
from django.utils import timezone

from federation.database import bulk
from federation.models import AuditEntry
from federation.profiles.reading import profile

NETWORK = {4: 24, 6: 48}  # bits that stay
AT_ONCE = 5000  # entries


def cut_addresses() -> int:
    """Shorten the addresses of entries older than the profile keeps them. Return the number of entries. They are no
    part of any hash.
    """
    kept = dt.timedelta(days=profile().on(timezone.localdate()).retention.addresses)
    before, done = timezone.now() - kept, 0
    old = AuditEntry.objects.filter(at__lt=before).exclude(ip="").exclude(ip__contains="/")
    while some := list(old.only("n", "ip").order_by("at")[:AT_ONCE]):
        for entry in some:
            entry.ip = network(entry.ip)
        with transaction.atomic():
            bulk.update(some, ["ip"])
        done += len(some)
    return done


def network(address: str) -> str:
    """Return the network of an address: 192.0.2.0/24, 2001:db8::/48. "" if it is no address."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return ""
    return str(ipaddress.ip_network((found, NETWORK[found.version]), strict=False))
