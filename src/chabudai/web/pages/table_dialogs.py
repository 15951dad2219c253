"""The dialogs of a table: invitations, settings, leaving, keys, a player, and the host's settings.

Attributes say what they do: `data-do` is a command of docs/protocol.md, with the form's fields as its values;
`data-setting` is a setting that the browser stores, and `data-toggle` a button that switches one. With `data-sure`, a
second click confirms. `data-when` is "open" or "begun": the element is visible only before or after the game begins.
"""

from collections.abc import Sequence

import msgspec

from chabudai.web.markup import escape
from chabudai.web.pages.dialog import dialog, dialog_button
from chabudai.web.pages.document import Visitor, icon, theme_form
from chabudai.web.pages.fields import bot_choices, duration_choices, segmented_fieldset, select_field
from chabudai.web.pages.new_table_form import LIMITS, TAKEOVERS, pace_fieldset
from chabudai.web.pages.page_words import PageWords

SETTINGS = ("sound", "notify", "confirm", "forced", "mute")
"""The personal switches; the table stores `forced` too."""
SORTS = ("dealt", "suit", "number", "own")
"""How a player's own hand can be sorted, where its order is free."""


class HostSeat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat that the host may give to a bot or leave open; `level` is that of the bot there, if any."""

    number: int
    name: str
    level: str = ""


class HostSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings that the host may change, with their present values."""

    pace: str
    limit: int
    takeover: int
    listed: bool
    begun: bool
    seats: Sequence[HostSeat]
    levels: Sequence[str]


def table_dialogs(table: str, visitor: Visitor, *, seated: bool, host_settings: HostSettings | None) -> str:
    """Draw all dialogs of a table, closed, for a player or a spectator; `host_settings` is for the host only."""
    say = visitor.words
    dialogs = [
        _invite(table, say, seated=seated, host=host_settings is not None),
        _settings(visitor),
        _leave(say, seated=seated),
        _keys(say),
        _player(say),
        dialog("menu", say("site.menu"), menu_buttons(say, seated=seated, host=host_settings is not None), say),
    ]
    if host_settings is not None:
        dialogs.append(_host(host_settings, say))
    return "".join(dialogs)


def menu_buttons(say: PageWords, *, seated: bool, host: bool) -> str:
    """Draw the buttons of the top bar, or of a menu where there is no room. Only players and the host can invite."""
    sound = (
        f'<button type="button" class="btn ghost" data-toggle="sound" aria-pressed="false">{icon("sound")}'
        f"<span>{say('settings.sound')}</span></button>"
    )
    names = [("settings", "settings"), ("leave", "leave")]
    if host:
        names.insert(0, ("host", "host"))
    if seated or host:
        names.insert(0, ("invite", "link"))
    names.insert(0, ("aid", "guide"))
    return sound + "".join(dialog_button(name, symbol, say(f"{name}.title")) for name, symbol in names)


def _invite(table: str, say: PageWords, *, seated: bool, host: bool) -> str:
    """Draw the dialog for links. The client fetches each link when it is needed: links are signed only on demand.

    Only the host can revoke invitations.
    """
    friend = _by_time(say("invite.friend_open"), say("invite.friend_begun"))
    revoke = (
        f'<button type="button" class="btn" data-do="revoke" data-sure="{say("invite.revoke_sure")}">'
        f"{say('invite.revoke')}</button>"
        if host
        else ""
    )
    transfer = (
        f'<section data-post="/table/{table}/move"><p>{say("invite.move")}</p>'
        f'<button type="button" class="btn" data-ask="move">{icon("phone")}{say("invite.make_link")}</button>'
        f'<div class="links"></div></section>'
        if seated
        else ""
    )
    inner = (
        f'<section data-get="/table/{table}/invite">{friend}<div class="links"></div>'
        f'<p class="listen" hidden>{say("invite.listen")} <button type="button" class="btn" data-ask="listen">'
        f"{say('invite.listen_yes')}</button></p>{revoke}</section>{transfer}"
    )
    return dialog("invite", say("invite.title"), inner, say)


def _settings(visitor: Visitor) -> str:
    say = visitor.words
    lines = "".join(
        f'<label class="switch"><input type="checkbox" data-setting="{name}"{_initially(name)}>'
        f"<span>{say(f'settings.{name}')}<small>{say(f'settings.{name}_meaning')}</small></span></label>"
        for name in SETTINGS
    )
    sorts = "".join(f'<option value="{sort}">{say(f"settings.sort_{sort}")}</option>' for sort in SORTS)
    sort = f'<label class="choose"><span class="label">{say("settings.sort")}</span>'
    sort += f'<select data-setting="sort">{sorts}</select></label>'
    keys = f'<button type="button" class="btn" popovertarget="keys">{say("keys.title")}</button>'
    return dialog("settings", say("settings.title"), f"{theme_form(visitor)}{lines}{sort}{keys}", say)


