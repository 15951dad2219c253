"""Card data in the browser: corrected, refused at its row, kept for the next table, and used there."""

import re

from playwright.sync_api import expect

from browser.conftest import OpenBrowser


def test_card_data_is_corrected_kept_and_used(open_browser: OpenBrowser) -> None:
    page = open_browser().page
    page.goto("/data/kasane")
    points = page.locator('[name="assumed_boxes kasane-4 0"]')
    refused = page.locator('[data-row="assumed_boxes kasane-4"]')
    points.fill("0")
    page.locator("#card-data .btn.main").click()
    expect(refused).to_be_visible()
    points.fill("9")
    page.locator("#card-data .btn.main").click()
    expect(page.locator("[data-status]")).not_to_be_empty()
    expect(refused).to_be_hidden()
    page.reload()
    expect(points).to_have_value("9")

    page.goto("/")
    page.locator('[popovertarget="set-kasane"]').first.click()
    form = page.locator("#set-kasane form")
    expect(form.locator('[name="data"]')).to_be_checked()
    form.locator(".go .btn.main").click()
    page.wait_for_url("**/table/*")
    expect(page.locator("#rules")).to_have_attribute("href", re.compile(r"\?table="))
    page.locator("button.assumed").first.click()
    expect(page.locator("#assumed")).to_be_visible()
    page.goto(str(page.locator("#rules").get_attribute("href")))
    expect(page.locator("#assumed")).to_contain_text("✎")
