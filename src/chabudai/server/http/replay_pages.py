"""Finished games: their replay, the bots' review, and the download and upload of records."""

import asyncio
import hashlib
from collections import OrderedDict
from functools import partial
from heapq import nlargest
from typing import NamedTuple

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from chabudai.bots.review import Judged
from chabudai.kernel.errors import ChabudaiError
from chabudai.kernel.state import SPECTATOR
from chabudai.scene.builder import action_text
from chabudai.scene.words import words
from chabudai.server.address import Sender
from chabudai.server.context import Context
from chabudai.server.http.lobby_rows import my_games
from chabudai.server.http.replay_play import play_on
from chabudai.server.http.replays import Replays
from chabudai.server.http.request import is_json, number_field, read_body, read_fields, text_field, wants_json
from chabudai.server.http.response import html_response, json_response, redirect
from chabudai.server.identity import Identity, identity_of
from chabudai.server.refusal import ServerRefused, http_status, reason_text
from chabudai.server.storage.store import StoredGame, UploadsKept
from chabudai.server.tables import UnreadableTable
from chabudai.session.log import LogRow
from chabudai.session.notes import SeatNote, TableNotes
from chabudai.session.refusal import Refused
from chabudai.session.replay import ALL_HANDS, Replay
from chabudai.session.settings import PACES, STAND_IN, bot_levels
from chabudai.web.pages.my_games_page import my_games_page
from chabudai.web.pages.replay_page import ALL_VALUE, SPECTATOR_VALUE, ReplayPage, replay_page
from chabudai.web.pages.review_panel import Review, ReviewRemark, WinPoint, draw_review
from chabudai.web.panels import DRAWN_LOG_LINES
from chabudai.web.sections import table_frame, table_sections

_VIEWS = {ALL_VALUE: ALL_HANDS, SPECTATOR_VALUE: SPECTATOR}
"""The views of a replay that are not those of a seat."""

_MAX_REVIEWS = 32
"""How many reviews are kept in memory."""

_MAX_REMARKS = 100
"""A page has at most this many remarks, about the worst moves."""

_MIN_WIN_LOST = 0.02
"""Leave out moves that lower the probability of winning by less than this."""


_Reviewed = tuple[str, int | None]
"""What a review is about: a game, and a seat or None for all of them."""


