"""Runs bots, hints and reviews in workers, since search would block the event loop."""

import asyncio
import secrets
from collections import Counter
from collections.abc import Callable

import msgspec

import chabudai
from chabudai.bots.hint import Hint
from chabudai.bots.random_bot import RandomBot
from chabudai.bots.review import Judged
from chabudai.kernel.rng import SEEDS, Rng
from chabudai.kernel.state import State
from chabudai.scene.game import Game
from chabudai.server.address import Sender
from chabudai.server.bot_pool.fair_queue import Audience, Ticket
from chabudai.server.bot_pool.lane import Lane
from chabudai.server.bot_pool.process_worker import ProcessWorker, Worker, WorkerFailed
from chabudai.server.bot_pool.requests import MOVE_SECONDS, BotRequest
from chabudai.server.limits import Limits
from chabudai.server.refusal import ServerRefused
from chabudai.server.telemetry import Telemetry

MIN_SECONDS = 0.02

UNWATCHED_SECONDS = MOVE_SECONDS / 4
"""A bot's time for a move that nobody waits for. It is short, since somebody may arrive who has to wait for it."""

HINT_SECONDS = min(0.8, MOVE_SECONDS)

_HINT_GRACE_SECONDS = 30.0
"""Replaces `GRACE_SECONDS` for hints, which run all their playouts even on a busy machine."""

GRACE_SECONDS = 5.0
"""A worker that takes this many seconds longer than its budget has failed, and is replaced."""

REVIEW_SECONDS = 2.0
"""The time for a piece of a review. Between two pieces its progress is shown, and other addresses get a turn."""

_UNCOMPILED_REVIEW_GRACE = 60.0
"""Replaces `GRACE_SECONDS` in reviews with uncompiled rules, where a single move may take this long."""

_REVIEW_TIMEOUT = 1800.0
"""The timeout of a whole review, generous enough for uncompiled rules."""

_MAX_PENDING = 512
"""With this many requests of people who wait, hints are refused."""


