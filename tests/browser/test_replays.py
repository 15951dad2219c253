"""Replays in the browser: stepping, views of any seat, downloads, uploads and reviews."""

from pathlib import Path

from playwright.sync_api import Route, expect

from browser.conftest import OpenBrowser
from chabudai.kernel.rng import Rng


def test_a_game_is_replayed_downloaded_and_uploaded(open_browser: OpenBrowser, tmp_path: Path) -> None:
    user, stranger = open_browser(), open_browser(phone=True)
    user.make_table("only_one", players=2, seats=["me", "random"])
    user.play_by_websocket(Rng(1))
    page = user.page
    page.goto("/mine")
    page.locator("a[href^='/replay/']").first.click()
    output, step = page.locator("#controls output"), page.locator("#controls [name=step]")
    last = int(step.get_attribute("max") or 0)
    page.locator("[data-go=first]").click()
    expect(output).to_have_text(f"0 / {last}")
    page.locator("[data-go=next]").click()
    expect(output).to_have_text(f"1 / {last}")
    step.fill(str(last - 1))
    expect(output).to_have_text(f"{last - 1} / {last}")
    page.locator("#controls [name=seat]").select_option("1")
    expect(page.locator("#s-seat-0 .seat")).to_have_attribute("data-seat", "1")
    with page.expect_download() as downloaded:
        page.locator("a[download]").click()
    record = tmp_path / "game.json"
    downloaded.value.save_as(record)

    stranger.page.goto("/mine")
    stranger.page.locator("#upload input[type=file]").set_input_files(record)
    stranger.page.locator("#upload .btn.main").click()
    expect(stranger.page.locator("#controls output")).to_contain_text(f"/ {last}")

    record.write_text(record.read_text().replace("only_one", "only_two"))
    stranger.page.goto("/mine")
    stranger.page.locator("#upload input[type=file]").set_input_files(record)
    stranger.page.locator("#upload .btn.main").click()
    expect(stranger.page.get_by_role("alert")).to_contain_text("There is no game called “only_two”")
    assert "400" in stranger.errors.pop()  # the browser logs the refusal too


def test_a_failed_review_says_why_and_can_be_requested_again(open_browser: OpenBrowser) -> None:
    user = open_browser()
    address = user.make_table("only_one", players=2, seats=["me", "random"])
    user.play_by_websocket(Rng(1))
    page = user.page
    page.goto(address.replace("/table/", "/replay/"))

    def refuse(route: Route) -> None:
        asked_for_json = route.request.headers["accept"] == "application/json"
        route.fulfill(status=429, body='{"why": "Too many."}' if asked_for_json else "<!doctype html><p>Too many.</p>")

    page.route("**/review?*", refuse)
    page.locator("[popovertarget=review]").first.click()
    page.locator("#ask-review").click()
    expect(page.locator("#remarks").get_by_role("alert")).to_have_text("Too many.")
    page.unroute("**/review?*")
    page.route("**/review?*", lambda route: route.abort())
    page.locator("#ask-review").click()
    expect(page.locator("#remarks").get_by_role("alert")).not_to_have_text("Too many.")
    expect(page.locator("#ask-review")).to_be_visible()
    assert "429" in user.errors.pop()  # the browser logs the refusal too


def test_a_moment_is_shared_and_played_on_from(open_browser: OpenBrowser) -> None:
    user, friend = open_browser(), open_browser(phone=True)
    user.context.grant_permissions(["clipboard-read", "clipboard-write"])
    address = user.make_table("fine_weather", players=3, seats=["me", "random", "random"])
    user.play_by_websocket(Rng(1))
    page = user.page
    page.goto(address.replace("/table/", "/replay/"))
    expect(page.locator("#controls [name=seat]")).to_have_value("all")
    page.locator("#controls [name=step]").fill("12")
    expect(page.locator("#controls output")).to_contain_text("12 /")
    # All hands are open: cards instead of a number of them.
    assert page.locator(".place [data-zone^='hand-'].minis").count() == 2
    page.locator("[data-share]").click()
    expect(page.locator("#told")).to_have_text("Copied.")
    link = page.evaluate("navigator.clipboard.readText()")

    friend.page.goto(link)
    expect(friend.page.locator("#controls output")).to_contain_text("12 /")
    friend.page.locator("[data-go=next]").click()
    expect(friend.page.locator("form.play-on [name=step]")).to_have_value("13")
    friend.page.locator("[popovertarget=play-on]").first.click()
    friend.page.locator("form.play-on [name=seat]").select_option("2")
    friend.page.locator("form.play-on .btn.main").click()
    friend.page.wait_for_url("**/table/*")
    assert friend.wait_for_turn()
    expect(friend.page.locator("#s-seat-0 .seat")).to_have_attribute("data-seat", "2")

    last = page.locator("#controls [name=step]").get_attribute("max") or ""
    page.locator("#controls [name=step]").fill(last)
    expect(page.locator("[popovertarget=play-on]").first).to_be_hidden()