class ReplayPages:
    """The routes for replays, reviews and records."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self._replays = Replays(context.limits.upload_moves)
        self._reviews: OrderedDict[_Reviewed, asyncio.Task[list[Judged]]] = OrderedDict()
        self._progress: dict[_Reviewed, int] = {}
        """For each review: the number of the move at which it has arrived."""

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            Route("/replay/{game}", self.show),
            Route("/replay/{game}/review", self.review),
            Route("/replay/{game}/play", self.play_on, methods=["POST"]),
            Route("/record/{game}.json", self.record),
            Route("/records", self.upload_form),
            Route("/records", self.upload, methods=["POST"]),
        ]

    # ---- Replays ----------------------------------------------------------------------------------------------------

    async def show(self, request: Request) -> Response:
        """Show a step of a game."""
        identity = identity_of(request)
        game_id = request.path_params["game"]
        replay = await self._find_replay(game_id, identity.sender)
        step = _number(request, "step", 0, len(replay.steps) - 1)
        view = request.query_params.get("seat", ALL_VALUE)
        seat = _VIEWS[view] if view in _VIEWS else _number(request, "seat", 0, replay.record.players - 1)
        seats = await self._seats(game_id, replay)
        people = [current.name for current in seats]
        notes = TableNotes(
            log=replay.log(step, seat, identity.language, DRAWN_LOG_LINES, people),
            seats=[current.note for current in seats],
        )
        scene = replay.scene(step, seat, identity.language, people)
        sections = table_sections(scene, notes, replayed=True)
        step_text = replay.step_text(step, seat, identity.language, people)
        last = len(replay.steps) - 1
        if wants_json(request):
            return json_response(
                {
                    "step": step,
                    "last": last,
                    "seat": seat if seat >= 0 else None,
                    "view": view,
                    "over": scene.over,
                    "waiting": [waiting.number for waiting in scene.seats if waiting.waited_for],
                    "sections": sections,
                    "text": step_text,
                    "news": replay.news(step, seat, identity.language, people),
                }
            )
        return html_response(
            replay_page(
                ReplayPage(
                    visitor=identity.visitor,
                    id=game_id,
                    game=replay.game,
                    frame=table_frame(sections),
                    names=replay.names(identity.language, people),
                    bots=[number for number, current in enumerate(seats) if current.note.kind == "bot"],
                    step=step,
                    last=last,
                    view=view,
                    over=scene.over,
                    waiting=next((waiting.number for waiting in scene.seats if waiting.waited_for), 0),
                    levels=bot_levels(),
                    text=step_text,
                    own=await self._own_seats(game_id, identity),
                    remarks=self._remarks((game_id, None), replay, identity),
                )
            )
        )

    async def _seats(self, game_id: str, replay: Replay) -> list["_ReplaySeat"]:
        """Return who played at each seat: people with their present names, if the game was played here."""
        listing = await self.context.tables.store.read_listing(game_id)
        sitters = [] if listing is None else listing.sitters
        present = [] if listing is None else await self.context.guests.names_at(listing)
        seats = []
        for seat, recorded in enumerate(replay.names_in_record):
            sitter = sitters[seat] if seat < len(sitters) else None
            if not recorded:
                seats.append(_ReplaySeat("", SeatNote(kind="bot", level=sitter.level if sitter else "")))
            else:
                seats.append(_ReplaySeat((sitter and present[seat]) or recorded, SeatNote(kind="person")))
        return seats

    async def play_on(self, request: Request) -> Response:
        """Open a table that plays on from a step against bots."""
        identity = identity_of(request)
        fields = await read_fields(request)
        replay = await self._find_replay(request.path_params["game"], identity.sender)
        step = number_field(fields, "step", 0)
        if not 0 <= step < len(replay.steps):
            raise ServerRefused("no_such_step", status=404)
        pace = text_field(fields, "pace", "normal")
        if pace not in PACES:
            raise ServerRefused("bad_form", detail="pace", status=400)
        make_entries = partial(
            play_on,
            replay.record,
            replay.game,
            replay.steps[step].moves,
            identity=identity,
            seat=number_field(fields, "seat", 0),
            level=text_field(fields, "level", STAND_IN),
            pace=pace,
        )
        self.context.throttle.new_tables.take(identity.sender)
        opened, entries = await self._replays.play_on(make_entries, identity.sender.address)
        task = await self.context.tables.open(opened, entries, identity.sender)
        return redirect(request, f"/table/{task.table.id}", table=task.table.id)

    async def _find_replay(self, game_id: str, sender: Sender) -> Replay:
        return await self._replays.find(game_id, lambda: self._record_line(game_id, sender), sender.address)

    # ---- Reviews ----------------------------------------------------------------------------------------------------

    async def review(self, request: Request) -> Response:
        """Return the bots' review of the moves of a seat, or of all, or 202 until it is ready."""
        identity = identity_of(request)
        game_id = request.path_params["game"]
        replay = await self._find_replay(game_id, identity.sender)
        seat = _number(request, "seat", 0, replay.record.players - 1) if "seat" in request.query_params else None
        reviewed = (game_id, seat)
        if reviewed not in self._reviews or self._failed(reviewed):
            self.context.throttle.use_cookie(identity.sender)
            self.context.throttle.reviews.take(identity.sender)
            note_progress = partial(self._progress.__setitem__, reviewed)
            line = replay.record.as_line()
            self._reviews[reviewed] = self.context.tables.bot_pool.review(line, identity.sender, seat, note_progress)
            self._forget_oldest_review()
        remarks = self._remarks(reviewed, replay, identity)
        if remarks is None:
            done = self._progress.get(reviewed, 0) / len(replay.record.moves)
            failed = self._failed(reviewed)
            return json_response({"ready": failed, "done": done}, 503 if failed else 202)
        if seat is None:
            return json_response({"remarks": remarks})
        review = await self._review_of(game_id, seat, replay, remarks, identity)
        return json_response({"remarks": remarks, "html": draw_review(review, identity.visitor.words)})

    async def _review_of(
        self, game_id: str, seat: int, replay: Replay, remarks: list[ReviewRemark], identity: Identity
    ) -> Review:
        """Return the review of a seat. It speaks to the visitor as "you" if the seat is theirs."""
        judged = self._reviews[game_id, seat].result()
        people = [current.name for current in await self._seats(game_id, replay)]
        own = seat in await self._own_seats(game_id, identity)
        return Review(
            seat=seat,
            name="" if own else replay.names(identity.language, people)[seat],
            choices=len(judged),
            good=sum(move.win_lost < _MIN_WIN_LOST for move in judged),
            remarks=remarks,
            points=[WinPoint(replay.decision_step(move.move), move.made.win) for move in judged],
        )

    async def _own_seats(self, game_id: str, identity: Identity) -> list[int]:
        """Return the seats at which the visitor played, if the game was played here."""
        listing = await self.context.tables.store.read_listing(game_id)
        sitters = [] if listing is None else listing.sitters
        return [seat for seat, sitter in enumerate(sitters) if identity.guest and sitter.guest == identity.guest]

    def _forget_oldest_review(self) -> None:
        """Keep the number of reviews bounded. Those in progress stay; the queue bounds their number."""
        finished = [reviewed for reviewed, task in self._reviews.items() if task.done()]
        for reviewed in finished[: max(0, len(finished) - _MAX_REVIEWS)]:
            del self._reviews[reviewed]
            self._progress.pop(reviewed, None)

    def _failed(self, reviewed: "_Reviewed") -> bool:
        task = self._reviews[reviewed]
        return task.done() and (task.cancelled() or task.exception() is not None)

    def _remarks(self, reviewed: "_Reviewed", replay: Replay, identity: Identity) -> list[ReviewRemark] | None:
        """Return the remarks of a review; None if it is not ready or failed."""
        if reviewed not in self._reviews or not self._reviews[reviewed].done() or self._failed(reviewed):
            return None
        game_words = words(replay.game, identity.language, replay.steps[0].state.setup)
        poor = [judged for judged in self._reviews[reviewed].result() if judged.win_lost >= _MIN_WIN_LOST]
        worst = nlargest(_MAX_REMARKS, poor, key=lambda judged: judged.win_lost)
        return [
            ReviewRemark(
                step=replay.decision_step(judged.move),
                seat=judged.seat,
                made=action_text(judged.made.words, game_words),
                better=action_text(judged.best.words, game_words),
                win_lost=judged.win_lost,
                points_lost=judged.points_lost,
                reason=game_words.say("advice", judged.best.reason) if judged.best.reason else "",
                win=judged.best.win,
                against=game_words.say("advice", judged.against) if judged.against else "",
            )
            for judged in sorted(worst, key=lambda judged: judged.move)
        ]

    # ---- Records ----------------------------------------------------------------------------------------------------

    async def record(self, request: Request) -> Response:
        """Download the record of a finished or closed game, or the log of a table that cannot be restored."""
        game_id, identity = request.path_params["game"], identity_of(request)
        try:
            line = await self._record_line(game_id, identity.sender)
        except UnreadableTable:
            line = await self._raw_log(game_id, identity)
        headers = {"Content-Disposition": f'attachment; filename="{game_id}.json"', "Cache-Control": "no-store"}
        return Response(line + b"\n", headers=headers, media_type="application/json")

    async def _record_line(self, game_id: str, sender: Sender) -> bytes:
        """Return the record of a finished or closed game. Refuse if the game is in progress or has not begun."""
        stored = await self.context.tables.store.read_game(game_id)
        if stored is not None:
            return stored.line
        task = await self.context.tables.find(game_id, sender)
        if not await task.on_disk():
            raise task.refusal
        table = task.table
        if table.status not in ("over", "closed") or not table.begun:
            raise ServerRefused("not_finished")
        return table.record().as_line()

    async def _raw_log(self, game_id: str, identity: Identity) -> bytes:
        """Return the log as stored, for the guests of the table: the game cannot continue, so it has no secrets."""
        listing = await self.context.tables.store.read_listing(game_id)
        if listing is None or identity.guest not in listing.guests:
            raise Refused("not_invited")
        rows = await self.context.tables.store.read_log(game_id)
        return await asyncio.to_thread(_log_json, listing.game, rows)

    async def upload_form(self, request: Request) -> Response:
        """Redirect to the upload form."""
        return redirect(request, "/mine#upload")

    async def upload(self, request: Request) -> Response:
        """Check and store an uploaded record, and redirect to its replay."""
        identity = identity_of(request)
        self.context.throttle.uploads.take(identity.sender)
        try:
            line = await self._uploaded_line(request)
            replay = await self._replays.check(line, identity.address)
        except ChabudaiError as error:
            if wants_json(request):
                raise
            page = await my_games(self.context, identity, refused=reason_text(error, identity.language))
            return html_response(my_games_page(page), http_status(error))
        # The same game is stored once, however its record was written.
        canonical = replay.canonical_line()
        game_id = f"r{hashlib.sha256(canonical).hexdigest()[:20]}"
        limits = self.context.limits
        await self.context.tables.store.save_upload(
            StoredGame(game_id, identity.guest, replay.game.name, self.context.clock.now(), canonical),
            self.context.signer.pseudonym("address", identity.address),
            UploadsKept(limits.uploads_kept_per_guest, limits.uploads_kept_per_address, limits.uploads_kept),
        )
        return redirect(request, f"/replay/{game_id}", game=game_id)

    async def _uploaded_line(self, request: Request) -> bytes:
        limit = self.context.limits.upload_bytes
        if is_json(request):
            return await read_body(request, limit)
        field = (await read_fields(request, limit)).get("record", "")
        content = field.encode() if isinstance(field, str) else field
        lines = [line for line in content.split(b"\n") if line.strip()] if isinstance(content, bytes) else []
        if not lines:
            raise ServerRefused("no_record", status=400)
        # A file of records has one record per line; a single record may span several lines.
        return lines[0] if len(lines) > 1 and lines[0].rstrip().endswith(b"}") else b"\n".join(lines)


class _ReplaySeat(NamedTuple):
    """Who played at a seat: the name of a person, empty for a bot, and the note on it."""

    name: str
    note: SeatNote


def _number(request: Request, name: str, default: int, maximum: int) -> int:
    """Return a number from the query, or refuse if it is not between 0 and the maximum."""
    value = request.query_params.get(name, str(default))
    if not value.isdecimal() or len(value) > 6 or int(value) > maximum:
        raise ServerRefused("no_such_step", status=404)
    return int(value)


def _log_json(game: str, rows: list[LogRow]) -> bytes:
    """Encode a log. Numbers take the place of guests' ids, which stay the same from table to table."""
    numbers: dict[str, int] = {}
    entries = []
    for row in rows:
        entry = msgspec.json.decode(row.entry, type=dict[str, object])
        for field in ("guest", "host"):
            if isinstance(guest := entry.get(field), str) and guest:
                entry[field] = str(numbers.setdefault(guest, len(numbers) + 1))
        entries.append({"seq": row.seq, "at": row.at, "entry": entry})
    return msgspec.json.encode({"format": "chabudai-log/1", "game": game, "entries": entries})
