"""Which addresses of other machines the site sends to: those of the public Internet alone, never of its own network."""

import ipaddress
import socket
from urllib.parse import urlsplit

PORT = 443
SEEN_AS_IPV4 = ipaddress.ip_network("64:ff9b::/96")  # RFC 6052: the last four bytes are an address of the old Internet


class NotPublic(Exception):
    """The address of a web page is not one of the public Internet."""


def host_of(address: str) -> str:
    """Return the host of an https address without login and with the usual port. Raise `NotPublic` otherwise."""
    try:
        parts = urlsplit(address)
        port = parts.port or PORT
    except ValueError as error:
        raise NotPublic from error
    if parts.scheme != "https" or not parts.hostname or parts.username or parts.password or port != PORT:
        raise NotPublic
    return parts.hostname


def resolve(host: str) -> str:
    """Return an IP address of the host. Raise `NotPublic` if any of its addresses is not public, or there is none."""
    try:
        found = socket.getaddrinfo(host, PORT, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise NotPublic from error
    addresses = [row[4][0] for row in found]
    if not addresses or not all(map(is_public, addresses)):
        raise NotPublic
    return str(addresses[0])


def is_public(text: str) -> bool:
    """Return whether an IP address is one of the public Internet, also if it is an IPv4 address written as IPv6."""
    address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo or (None, None))[1]
        if address in SEEN_AS_IPV4:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(str(inner))
    return address.is_global and not address.is_multicast
