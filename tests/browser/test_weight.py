"""How much a page weighs: the lobby and a table that nobody has seen before, and what a move sends."""

import json
import zlib

import pytest
from playwright.sync_api import CDPSession
from websockets.extensions.permessage_deflate import PerMessageDeflate

from browser.conftest import Visit
from chabudai.games.registry import games
from chabudai.kernel.rng import Rng
from chabudai.server.socket.wire import PACKING
from server.served import Connection, Served, play_on

FIRST_PAGE = 150_000
UPDATE = 4096


@pytest.mark.parametrize("game", ["", *games()])
def test_a_first_page_is_light(visit: Visit, game: str) -> None:
    visitor = visit()
    fetched: list[float] = []
    session: CDPSession = visitor.context.new_cdp_session(visitor.page)
    session.send("Network.enable")
    session.on("Network.loadingFinished", lambda told: fetched.append(told["encodedDataLength"]))
    if game:
        visitor.play_bots(game)
    else:
        visitor.page.goto("/")
    visitor.page.wait_for_load_state("networkidle")
    assert len(fetched) > 3
    assert sum(fetched) < FIRST_PAGE


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game", list(games()))
def test_an_update_after_a_move_is_small(served: Served, game: str, language: str) -> None:
    guest = served.guest("Aoi", language)
    bots = max(games()[game].players) - 1
    table = guest.make(game=game, seats=["me", *["random"] * bots])
    hand, page = guest.connect(table), guest.connect(table, form="html").ready()
    play_on([hand], Rng(1))
    page.until(lambda: page.now["status"] == "over")
    weights = packed(page)
    assert len(weights) > 10
    assert max(weights) < UPDATE


def packed(page: Connection) -> list[int]:
    """The bytes of each update after the first, packed as the server does it: one stream for the whole connection."""
    extension = page.socket.protocol.extensions[0]
    assert isinstance(extension, PerMessageDeflate)
    assert not extension.remote_no_context_takeover
    stream = zlib.compressobj(PACKING["level"], wbits=-extension.remote_max_window_bits, memLevel=PACKING["memLevel"])
    weights = []
    for frame in page.frames:
        sent = json.dumps(frame, ensure_ascii=False, separators=(",", ":")).encode()
        weight = len(stream.compress(sent) + stream.flush(zlib.Z_SYNC_FLUSH))
        if frame["t"] == "sections":
            weights.append(weight)
    return weights[1:]
