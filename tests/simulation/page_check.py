"""Checks what people see who look at a page: put together from fragments, it must show what their seat may know."""

from collections.abc import Sequence

import msgspec

from chabudai.server.socket.viewer import SocketViewer
from chabudai.session.views import ViewerUpdate
from chabudai.web.sections import table_sections
from server.running_server import FragmentReader
from simulation.client import Client
from simulation.frames import Frame
from simulation.network import SocketLink
from simulation.shadow import Shadow
from simulation.world import World


class Page:
    """A page at the other end of a connection."""

    def __init__(self) -> None:
        self._fragments = FragmentReader()
        self.sections: dict[str, str] = {}

    def update(self, frame: Frame) -> None:
        """Replace the sections that have changed."""
        for name, fragments in frame.sections.items():
            self.sections[name] = self._fragments.section(fragments)


def check_page(
    world: World, client: Client, link: SocketLink, frame: Frame, shadow: Shadow, allowed: Sequence[int]
) -> None:
    """Check an update of a page."""
    page = link.page = link.page or Page()
    page.update(frame)
    viewer = _viewer(client, link, page)
    if viewer is None or viewer.last_update is None:
        world.expect(False, f"the page of {client.name} is not what the server has drawn", shadow.name)
        return
    update: ViewerUpdate = viewer.last_update
    seat = update.scene.viewer
    if seat not in allowed:
        world.expect(False, f"the page of {client.name} shows what they may not know: seat {seat}", shadow.name)
        return
    expected = shadow.scene(seat, client.language, frame.moment)
    world.expect(
        msgspec.json.encode(update.scene) == expected, f"the page of {client.name} shows too much", shadow.name
    )
    drawn = table_sections(update.scene, update.notes)
    world.expect(page.sections == drawn, f"the page of {client.name} is not up to date", shadow.name)


def _viewer(client: Client, link: SocketLink, page: Page) -> SocketViewer | None:
    """Find the connection in the server: the one that believes it has drawn this page."""
    task = link.process.tables.tasks[client.table_of(link)]
    own = [viewer for viewer in task.viewers if viewer.guest == client.guest and viewer.form == "html"]
    return next((viewer for viewer in own if viewer.sections == page.sections), None)
