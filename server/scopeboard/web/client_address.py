"""The addresses that count as one client, for limits per client."""

from ipaddress import IPv6Address, ip_address, ip_network


def network_of(address: str) -> str:
    """Return the network of a client: an IPv4 address, or an IPv6 network of 64 bits.

    One machine can use any IPv6 address of its network. Other text is returned as it is.
    """
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is not None:
        parsed = parsed.ipv4_mapped  # the form of a socket for both protocols
    if parsed.version == 4 or parsed.is_loopback:
        return str(parsed)
    return str(ip_network((parsed, 64), strict=False))
