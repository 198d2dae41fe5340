"""Bodies that are kept for the next who asks."""

from scopeboard.api.recent import RecentBodies


def made(bodies: RecentBodies, etag: str, body: bytes) -> bool:
    """Ask for a body; return whether it had to be made."""
    calls: list[str] = []

    def make() -> bytes:
        calls.append(etag)
        return body

    assert bodies.get(etag, make) == body
    return bool(calls)


def test_a_body_is_made_once() -> None:
    bodies = RecentBodies()
    assert [made(bodies, "a", b"1"), made(bodies, "a", b"1"), made(bodies, "b", b"2")] == [
        True,
        False,
        True,
    ]


def test_those_asked_for_last_are_kept() -> None:
    bodies = RecentBodies(nbytes=80)
    for etag in "abcdefgh":
        made(bodies, etag, b"0123456789")
    assert not made(bodies, "a", b"0123456789")
    assert made(bodies, "i", b"0123456789")
    assert not made(bodies, "a", b"0123456789")
    assert made(bodies, "b", b"0123456789")


def test_a_large_body_does_not_push_out_all_others() -> None:
    bodies = RecentBodies(nbytes=80)
    made(bodies, "small", b"1")
    assert made(bodies, "large", b"x" * 11)
    assert not made(bodies, "small", b"1")


def test_of_large_bodies_the_last_is_kept_until_it_is_let_go() -> None:
    bodies = RecentBodies(nbytes=80)
    assert made(bodies, "large", b"x" * 11)
    assert not made(bodies, "large", b"x" * 11)
    assert made(bodies, "other", b"y" * 11)
    assert made(bodies, "large", b"x" * 11)
    bodies.let_go()
    assert made(bodies, "large", b"x" * 11)


def test_nothing_is_kept_twice() -> None:
    bodies = RecentBodies(nbytes=80)

    def at_once() -> bytes:
        made(bodies, "a", b"0123456789")
        return b"0123456789"

    for _ in range(3):
        bodies.get("a", at_once)
    for etag in "bcdefgh":
        made(bodies, etag, b"0123456789")
    assert not made(bodies, "a", b"0123456789")
