"""Fair queues: nobody gets more of the bots' time by asking more often, and people who are present come first."""

import asyncio
import io
from collections import Counter
from collections.abc import Awaitable, Callable

import pytest

import chabudai
from chabudai.bots.hint import Hint
from chabudai.games.registry import game as find_game
from chabudai.server.address import Sender
from chabudai.server.bot_pool import pool
from chabudai.server.bot_pool.fair_queue import Audience, FairQueue, Ticket
from chabudai.server.bot_pool.pool import BotPool
from chabudai.server.bot_pool.requests import MOVE_SECONDS, BotReply, BotRequest
from chabudai.server.limits import Limits
from chabudai.server.telemetry import Telemetry
from chabudai.session.refusal import Refused
from server.test_bot_pool import view_of

HONEST, ATTACKER = Sender("aoi", "127.0.0.1"), Sender("eve", "127.0.0.2")


class FakeWorker:
    """A worker that replies when it is told to, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[BotRequest] = []
        self.timeouts: list[float] = []
        self.replies: asyncio.Queue[BotReply | Exception] = asyncio.Queue()
        self.stopped = 0

    async def start(self) -> None:
        pass

    async def ask(self, request: BotRequest, seconds: float) -> BotReply:
        self.asked.append(request)
        self.timeouts.append(seconds)
        reply = await self.replies.get()
        if isinstance(reply, Exception):
            raise reply
        return reply

    async def stop(self) -> None:
        self.stopped += 1


def run(act: Callable[[BotPool, FakeWorker, FakeWorker], Awaitable[None]], limits: Limits | None = None) -> None:
    """Run a coroutine with a pool, its worker for moves, and its worker for reviews."""

    async def body() -> None:
        workers: list[FakeWorker] = []

        def make_worker() -> FakeWorker:
            workers.append(FakeWorker())
            return workers[-1]

        bots = BotPool(1, Telemetry(io.StringIO()), limits, make_worker=make_worker)
        async with asyncio.timeout(30):
            await act(bots, *workers)
            await bots.close()

    asyncio.run(body())


async def settle() -> None:
    """Let all tasks go on as far as they can."""
    for _ in range(20):
        await asyncio.sleep(0)


def ask_bot(bots: BotPool, seed: int, *waiting: Sender, owner: Sender = Sender()) -> "asyncio.Task[int]":  # noqa: B008
    audience = Audience(owner, waiting)
    return asyncio.create_task(bots.choose(find_game("kasane"), view_of("kasane"), "random", seed, audience))


def seeds(worker: FakeWorker) -> list[int]:
    return [request.seed for request in worker.asked]


def ticket(sender: Sender, number: int = 0, present: bool = True) -> Ticket:
    audience = Audience(sender, (sender,) if present else ())
    return Ticket(BotRequest(do="choose", seed=number), audience, asyncio.Future())


def popped(queue: FairQueue) -> list[int]:
    numbers = []
    while (next_ticket := queue.pop()) is not None:
        numbers.append(next_ticket.request.seed)
        queue.remove(next_ticket)
    return numbers


# ---- The queue -------------------------------------------------------------------------------------------------------


def test_addresses_take_turns_and_so_do_the_guests_of_an_address() -> None:
    async def act() -> None:
        queue = FairQueue()
        for number in range(4):
            queue.push(ticket(ATTACKER, number))
        queue.push(ticket(Sender("ally", ATTACKER.address), 10))
        queue.push(ticket(HONEST, 20))
        queue.push(ticket(HONEST, 21))
        assert popped(queue) == [0, 20, 10, 21, 1, 2, 3]

    asyncio.run(act())


def test_bots_that_nobody_waits_for_think_last_but_not_never() -> None:
    async def act() -> None:
        queue = FairQueue()
        queue.push(ticket(HONEST, -1, present=False))
        for number in range(15):
            queue.push(ticket(ATTACKER, number))
        assert popped(queue) == [*range(10), -1, *range(10, 15)]

    asyncio.run(act())


def test_a_table_counts_for_whoever_of_its_people_has_asked_for_least() -> None:
    async def act() -> None:
        queue = FairQueue()
        for number in range(3):
            queue.push(ticket(ATTACKER, number))
        shared = Ticket(BotRequest(do="choose"), Audience(waiting=(ATTACKER, HONEST)), asyncio.Future())
        queue.push(shared)
        assert shared.sender == HONEST

    asyncio.run(act())


def test_an_address_divides_its_share_of_time_among_its_own_requests() -> None:
    async def act() -> None:
        queue = FairQueue()
        honest = ticket(HONEST)
        queue.push(honest)
        assert queue.share(honest) == 1.0
        attacks = [ticket(ATTACKER, number) for number in range(100)]
        for attack in attacks:
            queue.push(attack)
        assert queue.share(honest) > 0.99
        assert queue.share(attacks[0]) == pytest.approx(1 / 200)
        for attack in attacks:
            queue.remove(attack)
        assert queue.share(honest) == 1.0
        assert len(queue) == 1

    asyncio.run(act())


def test_equal_tables_of_many_addresses_share_the_time() -> None:
    async def act() -> None:
        queue = FairQueue()
        tickets = [ticket(Sender("g", f"192.0.2.{number}")) for number in range(10)]
        for each in tickets:
            queue.push(each)
        assert [queue.share(each) for each in tickets] == pytest.approx([0.1] * 10)

    asyncio.run(act())


def test_what_is_removed_leaves_nothing_behind() -> None:
    async def act() -> None:
        queue = FairQueue()
        tickets = [ticket(Sender(f"g{number % 3}", f"a{number % 5}"), number) for number in range(60)]
        for each in tickets:
            queue.push(each)
        running = [queue.pop() for _ in range(7)]
        assert None not in running
        for each in tickets:
            queue.remove(each)
            queue.remove(each)  # twice does no harm
        assert len(queue) == 0
        assert not any(queue._queues.values())
        assert not any(queue._counts.values())

    asyncio.run(act())


# ---- The pool --------------------------------------------------------------------------------------------------------


def test_an_attackers_bots_do_not_delay_those_of_others() -> None:
    async def act(bots: BotPool, worker: FakeWorker, reviewer: FakeWorker) -> None:
        attacks = [ask_bot(bots, number, ATTACKER) for number in range(50)]
        await settle()
        honest = ask_bot(bots, 99, HONEST)
        await settle()
        worker.replies.put_nowait(BotReply(action=1))
        await settle()
        assert seeds(worker) == [0, 99]
        assert worker.asked[0].seconds == pool.MIN_SECONDS or worker.asked[0].seconds < MOVE_SECONDS / 20
        assert worker.asked[1].seconds > MOVE_SECONDS * 0.95
        worker.replies.put_nowait(BotReply(action=7))
        assert await honest == 7
        for attack in attacks:
            attack.cancel()

    run(act)


def test_a_request_that_is_canceled_does_not_cost_the_worker() -> None:
    async def act(bots: BotPool, worker: FakeWorker, reviewer: FakeWorker) -> None:
        canceled, waiting = ask_bot(bots, 1, ATTACKER), ask_bot(bots, 2, ATTACKER)
        honest = ask_bot(bots, 3, HONEST)
        await settle()
        canceled.cancel()
        waiting.cancel()
        await settle()
        assert bots.pending == 2  # the worker still thinks about the first one
        worker.replies.put_nowait(BotReply(action=1))
        worker.replies.put_nowait(BotReply(action=3))
        assert await honest == 3
        assert (seeds(worker), worker.stopped) == ([1, 3], 0)
        await settle()
        assert bots.pending == 0

    run(act)


def test_when_somebody_comes_to_the_table_its_bots_no_longer_think_last() -> None:
    async def act(bots: BotPool, worker: FakeWorker, reviewer: FakeWorker) -> None:
        tables = [Audience(HONEST) for _ in range(3)]
        asked = [
            asyncio.create_task(bots.choose(find_game("kasane"), view_of("kasane"), "random", number, table))
            for number, table in enumerate(tables)
        ]
        await settle()
        assert bots.unwatched == 3
        bots.set_waiting(tables[2], (HONEST,))
        assert bots.unwatched == 2
        for _ in range(3):
            worker.replies.put_nowait(BotReply(action=1))
        await asyncio.gather(*asked)
        assert seeds(worker) == [0, 2, 1]
        assert worker.asked[0].seconds <= pool.UNWATCHED_SECONDS
        assert worker.asked[1].seconds > pool.UNWATCHED_SECONDS

    run(act)


def test_a_worker_gets_its_budget_and_five_more_seconds() -> None:
    async def act(bots: BotPool, worker: FakeWorker, reviewer: FakeWorker) -> None:
        honest = ask_bot(bots, 1, HONEST)
        await settle()
        assert worker.timeouts == [worker.asked[0].seconds + 5.0]
        worker.replies.put_nowait(TimeoutError())
        view = view_of("kasane")
        assert view.is_legal(view.viewer, await honest)
        assert worker.stopped == 1  # it is started again for the next request

    run(act)


def test_hints_of_one_address_are_refused_before_they_fill_the_queue() -> None:
    async def act(bots: BotPool, worker: FakeWorker, reviewer: FakeWorker) -> None:
        game, view = find_game("kasane"), view_of("kasane")
        attacks = [asyncio.create_task(bots.hint(game, view, ATTACKER)) for _ in range(2)]
        await settle()
        with pytest.raises(Refused, match="busy_here"):
            await bots.hint(game, view, ATTACKER)
        honest = asyncio.create_task(bots.hint(game, view, HONEST))
        await settle()
        hint = Hint(seat=0, choices=[], simulations=0, goes_on=False)
        for _ in range(2):
            worker.replies.put_nowait(BotReply(hint=hint))
        assert await honest == hint
        worker.replies.put_nowait(BotReply(hint=hint))
        await asyncio.gather(*attacks)
        assert not bots._hints_waiting

    run(act, Limits(hints_waiting_per_address=2))


# ---- Reviews ---------------------------------------------------------------------------------------------------------


def test_reviews_of_different_addresses_take_turns_and_those_of_one_address_follow_each_other() -> None:
    async def act(bots: BotPool, mover: FakeWorker, worker: FakeWorker) -> None:
        attacks = [bots.review(f"attack {number}".encode(), ATTACKER) for number in range(2)]
        await settle()
        honest = bots.review(b"honest", HONEST)
        for step in (3, 3, 5, 5, -1, -1, 3, -1):
            await settle()
            worker.replies.put_nowait(BotReply(next=step))
        await asyncio.gather(*attacks, honest)
        asked = [(request.record, request.first) for request in worker.asked]
        assert asked == [
            ("attack 0", 0),
            ("honest", 0),
            ("attack 0", 3),
            ("honest", 3),
            ("attack 0", 5),
            ("honest", 5),
            ("attack 1", 0),
            ("attack 1", 3),
        ]

    run(act)


def test_too_many_waiting_reviews_of_an_address_are_refused_but_not_those_of_others() -> None:
    async def act(bots: BotPool, mover: FakeWorker, worker: FakeWorker) -> None:
        attack = bots.review(b"attack", ATTACKER)
        with pytest.raises(Refused, match="too_many_reviews_waiting"):
            bots.review(b"attack", ATTACKER)
        honest = bots.review(b"honest", HONEST)
        for _ in range(2):
            worker.replies.put_nowait(BotReply())
        await asyncio.gather(attack, honest)
        await settle()
        assert (bots._reviews_waiting, bots._review_turns) == (Counter(), {})
        worker.replies.put_nowait(BotReply())
        await bots.review(b"attack", ATTACKER)

    run(act, Limits(reviews_waiting_per_address=1))


def test_a_review_worker_that_hangs_fails_one_review_and_not_the_others() -> None:
    async def act(bots: BotPool, mover: FakeWorker, worker: FakeWorker) -> None:
        attack, honest = bots.review(b"attack", ATTACKER), bots.review(b"honest", HONEST)
        worker.replies.put_nowait(TimeoutError())
        worker.replies.put_nowait(BotReply())
        assert await honest == []
        assert "gave no reply" in str((await asyncio.gather(attack, return_exceptions=True))[0])
        assert worker.timeouts[0] < 100.0

    run(act)


@pytest.mark.parametrize(("compiled", "grace"), [(True, 5.0), (False, 60.0)])
def test_only_a_review_with_uncompiled_rules_may_exceed_its_budget_by_more_than_five_seconds(
    monkeypatch: pytest.MonkeyPatch, compiled: bool, grace: float
) -> None:
    monkeypatch.setattr(chabudai, "COMPILED", compiled)

    async def act(bots: BotPool, mover: FakeWorker, worker: FakeWorker) -> None:
        worker.replies.put_nowait(BotReply())
        await bots.review(b"honest", HONEST)
        assert worker.timeouts == [worker.asked[0].seconds + grace]

    run(act)
