"""Which addresses count as one client, for limits per client."""

from ipaddress import IPv6Address, ip_address, ip_network


def network_of(address: str) -> str:
    """Return what counts as one client: an IPv4 address, or an IPv6 network of 64 bits.

    A machine has as many IPv6 addresses as it wants. Text that is no address stands for itself.
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped  # as a socket for both protocols names it
    if found.version == 4 or found.is_loopback:
        return str(found)
    return str(ip_network((found, 64), strict=False))
