"""CRC-32C (Castagnoli) and the mask under which event files store it."""

import google_crc32c

_MASK_DELTA = 0xA282EAD8  # TFRecord's constant; masking keeps a CRC of CRCs from degenerating
_UINT32 = 0xFFFFFFFF


def crc32c(data: bytes) -> int:
    """Return the CRC-32C of `data` as an unsigned 32-bit integer (RFC 3720, appendix B.4)."""
    return int(google_crc32c.value(data))


def extend_crc32c(crc: int, data: bytes) -> int:
    """Return the CRC-32C of bytes of which `crc` is that of all before `data`."""
    return int(google_crc32c.extend(crc, data))


def mask(crc: int) -> int:
    """Return the stored form of a CRC: rotated right by 15 bits, plus a constant."""
    return ((crc >> 15 | crc << 17) + _MASK_DELTA) & _UINT32


def masked_crc32c(data: bytes) -> int:
    """Return the CRC-32C of `data` in its stored form."""
    return mask(crc32c(data))
