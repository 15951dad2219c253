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
from chabudai.server.caller import Caller, caller
from chabudai.server.context import Context
from chabudai.server.http.lobby_rows import my_games
from chabudai.server.http.request import body, fields, sent_json, wants_json
from chabudai.server.http.response import as_json, lead_to, page
from chabudai.server.refusal import ServerRefused, restarting, why
from chabudai.server.storage.store import KeptGame
from chabudai.server.tables import TooOld
from chabudai.session.log import Row
from chabudai.session.notes import TableNotes
from chabudai.session.refusal import Refused
from chabudai.session.replay import Replay
from chabudai.web.pages import mine, replay_page
from chabudai.web.pages.replay_page import Remark, ReplayPage
from chabudai.web.table import frame, sections

_KEPT = 32
"""Replays that are kept in memory, taken apart."""

_WORTH_A_WORD = 0.02
"""A move that cost less of a win than this is passed over."""


class ReplayPages:
    """Replays and records."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self._replays: OrderedDict[str, Replay] = OrderedDict()
        self._reviews: OrderedDict[str, asyncio.Task[list[Judged]]] = OrderedDict()

    def routes(self) -> list[Route]:
        """The addresses."""
        return [
            Route("/replay/{game}", self.show),
            Route("/replay/{game}/review", self.review),
            Route("/record/{game}.json", self.record),
            Route("/records", self.to_upload),
            Route("/records", self.upload, methods=["POST"]),
        ]

    # ---- Looking ----------------------------------------------------------------------------------------------------

    async def show(self, request: Request) -> Response:
        """A step of a game."""
        who = caller(request)
        name = request.path_params["game"]
        replay = await self._find(name)
        step = _number(request, "step", 0, len(replay.steps) - 1)
        given = request.query_params.get("seat", "spectator")
        seat = SPECTATOR if given == "spectator" else _number(request, "seat", 0, replay.record.players - 1)
        notes = TableNotes(log=replay.log(step, seat, who.language))
        drawn = sections(replay.scene(step, seat, who.language), notes)
        told = replay.told(step, seat, who.language)
        last = len(replay.steps) - 1
        if wants_json(request):
            shown = None if seat == SPECTATOR else seat
            return as_json({"step": step, "last": last, "seat": shown, "sections": drawn, "text": told})
        return page(
            replay_page.page(
                ReplayPage(
                    visitor=who.visitor,
                    id=name,
                    game=replay.game,
                    frame=frame(drawn),
                    names=replay.names(who.language),
                    step=step,
                    last=last,
                    seat=None if seat == SPECTATOR else seat,
                    text=told,
                    remarks=self._remarks(name, replay, who),
                )
            )
        )

    async def _find(self, name: str) -> Replay:
        if name not in self._replays:
            line = await self._line(name)
            try:
                self._replays[name] = await asyncio.to_thread(Replay, line)
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
        replay = await self._find(name)
        if name not in self._reviews or self._failed(name):
            self.context.tables.hints.take(who.guest)
            asked = self.context.tables.bot_pool.review(replay.record.as_line())
            self._reviews[name] = asyncio.get_running_loop().create_task(asked)
            if len(self._reviews) > _KEPT:
                self._reviews.popitem(last=False)[1].cancel()
        remarks = self._remarks(name, replay, who)
        if remarks is None:
            return as_json({"ready": self._failed(name)}, 503 if self._failed(name) else 202)
        return as_json({"remarks": remarks})

    def _failed(self, name: str) -> bool:
        task = self._reviews[name]
        return task.done() and (task.cancelled() or task.exception() is not None)

    def _remarks(self, name: str, replay: Replay, who: Caller) -> list[Remark] | None:
        if name not in self._reviews or not self._reviews[name].done() or self._failed(name):
            return None
        said = words(replay.game, who.language)
        return [
            Remark(
                step=replay.decision(judged.move),
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
        kept = await self.context.tables.store.game(name)
        if kept is not None:
            return kept.line
        task = await self.context.tables.find(name)
        if not await task.on_disk():
            raise restarting()
        table = task.table
        if table.status not in ("over", "closed") or not table.begun:
            raise ServerRefused("not_finished")
        return table.record().as_line()

    async def _raw_log(self, name: str, who: Caller) -> bytes:
        """For those who sat there: nobody plays on, so nothing in it is a secret any more."""
        listing = await self.context.tables.store.listing(name)
        if listing is None or who.guest not in listing.guests:
            raise Refused("not_invited", status=403)
        rows = await self.context.tables.store.log(name)
        return msgspec.json.encode(
            {"format": "chabudai-log/1", "game": listing.game, "entries": [_plain(r) for r in rows]}
        )

    async def to_upload(self, request: Request) -> Response:
        """Leads to the form."""
        return lead_to(request, "/mine#upload")

    async def upload(self, request: Request) -> Response:
        """Take a record in, if it is right, and show it."""
        who = caller(request)
        self.context.uploads.take(who.guest)
        try:
            line = await self._sent(request)
            replay = await asyncio.to_thread(Replay, line)
        except ChabudaiError as error:
            if wants_json(request):
                raise
            shown = await my_games(self.context, who, refused=why(error, who.language))
            return page(mine.page(shown), error.status if isinstance(error, Refused) else 400)
        name = f"r{hashlib.sha256(line).hexdigest()[:20]}"
        await self.context.tables.store.save_game(KeptGame(name, who.guest, replay.game.name, time.time(), line))
        return lead_to(request, f"/replay/{name}", game=name)

    async def _sent(self, request: Request) -> bytes:
        limit = self.context.limits.upload_bytes
        if sent_json(request):
            return await body(request, limit)
        sent = (await fields(request, limit)).get("record", "")
        content = sent.encode() if isinstance(sent, str) else sent
        lines = [line for line in content.split(b"\n") if line.strip()] if isinstance(content, bytes) else []
        if not lines:
            raise ServerRefused("no_record", status=400)
        # A file of records has one a line; a single one may be broken into lines.
        return lines[0] if len(lines) > 1 and lines[0].rstrip().endswith(b"}") else b"\n".join(lines)


def _number(request: Request, name: str, otherwise: int, most: int) -> int:
    given = request.query_params.get(name, str(otherwise))
    if not given.isdecimal() or len(given) > 6 or int(given) > most:
        raise ServerRefused("no_such_step", status=404)
    return int(given)


def _plain(row: Row) -> dict[str, object]:
    return {"seq": row.seq, "at": row.at, "entry": msgspec.json.decode(row.entry)}
