"""The parts that all pages share: the document, the top bar, icons, and the controls for name, language and theme."""

from collections.abc import Iterable
from typing import Literal

import msgspec

from chabudai.web.markup import escape
from chabudai.web.pages.fields import REFUSAL
from chabudai.web.pages.page_words import PageWords, page_words
from chabudai.web.urls import static_url

Theme = Literal["auto", "light", "dark"]


class Visitor(msgspec.Struct, frozen=True):
    """The guest for whom a page is drawn: name, language and theme. The theme "auto" follows the device."""

    name: str
    language: str = "en"
    theme: Theme = "auto"

    @property
    def words(self) -> PageWords:
        """The sentences of the pages in the visitor's language."""
        return page_words(self.language)


class TopBar(msgspec.Struct, frozen=True):
    """The bar at the top, as HTML: a title, a note beside it, and the buttons at its end."""

    title: str
    note: str = ""
    buttons: str = ""


def document(
    visitor: Visitor,
    bar: TopBar,
    body: str,
    *,
    kind: str,
    styles: Iterable[str] = (),
    scripts: Iterable[str] = (),
    title: str = "",
) -> str:
    """Draw a whole page. `kind` names it for the style sheets; `styles` and `scripts` are URLs.

    `title` is the title of the window, as HTML; without it, the window has the title of the bar.
    """
    theme = "" if visitor.theme == "auto" else f' data-theme="{visitor.theme}"'
    links = "".join(
        f'<link rel="stylesheet" href="{style}">'
        for style in (static_url("base.css"), *styles, static_url("pages.css"))
    )
    script_tags = "".join(
        f'<script type="module" src="{script}"></script>' for script in (static_url("forms.js"), *scripts)
    )
    return (
        f'<!doctype html><html lang="{visitor.language}"{theme}><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title or bar.title} · Chabudai</title>"
        f'<link rel="icon" type="image/svg+xml" href="{static_url("icon.svg")}">{links}{script_tags}</head>'
        f'<body class="page-{kind}">{_bar(visitor, bar)}{body}</body></html>'
    )


def icon(name: str) -> str:
    """Draw an icon, hidden from screen readers: words beside it, or a label around it, must say the same."""
    return f'<svg class="icon" aria-hidden="true"><use href="{static_url("icons.svg")}#{name}"/></svg>'


def visitor_controls(visitor: Visitor) -> str:
    """Draw the controls for language, theme and name. Cookies store language and theme, the server the name."""
    say = visitor.words
    other_language = "ja" if visitor.language == "en" else "en"
    label = escape(visitor.name) or say("site.you")
    return (
        f'<form method="post" action="/me" class="language">'
        f'<button class="btn ghost" name="lang" value="{other_language}" lang="{other_language}" '
        f'aria-label="{say("site.other_language")}">{icon("language")}'
        f"<span>{say('site.other_language')}</span></button></form>"
        f'<button type="button" class="btn ghost" popovertarget="me" aria-label="{label}">{icon("person")}'
        f"<span>{label}</span></button>"
        f'<div popover id="me" class="dialog" role="dialog" aria-label="{say("site.you")}">'
        f'<form method="post" action="/me" class="field" data-inline><label for="me-name">{say("site.name")}</label>'
        f'<span class="both"><input id="me-name" name="name" maxlength="24" autocomplete="nickname" '
        f'value="{escape(visitor.name)}"><button class="btn">{say("site.keep")}</button></span>{REFUSAL}</form>'
        f"{theme_form(visitor)}"
        f'<a class="btn" href="/mine">{icon("list")}{say("mine.title")}</a></div>'
    )


def theme_form(visitor: Visitor) -> str:
    """Draw the choice between light and dark. A script applies it at once; without one, the page is loaded again."""
    say = visitor.words
    themes = "".join(
        f'<button name="theme" value="{theme}" aria-pressed="{str(theme == visitor.theme).lower()}">'
        f"{say.text_or_name('theme', theme)}</button>"
        for theme in ("auto", "light", "dark")
    )
    return (
        f'<form method="post" action="/me" class="field themes"><span class="label">{icon("theme")}'
        f'{say("site.theme")}</span><span class="seg">{themes}</span></form>'
    )


def _bar(visitor: Visitor, bar: TopBar) -> str:
    say = visitor.words
    note = f'<p class="where">{bar.note}</p>' if bar.note else ""
    return (
        f'<header class="bar"><a class="brand" href="/" aria-label="{say("site.to_lobby")}">'
        f'<svg class="seal" aria-hidden="true"><use href="{static_url("icons.svg")}#seal"/></svg>'
        f'<span class="serif">Chabudai</span></a><h1>{bar.title}</h1>{note}'
        f'<nav aria-label="{say("site.menu")}">{bar.buttons}</nav></header>'
    )
