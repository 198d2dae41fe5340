"""What S3 costs: prices of S3 Standard in us-east-1, from https://aws.amazon.com/s3/pricing/.

They were read in 2026 and change now and then. Data that leaves S3 for a machine in the same region
is free, as the questions and answers on that page say.
"""

from typing import Final

GET_DOLLARS: Final = 0.0004 / 1000
"""Of a GET request."""

PUT_DOLLARS: Final = 0.005 / 1000
"""Of a PUT or LIST request."""

STORED_DOLLARS: Final = 0.023 / 30
"""Of a gigabyte for a day, of the first 50 TB."""

EGRESS_DOLLARS: Final = 0.0
"""Of a gigabyte to a machine in the same region."""


def requests_dollars(gets: float, puts_and_lists: float) -> float:
    """Return what requests cost."""
    return gets * GET_DOLLARS + puts_and_lists * PUT_DOLLARS


def stored_dollars(nbytes: float) -> float:
    """Return what bytes cost that are stored for a day."""
    return nbytes / 1e9 * STORED_DOLLARS
