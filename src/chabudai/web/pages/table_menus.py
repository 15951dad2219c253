"""The menus of a table: chat, invitations, settings, leaving, keys, and what the host decides.

What they do is in their attributes: `data-do` is a command of docs/protocol.md, with the fields of the form as its
values; `data-setting` is a setting that the browser keeps.
"""

from collections.abc import Sequence

import msgspec

from chabudai.web.markup import escape
from chabudai.web.pages.document import icon
from chabudai.web.pages.fields import bots, segments, select, times
from chabudai.web.pages.new_table import LIMITS, PACES, TAKEOVERS
from chabudai.web.pages.sheet import opener, sheet
from chabudai.web.pages.words import PageWords

SETTINGS = ("sound", "notify", "confirm", "forced", "mute")
"""What each person may switch for themself; `forced` is kept by the table too."""
SORTS = ("dealt", "suit", "number", "own")
"""How the own hand is sorted, where its order is free."""


class SeatLine(msgspec.Struct, frozen=True, kw_only=True):
    """A seat that the host may give to a bot or leave open: `level` is the bot that sits there, if one does."""

    number: int
    name: str
    level: str = ""


class Manners(msgspec.Struct, frozen=True, kw_only=True):
    """What the host may change while people play."""

    pace: str
    limit: int
    takeover: int
    listed: bool
    begun: bool
    seats: Sequence[SeatLine]
    levels: Sequence[str]


def menus(table: str, say: PageWords, *, seated: bool, manners: Manners | None) -> str:
    """All sheets of a table, closed: for somebody who is `seated` or a spectator, and with `manners` for the host."""
    sheets = [
        _chat(say),
        _invite(table, say, seated=seated),
        _settings(say),
        _leave(say, seated=seated),
        _keys(say),
        sheet("menu", say("site.menu"), other_buttons(say, seated=seated, host=manners is not None), say),
    ]
    if manners is not None:
        sheets.append(_host(manners, say))
    return "".join(sheets)


def other_buttons(say: PageWords, *, seated: bool, host: bool) -> str:
    """The buttons that stand in the bar where there is room, and else in a menu. Who only watches invites nobody."""
    sound = (
        f'<button type="button" class="btn ghost" data-toggle="sound" aria-pressed="false">{icon("sound")}'
        f"<span>{say('settings.sound')}</span></button>"
    )
    names = [("settings", "settings"), ("leave", "leave")]
    if host:
        names.insert(0, ("host", "host"))
    if seated or host:
        names.insert(0, ("invite", "link"))
    return sound + "".join(opener(name, drawing, say(f"{name}.title")) for name, drawing in names)


def _chat(say: PageWords) -> str:
    inner = (
        f'<ol id="lines" aria-live="polite"></ol><form data-do="chat"><input name="text" maxlength="300" required '
        f'autocomplete="off" aria-label="{say("chat.write")}" placeholder="{say("chat.write")}">'
        f'<button class="btn">{say("chat.send")}</button></form>'
        f'<button type="button" class="btn" data-toggle="mute" aria-pressed="false">{icon("mute")}'
        f"{say('settings.mute')}</button>"
    )
    return sheet("chat", say("chat.title"), inner, say)


def _invite(table: str, say: PageWords, *, seated: bool) -> str:
    """Filled by the client when it is opened: a link is signed only if somebody wants one."""
    move = (
        f'<section data-post="/table/{table}/move"><p>{say("invite.move")}</p>'
        f'<button type="button" class="btn" data-ask="move">{icon("phone")}{say("invite.make_link")}</button>'
        f'<div class="links"></div></section>'
        if seated
        else ""
    )
    inner = (
        f'<section data-get="/table/{table}/invite"><p>{say("invite.friend")}</p><div class="links"></div>'
        f'<p class="listen" hidden>{say("invite.listen")} <button type="button" class="btn" data-ask="listen">'
        f"{say('invite.listen_yes')}</button></p></section>{move}"
    )
    return sheet("invite", say("invite.title"), inner, say)


