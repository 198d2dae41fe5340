"""The cache of response bodies."""

from collections.abc import Iterator

from scopeboard.api.http.response_cache import ResponseCache


def made(bodies: ResponseCache, etag: str, body: bytes) -> bool:
    """Ask for a body; return whether it had to be made."""
    calls: list[str] = []

    def make() -> bytes:
        calls.append(etag)
        return body

    assert bodies.get(etag, make) == body
    return bool(calls)


def test_a_body_is_made_once() -> None:
    bodies = ResponseCache()
    assert [made(bodies, "a", b"1"), made(bodies, "a", b"1"), made(bodies, "b", b"2")] == [
        True,
        False,
        True,
    ]


def test_the_most_recently_used_are_cached() -> None:
    bodies = ResponseCache(nbytes=80)
    for etag in "abcdefgh":
        made(bodies, etag, b"0123456789")
    assert not made(bodies, "a", b"0123456789")
    assert made(bodies, "i", b"0123456789")
    assert not made(bodies, "a", b"0123456789")
    assert made(bodies, "b", b"0123456789")


def test_a_large_body_does_not_push_out_all_others() -> None:
    bodies = ResponseCache(nbytes=80)
    made(bodies, "small", b"1")
    assert made(bodies, "large", b"x" * 11)
    assert not made(bodies, "small", b"1")


def test_the_last_large_body_is_cached_until_it_is_dropped() -> None:
    bodies = ResponseCache(nbytes=80)
    assert made(bodies, "large", b"x" * 11)
    assert not made(bodies, "large", b"x" * 11)
    assert made(bodies, "other", b"y" * 11)
    assert made(bodies, "large", b"x" * 11)
    bodies.drop_large()
    assert made(bodies, "large", b"x" * 11)


def test_a_body_is_cached_once() -> None:
    bodies = ResponseCache(nbytes=80)

    def at_once() -> bytes:
        made(bodies, "a", b"0123456789")
        return b"0123456789"

    for _ in range(3):
        bodies.get("a", at_once)
    for etag in "bcdefgh":
        made(bodies, etag, b"0123456789")
    assert not made(bodies, "a", b"0123456789")


def parts_of(bodies: ResponseCache, etag: str, parts: list[bytes]) -> tuple[bytes, bool]:
    """Ask for a body that is made in parts; return it and whether it had to be made."""
    calls: list[str] = []

    def make() -> Iterator[bytes]:
        calls.append(etag)
        return iter(parts)

    body = bodies.get(etag, make)
    assert not isinstance(body, bytes)
    return b"".join(body), bool(calls)


def test_a_body_in_parts_is_cached_once_all_are_made() -> None:
    bodies = ResponseCache()
    assert parts_of(bodies, "a", [b"1", b"2"]) == (b"12", True)
    assert parts_of(bodies, "a", []) == (b"12", False)
    bodies.drop_large()
    assert parts_of(bodies, "a", [b"3"]) == (b"3", True)


def test_an_incomplete_body_is_not_cached() -> None:
    bodies = ResponseCache()
    unfinished = bodies.get("a", lambda: iter([b"1", b"2"]))
    assert isinstance(unfinished, Iterator)
    assert next(unfinished) == b"1"
    assert parts_of(bodies, "a", [b"3"]) == (b"3", True)


def test_a_body_in_parts_beyond_the_limit_is_not_cached() -> None:
    bodies, part = ResponseCache(), bytes(17 << 20)
    assert parts_of(bodies, "a", [part, part])[1]
    assert parts_of(bodies, "a", [b"1"]) == (b"1", True)


def test_a_large_body_in_a_list_of_parts_is_cached() -> None:
    bodies = ResponseCache(nbytes=80)
    assert bodies.get("a", lambda: [b"x" * 11, b"y"]) == [b"x" * 11, b"y"]
    assert bodies.get("a", list) == [b"x" * 11, b"y"]


def test_a_small_body_in_parts_is_cached_as_one() -> None:
    bodies = ResponseCache(nbytes=80)
    assert bodies.get("a", lambda: [b"x", b"y"]) == [b"x", b"y"]
    assert bodies.get("a", list) == b"xy"
