"""Sizes in bytes: the first load of the lobby and of a table, and the update after a move."""

import json
import zlib

import pytest
from playwright.sync_api import CDPSession
from websockets.extensions.permessage_deflate import PerMessageDeflate

from browser.conftest import OpenBrowser
from chabudai.games.registry import games
from chabudai.kernel.rng import Rng
from chabudai.server.socket.compression import COMPRESSION
from server.running_server import RunningServer, SocketClient, play_to_end

MAX_FIRST_PAGE = 150_000
MAX_UPDATE = 4096


@pytest.mark.parametrize("game", ["", *games()])
def test_the_first_load_is_small(open_browser: OpenBrowser, game: str) -> None:
    user = open_browser()
    fetched: list[float] = []
    session: CDPSession = user.context.new_cdp_session(user.page)
    session.send("Network.enable")
    session.on("Network.loadingFinished", lambda event: fetched.append(event["encodedDataLength"]))
    if game:
        user.play_against_bots(game)
    else:
        user.page.goto("/")
    user.page.wait_for_load_state("networkidle")
    assert len(fetched) > 3
    assert sum(fetched) < MAX_FIRST_PAGE


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game", list(games()))
def test_an_update_after_a_move_is_small(server: RunningServer, game: str, language: str) -> None:
    guest = server.guest("Aoi", language)
    bots = max(games()[game].players) - 1
    table = guest.make_table(game=game, seats=["me", *["random"] * bots])
    player, page = guest.connect(table), guest.connect(table, form="html").ready()
    play_to_end([player], Rng(1))
    page.read_until(lambda: page.now["status"] == "over")
    sizes = compressed_sizes(page)
    assert len(sizes) > 10
    assert max(sizes) < MAX_UPDATE


def compressed_sizes(page: SocketClient) -> list[int]:
    """Return the size of each update after the first, compressed as the server does: one stream per connection."""
    extension = page.socket.protocol.extensions[0]
    assert isinstance(extension, PerMessageDeflate)
    assert not extension.remote_no_context_takeover
    stream = zlib.compressobj(
        COMPRESSION["level"], wbits=-extension.remote_max_window_bits, memLevel=COMPRESSION["memLevel"]
    )
    sizes = []
    for frame in page.messages:
        sent = json.dumps(frame, ensure_ascii=False, separators=(",", ":")).encode()
        size = len(stream.compress(sent) + stream.flush(zlib.Z_SYNC_FLUSH))
        if frame["t"] == "sections":
            sizes.append(size)
    return sizes[1:]
