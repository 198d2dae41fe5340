"""Every point of many series in the formats that other programs read, a portion at a time."""
