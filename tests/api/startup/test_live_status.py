"""The cache of the status: which requests wait for a read of the disk."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from scopeboard.api.startup.live_status import FRESH_SECONDS, LiveStatus, memory_version
from scopeboard.api.startup.status import Status, server_status
from scopeboard.state.state_file import StateFile
from scopeboard.store.store import Store
from tools.loops import run_apart

EMPTY = server_status(Store(), 5.0, lambda: 0, StateFile(None))


@dataclass
class Look:
    """Counts reads of the status; each waits until `let` is set."""

    count: int = 0
    failure: Exception | None = None
    let: Event = field(default_factory=Event)

    def __call__(self) -> Status:
        self.count += 1
        assert self.let.wait(60)
        if self.failure:
            raise self.failure
        return replace(EMPTY, generation=self.count)


class World:
    """A `LiveStatus` with a clock, a version and reads under the control of a test."""

    def __init__(self) -> None:
        self.now, self.version, self.look = 0.0, 0, Look()
        self.look.let.set()
        self.status = LiveStatus(self.look, lambda: self.version, lambda: self.now)

    async def generation(self) -> int:
        """Return the number of the read behind a body."""
        found: int = json.loads(await self.status.body())["generation"]
        return found

    async def until_looked(self, count: int) -> None:
        while self.look.count < count:
            await asyncio.sleep(0.001)


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    run_apart(asyncio.wait_for(test(), 60))


def test_a_body_is_cached_for_a_short_time() -> None:
    async def test() -> None:
        world = World()
        assert [await world.generation() for _ in range(3)] == [1, 1, 1]
        world.now += FRESH_SECONDS
        assert await world.generation() == 2

    run(test)


def test_a_change_in_memory_shows_at_once() -> None:
    async def test() -> None:
        world = World()
        assert await world.generation() == 1
        world.version += 1
        assert await world.generation() == 2

    run(test)


def test_a_body_is_renewed_in_the_background_before_it_expires() -> None:
    async def test() -> None:
        world = World()
        await world.generation()
        for count in range(2, 20):
            world.now += 0.6 * FRESH_SECONDS
            world.look.let.clear()
            assert await world.generation() == count - 1
            world.look.let.set()
            await world.until_looked(count)
            while await world.generation() != count:
                await asyncio.sleep(0.001)

    run(test)


def test_requests_that_arrive_during_a_look_share_the_next() -> None:
    async def test() -> None:
        world = World()
        world.look.let.clear()
        first = [asyncio.create_task(world.generation()) for _ in range(10)]
        await world.until_looked(1)
        second = [asyncio.create_task(world.generation()) for _ in range(10)]
        await asyncio.sleep(0)
        world.look.let.set()
        assert await asyncio.gather(*first) == [1] * 10
        assert await asyncio.gather(*second) == [2] * 10

    run(test)


def test_a_failure_is_that_of_its_requests_alone() -> None:
    async def test() -> None:
        world = World()
        world.look.failure = OSError("no descriptors")
        failed = await asyncio.gather(
            *(world.generation() for _ in range(3)), return_exceptions=True
        )
        assert failed == [world.look.failure] * 3
        world.look.failure = None
        assert await world.generation() == 2

    run(test)


def test_a_cancelled_request_does_not_affect_others() -> None:
    async def test() -> None:
        world = World()
        world.look.let.clear()
        first, second = (asyncio.create_task(world.generation()) for _ in range(2))
        await world.until_looked(1)
        first.cancel()
        world.look.let.set()
        assert await second == 1
        with pytest.raises(asyncio.CancelledError):
            await first

    run(test)


def test_whatever_changes_in_memory_changes_the_version(tmp_path: Path) -> None:
    store, state = Store(), StateFile(tmp_path / "state.json")
    version = memory_version(store, state.last_revision)
    versions = [version()]
    store.add_run("a", "a")
    versions.append(version())
    store.progress = replace(store.progress, state="ready")
    versions.append(version())
    state.write("runs", {"a": {}}, 0)
    versions.append(version())
    assert version() == versions[-1]
    assert all(one != other for one, other in pairwise(versions))