class BotPool:
    """A fixed number of workers for bots and hints, and one for reviews, each with a fair queue."""

    def __init__(
        self,
        processes: int,
        telemetry: Telemetry,
        limits: Limits | None = None,
        *,
        make_worker: Callable[[], Worker] = ProcessWorker,
    ) -> None:
        self.processes = processes
        self.telemetry = telemetry
        self.limits = limits or Limits()
        self._moves = Lane([make_worker() for _ in range(processes)], self._with_budget)
        # Reviews have their own worker, because a review takes a minute and no bot should wait for it.
        self._reviews = Lane([make_worker()], _review_piece)
        self._hints_waiting: Counter[str] = Counter()
        self._reviews_waiting: Counter[str] = Counter()
        self._review_turns: dict[str, asyncio.Lock] = {}
        """By address: its reviews come one after the other."""

    @property
    def pending(self) -> int:
        """The number of requests for a move or a hint, in progress or waiting."""
        return len(self._moves.queue)

    @property
    def unwatched(self) -> int:
        """The number of those requests that nobody waits for."""
        return self._moves.queue.count(present=False)

    async def warm_up(self) -> None:
        """Start the workers before they are needed."""
        await asyncio.gather(*(worker.start() for worker in self._moves.workers))

    def set_waiting(self, audience: Audience, waiting: tuple[Sender, ...]) -> None:
        """Say who now waits for the requests of an audience."""
        audience.waiting = waiting
        for ticket in audience.tickets:
            self._moves.queue.move(ticket)

    async def choose(
        self, game: Game, view: State, bot: str, seed: int | None = None, audience: Audience | None = None
    ) -> int:
        """Return a bot's choice. If its worker fails, choose at random, so that the game continues."""
        request = _request_about(game, view, do="choose", bot=bot, seed=seed)
        try:
            return (await self._moves.ask(request, audience or Audience())).action
        except WorkerFailed as error:
            self.telemetry.warn("bot worker failed", game=game.name, bot=bot, error=str(error))
        return RandomBot(Rng(secrets.randbelow(SEEDS))).choose(view)

    async def hint(self, game: Game, view: State, sender: Sender = Sender()) -> Hint:  # noqa: B008
        """Return a hint, or refuse if too many requests are pending."""
        address = sender.address
        if self._hints_waiting[address] >= self.limits.hints_waiting_per_address:
            raise ServerRefused("busy_here", status=503)
        if self._moves.queue.count(present=True) >= _MAX_PENDING:
            raise ServerRefused("busy", status=503)
        self._hints_waiting[address] += 1
        try:
            reply = await self._moves.ask(_request_about(game, view, do="hint"), Audience(waiting=(sender,)))
        finally:
            _decrement(self._hints_waiting, address)
        if reply.hint is None:
            raise ServerRefused("no_hint", status=503)
        return reply.hint

    def review(
        self,
        record: bytes,
        sender: Sender = Sender(),  # noqa: B008
        seat: int | None = None,
        on_progress: Callable[[int], None] = lambda move: None,
    ) -> "asyncio.Task[list[Judged]]":
        """Start to review the moves of a finished game, all or those of a seat.

        Call `on_progress` with the number of the move at which the review has arrived. Refuse if too many reviews wait
        for this address.
        """
        if self._reviews_waiting[sender.address] >= self.limits.reviews_waiting_per_address:
            raise ServerRefused("too_many_reviews_waiting", status=503)
        self._reviews_waiting[sender.address] += 1
        task = asyncio.get_running_loop().create_task(self._review(record, sender, seat, on_progress))
        task.add_done_callback(lambda _: self._end_review(sender.address))
        return task

    async def _review(
        self, record: bytes, sender: Sender, seat: int | None, on_progress: Callable[[int], None]
    ) -> list[Judged]:
        request = BotRequest(do="review", record=record.decode(), seconds=REVIEW_SECONDS, seat=seat)
        judged: list[Judged] = []
        async with self._review_turns.setdefault(sender.address, asyncio.Lock()):
            deadline = asyncio.get_running_loop().time() + _REVIEW_TIMEOUT
            while request.first >= 0:
                if asyncio.get_running_loop().time() > deadline:
                    raise WorkerFailed("the review takes too long")
                reply = await self._reviews.ask(request, Audience(waiting=(sender,)))
                judged += reply.review
                request = msgspec.structs.replace(request, first=reply.next)
                if request.first >= 0:
                    on_progress(request.first)
        return judged

    def _end_review(self, address: str) -> None:
        _decrement(self._reviews_waiting, address)
        if not self._reviews_waiting[address]:
            self._review_turns.pop(address, None)

    async def close(self) -> None:
        """Stop all workers."""
        await self._moves.close()
        await self._reviews.close()

    def _with_budget(self, ticket: Ticket) -> tuple[BotRequest, float]:
        """Set the time for a request: the full time as long as no request has to wait."""
        longest = HINT_SECONDS if ticket.request.do == "hint" else MOVE_SECONDS if ticket.present else UNWATCHED_SECONDS
        share = min(1.0, self.processes * self._moves.queue.share(ticket))
        seconds = max(MIN_SECONDS, min(longest, MOVE_SECONDS * share))
        grace = _HINT_GRACE_SECONDS if ticket.request.do == "hint" else GRACE_SECONDS
        return msgspec.structs.replace(ticket.request, seconds=seconds), seconds + grace


def _review_piece(ticket: Ticket) -> tuple[BotRequest, float]:
    """Return the request for a piece of a review, and the seconds after which the worker has failed."""
    grace = GRACE_SECONDS if chabudai.COMPILED else _UNCOMPILED_REVIEW_GRACE
    return ticket.request, ticket.request.seconds + grace


def _decrement(counts: "Counter[str]", key: str) -> None:
    counts[key] -= 1
    if not counts[key]:
        del counts[key]


def _request_about(game: Game, view: State, *, do: str, bot: str = "", seed: int | None = None) -> BotRequest:
    """Build a request about a seat's view, which is all that a bot ever gets."""
    setup = view.setup
    return BotRequest(
        do=do,
        game=game.name,
        players=setup.players,
        options=setup.options,
        data=setup.overridden_tables() or None,
        view=view.as_json(),
        bot=bot,
        seed=secrets.randbelow(2**63) if seed is None else seed,
    )
