"""Workers that share a fair queue."""

import asyncio
from collections.abc import Callable, Sequence

from chabudai.server.bot_pool.fair_queue import Audience, FairQueue, Ticket
from chabudai.server.bot_pool.process_worker import Worker, WorkerFailed, ask_worker
from chabudai.server.bot_pool.requests import BotReply, BotRequest


class Lane:
    """Hands the tickets of a queue to the next free worker.

    `prepare` returns the request as it is sent, with its budget, and the seconds after which the worker has failed.
    """

    def __init__(self, workers: Sequence[Worker], prepare: Callable[[Ticket], tuple[BotRequest, float]]) -> None:
        self.workers = workers
        self.queue = FairQueue()
        self._prepare = prepare
        self._free = list(workers)
        self._jobs: dict[asyncio.Task[None], None] = {}
        """An ordered set."""
        self._closed = False

    async def ask(self, request: BotRequest, audience: Audience) -> BotReply:
        """Return the reply to a request, or raise `WorkerFailed`."""
        ticket = Ticket(request, audience, asyncio.get_running_loop().create_future())
        audience.tickets[ticket] = None
        self.queue.push(ticket)
        self._dispatch()
        try:
            return await ticket.reply
        finally:
            audience.tickets.pop(ticket, None)
            if ticket.status == "queued":
                self.queue.remove(ticket)

    def _dispatch(self) -> None:
        while self._free and not self._closed and (ticket := self.queue.pop()) is not None:
            job = asyncio.get_running_loop().create_task(self._run(self._free.pop(), ticket))
            self._jobs[job] = None
            job.add_done_callback(lambda done: self._jobs.pop(done, None))

    async def _run(self, worker: Worker, ticket: Ticket) -> None:
        """Carry out a request, even if nobody wants the reply anymore: to kill the worker would cost more time."""
        try:
            reply = await ask_worker(worker, *self._prepare(ticket))
        except Exception as error:
            if not ticket.reply.done():
                ticket.reply.set_exception(error)
        else:
            if not ticket.reply.done():
                ticket.reply.set_result(reply)
        finally:
            if not ticket.reply.done():
                ticket.reply.set_exception(_stopping())
            self.queue.remove(ticket)
            self._free.append(worker)
            self._dispatch()

    async def close(self) -> None:
        """Stop the workers, and let all requests fail."""
        self._closed = True
        for job in list(self._jobs):
            job.cancel()
        await asyncio.gather(*self._jobs, return_exceptions=True)
        while (ticket := self.queue.pop()) is not None:
            self.queue.remove(ticket)
            if not ticket.reply.done():
                ticket.reply.set_exception(_stopping())
        for worker in self.workers:
            await worker.stop()


def _stopping() -> WorkerFailed:
    return WorkerFailed("the server is stopping")
