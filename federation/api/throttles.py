"""How many requests a minute a client may make; the answer to one more says when to try again."""

import ipaddress
import time

from axes.helpers import get_client_ip_address
from django.conf import settings
from django.core.cache import BaseCache, caches
from redis.exceptions import RedisError
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

MINUTE = 60  # seconds
SILENCE = 30  # seconds without a question to a broker that did not answer
_silent_until = 0.0


class ClientThrottle(SimpleRateThrottle):
    """Requests without a token, by network address, in each minute of the clock. All processes count together."""

    scope = "client"

    def get_rate(self) -> str:
        return f"{settings.API_REQUESTS_A_MINUTE}/min"

    def get_cache_key(self, request: Request, view: APIView) -> str:
        return f"api:{_house(get_client_ip_address(request) or '')}"

    def allow_request(self, request: Request, view: APIView) -> bool:
        minute, second = divmod(int(self.timer()), MINUTE)
        self.left = MINUTE - second
        return _count(f"{self.get_cache_key(request, view)}:{minute}") <= int(self.num_requests)

    def wait(self) -> int:
        """Return the seconds until the minute is over."""
        return self.left


def _count(key: str) -> int:
    """Count one more in the broker; while it does not answer, in the memory of this process."""
    global _silent_until  # noqa: PLW0603 - of this process
    if time.monotonic() >= _silent_until:
        try:
            return _counted(caches["throttles"], key)
        except (RedisError, OSError, ValueError):  # ValueError: the count is gone, the broker is full
            _silent_until = time.monotonic() + SILENCE
    return _counted(caches["own_throttles"], key)


def _counted(cache: BaseCache, key: str) -> int:
    cache.add(key, 0, 2 * MINUTE)
    return int(cache.incr(key))


def _house(address: str) -> str:
    """Return the address; for IPv6 the network of one customer, who may send each request from another address."""
    try:
        number = ipaddress.ip_address(address)
    except ValueError:
        return ""
    return str(number if number.version == 4 else ipaddress.ip_network(f"{number}/64", strict=False))
