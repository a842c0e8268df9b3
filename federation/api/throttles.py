"""How many requests a minute a client may make; the answer to one more says when to try again."""

import ipaddress

from axes.helpers import get_client_ip_address
from django.conf import settings
from django.core.cache import caches
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView


class ClientThrottle(SimpleRateThrottle):
    """Requests without a token, by network address.

    Each process counts in its own memory: with several of them a client may make more requests, never fewer.
    """

    cache = caches["throttles"]
    scope = "client"

    def get_rate(self) -> str:
        return f"{settings.API_REQUESTS_A_MINUTE}/min"

    def get_cache_key(self, request: Request, view: APIView) -> str:
        return f"api:{_house(get_client_ip_address(request) or '')}"


def _house(address: str) -> str:
    """Return the address; of IPv6 the network that one customer gets, in which each request may have another one."""
    try:
        number = ipaddress.ip_address(address)
    except ValueError:
        return ""
    return str(number if number.version == 4 else ipaddress.ip_network(f"{number}/64", strict=False))