def _initially(setting: str) -> str:
    return " checked" if setting == "forced" else ""


def _leave(say: PageWords, *, seated: bool) -> str:
    if not seated:
        return dialog("leave", say("leave.title"), f'<a class="btn main" href="/">{say("leave.watching")}</a>', say)
    give_up = _by_time(say("leave.give_up_open"), say("leave.give_up_begun"))
    inner = (
        f'<p>{say("leave.keep")}</p><p class="go"><a class="btn main" href="/">{say("leave.for_a_while")}</a></p>'
        f'{give_up}<p class="go">'
        f'<button type="button" class="btn" data-do="leave" data-then="/" data-sure="{say("leave.give_up_sure")}">'
        f"{say('leave.give_up_seat')}</button></p>"
    )
    return dialog("leave", say("leave.title"), inner, say)


def _by_time(before: str, after: str) -> str:
    """Draw the sentence that is true before the game begins, and the one that is true afterwards."""
    return f'<p data-when="open">{before}</p><p data-when="begun">{after}</p>'


def _player(say: PageWords) -> str:
    """Draw the menu of a player. The client fills in name and seat, and shows what applies: own seats have a name."""
    seat = '<input type="hidden" name="seat">'
    rename = (
        f'<form data-do="set" data-closes>{seat}<label class="field"><span class="label">{say("player.name")}</span>'
        f'<input name="name" maxlength="24" required autocomplete="off"></label>'
        f'<button class="btn main">{say("site.keep")}</button></form>'
    )
    mute = (
        f'<div class="mute"><p>{say("player.mute_meaning")}</p>'
        f'<button type="button" class="btn" id="mute-person" aria-pressed="false">{icon("mute")}'
        f"<span>{say('player.mute')}</span></button></div>"
    )
    meaning = _by_time(say("player.remove_open"), say("player.remove_begun"))
    remove = (
        f'<form data-do="remove" data-closes>{seat}{meaning}'
        f'<button class="btn" data-sure="{say("player.remove_sure")}">{say("player.remove")}</button></form>'
    )
    report = (
        f'<form data-do="report" data-closes>{seat}<label class="field"><span class="label">{say("player.what")}</span>'
        f'<textarea name="text" maxlength="300" rows="3" required></textarea></label>'
        f'<p class="meaning">{say("player.report_meaning")}</p>'
        f'<button class="btn">{say("player.report")}</button></form>'
    )
    return dialog("player", say("player.title"), f"{rename}{mute}{remove}{report}", say)


def _keys(say: PageWords) -> str:
    rows = "".join(
        f"<div><dt><kbd>{say(f'keys.{key}')}</kbd></dt><dd>{say(f'keys.{key}_does')}</dd></div>"
        for key in ("arrows", "enter", "reasons", "hint", "space", "undo")
    )
    return dialog("keys", say("keys.title"), f'<dl class="keys">{rows}</dl>', say)


def _seat(seat: HostSeat, host_settings: HostSettings, say: PageWords) -> str:
    """Draw the form for a seat. Once the game has begun, it can be given to a bot but not left open."""
    levels = [*host_settings.levels, *({seat.level} - {"", *host_settings.levels})]
    nobody = ("", "–") if host_settings.begun else ("open", say("set.open"))
    choices = [*([] if host_settings.begun and seat.level else [nobody]), *bot_choices(levels, say)]
    return (
        f'<form data-do="set" data-at-once><input type="hidden" name="seat" value="{seat.number}">'
        f"{select_field('level', escape(seat.name), choices, seat.level or nobody[0])}</form>"
    )


def _host(host_settings: HostSettings, say: PageWords) -> str:
    """Draw the host's settings. Each form is sent as soon as it is changed."""
    pace = pace_fieldset(host_settings.pace, say)
    limit = select_field(
        "limit", say("set.limit"), duration_choices(LIMITS, say("set.no_limit"), say), str(host_settings.limit)
    )
    takeover = select_field(
        "takeover", say("set.takeover"), duration_choices(TAKEOVERS, say("set.never"), say), str(host_settings.takeover)
    )
    choices = [("false", say("set.private")), ("true", say("set.for_all"))]
    listed = segmented_fieldset(say("set.listed"), "listed", choices, str(host_settings.listed).lower())
    seats = "".join(_seat(seat, host_settings, say) for seat in host_settings.seats)
    inner = (
        f'<form data-do="set" data-at-once>{pace}</form><form data-do="set" data-at-once>{limit}</form>'
        f'<form data-do="set" data-at-once>{takeover}</form><form data-do="set" data-at-once>{listed}</form>{seats}'
        f'<p class="go"><button type="button" class="btn" data-do="close" data-sure="{say("host.close_sure")}">'
        f"{say('host.close')}</button>"
        f'<button type="button" class="btn main" id="begin" data-do="begin">{say("host.begin")}</button></p>'
    )
    return dialog("host", say("host.title"), inner, say)
