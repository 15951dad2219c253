"""Runs slow work in threads that do not delay the exit."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

T = TypeVar("T")


async def run_in_thread(work: Callable[[], T]) -> T:
    """Run work in a thread, and return its result.

    `asyncio.to_thread` would make the exit wait until a bot has finished thinking.
    """
    done: Future[T] = Future()
    done.set_running_or_notify_cancel()  # running work cannot be canceled: its result is dropped

    def run() -> None:
        try:
            done.set_result(work())
        except Exception as error:
            done.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return await asyncio.wrap_future(done)