def _settings(say: PageWords) -> str:
    lines = "".join(
        f'<label class="switch"><input type="checkbox" data-setting="{name}"{_on(name)}><span>{say(f"settings.{name}")}'
        f"<small>{say(f'settings.{name}_meaning')}</small></span></label>"
        for name in SETTINGS
    )
    sorts = "".join(f'<option value="{sort}">{say(f"settings.sort_{sort}")}</option>' for sort in SORTS)
    sort = f'<label class="choose"><span class="label">{say("settings.sort")}</span>'
    sort += f'<select data-setting="sort">{sorts}</select></label>'
    keys = f'<button type="button" class="btn" popovertarget="keys">{say("keys.title")}</button>'
    return sheet("settings", say("settings.title"), f"{lines}{sort}{keys}", say)


def _on(setting: str) -> str:
    return " checked" if setting == "forced" else ""


def _leave(say: PageWords, *, seated: bool) -> str:
    if not seated:
        return sheet("leave", say("leave.title"), f'<a class="btn main" href="/">{say("leave.watching")}</a>', say)
    inner = (
        f'<p>{say("leave.sure")}</p><p class="go"><a class="btn" href="/">{say("leave.for_a_while")}</a>'
        f'<button type="button" class="btn main" data-do="leave" data-then="/">{say("leave.give_up_seat")}</button></p>'
    )
    return sheet("leave", say("leave.title"), inner, say)


def _keys(say: PageWords) -> str:
    rows = "".join(
        f"<div><dt><kbd>{say(f'keys.{key}')}</kbd></dt><dd>{say(f'keys.{key}_does')}</dd></div>"
        for key in ("arrows", "enter", "reasons", "hint", "space", "undo")
    )
    return sheet("keys", say("keys.title"), f'<dl class="keys">{rows}</dl>', say)


def _seat(seat: SeatLine, manners: Manners, say: PageWords) -> str:
    """Who is to sit at a seat. Once the game has begun it can no longer be left open, only given to a bot."""
    levels = [*manners.levels, *({seat.level} - {"", *manners.levels})]
    nobody = ("", "–") if manners.begun else ("open", say("set.open"))
    sitters = [*([] if manners.begun and seat.level else [nobody]), *bots(levels, say)]
    return (
        f'<form data-do="set" data-at-once><input type="hidden" name="seat" value="{seat.number}">'
        f"{select('level', escape(seat.name), sitters, seat.level or nobody[0])}</form>"
    )


def _host(manners: Manners, say: PageWords) -> str:
    """What the host decides. Each form is sent as soon as something in it is changed."""
    pace = segments(say("set.pace"), "pace", [(pace, say(f"pace.{pace}")) for pace in PACES], manners.pace)
    limit = select("limit", say("set.limit"), times(LIMITS, say("set.no_limit"), say), str(manners.limit))
    takeover = select("takeover", say("set.takeover"), times(TAKEOVERS, say("set.never"), say), str(manners.takeover))
    choices = [("false", say("set.private")), ("true", say("set.for_all"))]
    listed = segments(say("set.listed"), "listed", choices, str(manners.listed).lower())
    seats = "".join(_seat(seat, manners, say) for seat in manners.seats)
    inner = (
        f'<form data-do="set" data-at-once>{pace}</form><form data-do="set" data-at-once>{limit}</form>'
        f'<form data-do="set" data-at-once>{takeover}</form><form data-do="set" data-at-once>{listed}</form>{seats}'
        f'<p class="go"><button type="button" class="btn" data-do="close" data-sure="{say("host.close_sure")}">'
        f"{say('host.close')}</button>"
        f'<button type="button" class="btn main" id="begin" data-do="begin">{say("host.begin")}</button></p>'
    )
    return sheet("host", say("host.title"), inner, say)
