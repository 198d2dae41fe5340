"""What processes wait for: places, of which there are some, and a cache with a bound."""

from collections import OrderedDict, deque
from collections.abc import Hashable

from programs.scale.events import Action, Loop, Process, Wait


class Station:
    """Places that processes take and give back, first come, first served.

    Args:
        loop: has the time.
        places: how many processes may have one at a time.

    Attributes:
        arrived: how many processes have requested a place.
        left: how many have given it back.
        waited: seconds that processes waited for a place, together.
        busy: seconds that places were taken, together, up to the last change.
        area: seconds times the number of processes that waited or had a place, likewise.
    """

    def __init__(self, loop: Loop, places: int = 1) -> None:
        self.arrived = self.left = 0
        self.waited = self.busy = self.area = 0.0
        self._loop, self._places = loop, places
        self._taken = 0
        self._queue: deque[tuple[float, Action]] = deque()
        self._changed = loop.now

    @property
    def inside(self) -> int:
        """How many processes wait or have a place."""
        return self._taken + len(self._queue)

    def enter(self) -> Wait:
        """Return a wait for a place."""

        def wait(then: Action) -> None:
            self._count()
            self.arrived += 1
            if self._taken < self._places:
                self._taken += 1
                then()
            else:
                self._queue.append((self._loop.now, then))

        return wait

    def force(self) -> None:
        """Take a place at once, in excess of the bound if none is free."""
        self._count()
        self.arrived += 1
        self._taken += 1

    def leave(self) -> None:
        """Give a place back; who waits longest has it next."""
        self._count()
        self.left += 1
        if self._queue and self._taken <= self._places:
            since, then = self._queue.popleft()
            self.waited += self._loop.now - since
            self._loop.plan(0.0, then)
        else:
            self._taken -= 1

    def serve(self, seconds: float) -> Process:
        """Take a place for a time."""
        yield self.enter()
        yield self._loop.pause(seconds)
        self.leave()

    def _count(self) -> None:
        seconds = self._loop.now - self._changed
        self.busy += seconds * self._taken
        self.area += seconds * self.inside
        self._changed = self._loop.now


class Cache:
    """Which things are held within a bound; those that were used longest ago make room.

    Args:
        nbytes: the bound.
    """

    def __init__(self, nbytes: float) -> None:
        self._nbytes, self._held_bytes = nbytes, 0.0
        self._held: OrderedDict[Hashable, float] = OrderedDict()

    def use(self, name: Hashable) -> bool:
        """Return whether a thing is held; if so, it is used now."""
        if name not in self._held:
            return False
        self._held.move_to_end(name)
        return True

    def put(self, name: Hashable, nbytes: float) -> None:
        """Hold a thing, unless it is larger than the bound."""
        self._held_bytes -= self._held.pop(name, 0.0)
        if nbytes > self._nbytes:
            return
        self._held[name] = nbytes
        self._held_bytes += nbytes
        while self._held_bytes > self._nbytes:
            _, size = self._held.popitem(last=False)
            self._held_bytes -= size
