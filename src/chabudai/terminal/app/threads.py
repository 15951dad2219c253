"""Runs what takes long beside the screen, in a thread that no exit waits for."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

T = TypeVar("T")


async def beside(work: Callable[[], T]) -> T:
    """The result of some work; the screen goes on meanwhile.

    Not `asyncio.to_thread`: leaving the application would wait for a bot to finish thinking.
    """
    done: Future[T] = Future()
    done.set_running_or_notify_cancel()  # what runs cannot be cancelled: whoever waits simply goes

    def run() -> None:
        try:
            done.set_result(work())
        except Exception as error:
            done.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return await asyncio.wrap_future(done)
