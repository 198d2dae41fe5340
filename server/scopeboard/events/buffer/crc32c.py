"""CRC-32C (Castagnoli) and the mask that event files apply to it."""

from crc32c import crc32c

__all__ = ["crc32c", "mask", "masked_crc32c"]

_MASK_DELTA = 0xA282EAD8  # TFRecord's constant; masking keeps a CRC of CRCs from degenerating
_UINT32 = 0xFFFFFFFF


def mask(crc: int) -> int:
    """Return the stored form of a CRC: rotated right by 15 bits, plus a constant."""
    return ((crc >> 15 | crc << 17) + _MASK_DELTA) & _UINT32


def masked_crc32c(data: bytes) -> int:
    """Return the CRC-32C of `data` in its stored form."""
    return mask(crc32c(data))
