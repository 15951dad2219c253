"""Finished games: their replay, the bots' review, and records to take away or bring along."""

import asyncio
import hashlib
import time
from collections import OrderedDict

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from chabudai.bots.review import Judged
from chabudai.kernel.errors import ChabudaiError
from chabudai.kernel.state import SPECTATOR
from chabudai.scene.make import action_text
from chabudai.scene.words import words
from chabudai.server.answers import as_json, lead_to, page
from chabudai.server.asking import body, fields, sent_json, wants_json
from chabudai.server.caller import Caller, caller
from chabudai.server.desk import Desk
from chabudai.server.frames import replay_sections
from chabudai.server.house import TooOld
from chabudai.server.lists import my_games
from chabudai.server.refusal import Refused, why
from chabudai.server.replaying import Replaying
from chabudai.server.store import KeptGame, Row
from chabudai.web.pages import mine, replay_page
from chabudai.web.pages.replay_page import Remark, ReplayPage
from chabudai.web.table import frame

_KEPT = 32
"""Replays that are kept in memory, taken apart."""

_WORTH_A_WORD = 0.02
"""A move that cost less of a win than this is passed over."""


class ReplayPages:
    """Replays and records."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._replays: OrderedDict[str, Replaying] = OrderedDict()
        self._reviews: OrderedDict[str, asyncio.Task[list[Judged]]] = OrderedDict()

    def routes(self) -> list[Route]:
        """The addresses."""
        return [
            Route("/replay/{game}", self.replay),
            Route("/replay/{game}/review", self.review),
            Route("/record/{game}.json", self.record),
            Route("/records", self.to_upload),
            Route("/records", self.upload, methods=["POST"]),
        ]

    # ---- Looking ----------------------------------------------------------------------------------------------------

    async def replay(self, request: Request) -> Response:
        """A step of a game."""
        who = caller(request)
        name = request.path_params["game"]
        replaying = await self._replaying(name)
        step = _number(request, "step", 0, len(replaying.steps) - 1)
        given = request.query_params.get("seat", "spectator")
        seat = SPECTATOR if given == "spectator" else _number(request, "seat", 0, replaying.record.players - 1)
        sections = replay_sections(replaying, step, seat, who.language)
        told = replaying.told(step, seat, who.language)
        last = len(replaying.steps) - 1
        if wants_json(request):
            shown = None if seat == SPECTATOR else seat
            return as_json({"step": step, "last": last, "seat": shown, "sections": sections, "text": told})
        return page(
            replay_page.page(
                ReplayPage(
                    visitor=who.visitor,
                    id=name,
                    game=replaying.game,
                    frame=frame(sections),
                    names=replaying.names(who.language),
                    step=step,
                    last=last,
                    seat=None if seat == SPECTATOR else seat,
                    text=told,
                    remarks=self._remarks(name, replaying, who),
                )
            )
        )

    async def _replaying(self, name: str) -> Replaying:
        if name not in self._replays:
            line = await self._line(name)
            try:
                self._replays[name] = await asyncio.to_thread(Replaying, line)
            except ChabudaiError as error:
                raise TooOld(name) from error
        self._replays.move_to_end(name)
        if len(self._replays) > _KEPT:
            self._replays.popitem(last=False)
        return self._replays[name]

    # ---- What the bots say ------------------------------------------------------------------------------------------

    async def review(self, request: Request) -> Response:
        """What the bots say of the moves; until it is worked out, that it is not yet."""
        who = caller(request)
        name = request.path_params["game"]
        replaying = await self._replaying(name)
        if name not in self._reviews or self._failed(name):
            self.desk.house.hints.take(who.guest)
            asked = self.desk.house.thinkers.review(replaying.record.as_line())
            self._reviews[name] = asyncio.get_running_loop().create_task(asked)
            if len(self._reviews) > _KEPT:
                self._reviews.popitem(last=False)[1].cancel()
        remarks = self._remarks(name, replaying, who)
        if remarks is None:
            return as_json({"ready": self._failed(name)}, 503 if self._failed(name) else 202)
        return as_json({"remarks": remarks})

    def _failed(self, name: str) -> bool:
        task = self._reviews[name]
        return task.done() and (task.cancelled() or task.exception() is not None)

    def _remarks(self, name: str, replaying: Replaying, who: Caller) -> list[Remark] | None:
        if name not in self._reviews or not self._reviews[name].done() or self._failed(name):
            return None
        said = words(replaying.game, who.language)
        return [
            Remark(
                step=replaying.decision(judged.move),
                seat=judged.seat,
                made=action_text(judged.made.words, said),
                better=action_text(judged.best.words, said),
                win_lost=judged.win_lost,
                points_lost=judged.points_lost,
                reason=said.say("advice", judged.best.reason) if judged.best.reason else "",
            )
            for judged in self._reviews[name].result()
            if judged.win_lost >= _WORTH_A_WORD
        ]

    # ---- Records ----------------------------------------------------------------------------------------------------

    async def record(self, request: Request) -> Response:
        """The record of a finished or closed game; of a table that cannot be read any more, its log."""
        name = request.path_params["game"]
        try:
            line = await self._line(name)
        except TooOld:
            line = await self._raw_log(name, caller(request))
        headers = {"Content-Disposition": f'attachment; filename="{name}.json"', "Cache-Control": "no-store"}
        return Response(line + b"\n", headers=headers, media_type="application/json")

    async def _line(self, name: str) -> bytes:
        kept = await self.desk.house.store.game(name)
        if kept is not None:
            return kept.line
        room = await self.desk.house.room(name)
        if not await room.on_disk():
            raise Refused("restarting", status=503)
        table = room.table
        if table.status not in ("over", "closed") or not table.begun:
            raise Refused("not_finished")
        return table.record().as_line()

    async def _raw_log(self, name: str, who: Caller) -> bytes:
        """For those who sat there: nobody plays on, so nothing in it is a secret any more."""
        listing = await self.desk.house.store.listing(name)
        if listing is None or who.guest not in listing.guests:
            raise Refused("not_invited", status=403)
        rows = await self.desk.house.store.log(name)
        return msgspec.json.encode(
            {"format": "chabudai-log/1", "game": listing.game, "entries": [_plain(r) for r in rows]}
        )

    async def to_upload(self, request: Request) -> Response:
        """Leads to the form."""
        return lead_to(request, "/mine#upload")

    async def upload(self, request: Request) -> Response:
        """Take a record in, if it is right, and show it."""
        who = caller(request)
        self.desk.uploads.take(who.guest)
        try:
            line = await self._sent(request)
            replaying = await asyncio.to_thread(Replaying, line)
        except ChabudaiError as error:
            if wants_json(request):
                raise
            shown = await my_games(self.desk, who, refused=why(error, who.language))
            return page(mine.page(shown), error.status if isinstance(error, Refused) else 400)
        name = f"r{hashlib.sha256(line).hexdigest()[:20]}"
        await self.desk.house.store.save_game(KeptGame(name, who.guest, replaying.game.name, time.time(), line))
        return lead_to(request, f"/replay/{name}", game=name)

    async def _sent(self, request: Request) -> bytes:
        limit = self.desk.limits.upload_bytes
        if sent_json(request):
            return await body(request, limit)
        sent = (await fields(request, limit)).get("record", "")
        content = sent.encode() if isinstance(sent, str) else sent
        lines = [line for line in content.split(b"\n") if line.strip()] if isinstance(content, bytes) else []
        if not lines:
            raise Refused("no_record", status=400)
        # A file of records has one a line; a single one may be broken into lines.
        return lines[0] if len(lines) > 1 and lines[0].rstrip().endswith(b"}") else b"\n".join(lines)


def _number(request: Request, name: str, otherwise: int, most: int) -> int:
    given = request.query_params.get(name, str(otherwise))
    if not given.isdecimal() or len(given) > 6 or int(given) > most:
        raise Refused("no_such_step", status=404)
    return int(given)


def _plain(row: Row) -> dict[str, object]:
    return {"seq": row.seq, "at": row.at, "entry": msgspec.json.decode(row.entry)}
