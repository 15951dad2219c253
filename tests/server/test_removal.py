"""Removing and reporting players, and revoking invitations, over sockets and pages."""

import json
from pathlib import Path

import pytest

from chabudai.server.limits import Limits
from server.running_server import RunningServer, new_table, refusal, run_server, seat_friend


def test_a_report_reaches_the_operator_once_with_log_and_chat(server: RunningServer) -> None:
    host, table, mine = new_table(server, ["me", "open", "random"])
    _, theirs = seat_friend(server, host, table)
    theirs.do("chat", text="you all play badly")
    command = {"id": "r1", "do": "report", "seat": 1, "text": "insults everybody"}
    for _ in range(2):
        mine.socket.send(json.dumps(command))
        mine.replies.clear()
        mine.read_until(lambda: "r1" in mine.replies)
        assert mine.replies["r1"]["t"] == "done"
    admin = server.guest("Operator")
    admin.http.get(f"/admin?token={server.context.admin_token}")
    reports = [report for report in admin.http.get("/admin").json()["reports"] if report["table"] == table]
    assert [report["text"] for report in reports] == ["insults everybody"]
    assert "Ben: you all play badly" in reports[0]["lines"]
    assert refusal(mine.do("report", seat=0, text="me")) == "There is no other player at that seat to report."
    assert refusal(mine.do("report", seat=2, text="a bot")) == "There is no other player at that seat to report."
    assert refusal(mine.do("report", seat=9, text="nobody")) == "There is no other player at that seat to report."


@pytest.mark.parametrize(
    ("limits", "reporters", "why"),
    [
        (Limits(), 1, "You have sent many reports. Try again in a minute."),
        (
            Limits(reports_per_minute_per_address=2.0),
            2,
            "People on your network have sent many reports. Try again in a minute.",
        ),
    ],
)
def test_reports_have_limits_of_their_own(tmp_path: Path, limits: Limits, reporters: int, why: str) -> None:
    with run_server(tmp_path, limits) as server:
        host, table, mine = new_table(server, ["me", "open", "open"])
        _, theirs = seat_friend(server, host, table)
        people = [mine, theirs][:reporters]
        for number in range(2):
            seat = number % reporters
            assert people[seat].do("report", seat=1 - seat, text="swears")["t"] == "done"
        assert refusal(mine.do("report", seat=1, text="swears")) == why
        assert mine.do("chat", text="stop that")["t"] == "done"


def test_a_removed_player_is_disconnected_and_cannot_come_back(server: RunningServer) -> None:
    host, table, mine = new_table(server, ["me", "open", "open"])
    friend, theirs = seat_friend(server, host, table)
    assert mine.do("remove", seat=1)["t"] == "done"
    assert theirs.wait_for("closed") == {"t": "closed", "why": "You were removed from this table."}
    assert friend.connect(table).read() == {"t": "closed", "why": "You were removed from this table."}
    again = friend.http.post(host.invitation(table), json={"name": "Ben"})
    assert (again.status_code, again.json()["why"]) == (403, "You were removed from this table.")


def test_a_removed_host_gets_no_invitation(server: RunningServer) -> None:
    host, table, mine = new_table(server, ["me", "open", "open"])
    _, ben = seat_friend(server, host, table)
    _, chi = seat_friend(server, host, table, "Chi")
    asked = ben.send("remove", seat=0)
    chi.read_until(lambda: chi.now["ask"])
    chi.do("agree", yes=True)
    ben.read_until(lambda: asked in ben.replies)
    assert mine.wait_for("closed")["why"] == "You were removed from this table."
    response = host.http.get(f"/table/{table}/invite")
    assert (response.status_code, response.json()["why"]) == (403, "You were removed from this table.")


def test_the_others_remove_a_player_by_a_vote(server: RunningServer) -> None:
    host, table, mine = new_table(server, ["me", "open", "open"])
    _, ben = seat_friend(server, host, table)
    _, chi = seat_friend(server, host, table, "Chi")
    asked = mine.send("remove", seat=2)
    ben.read_until(lambda: ben.now["ask"])
    vote = ben.now["ask"]["vote"]
    assert ben.now["ask"] == {"kind": "remove", "name": "Aoi", "seat": 2, "player": "Chi", "vote": vote}
    assert ben.do("agree", yes=True, vote=vote + 1)["t"] == "refused"
    ben.do("agree", yes=True, vote=vote)
    mine.read_until(lambda: asked in mine.replies)
    assert mine.replies[asked]["t"] == "done"
    assert chi.wait_for("closed")["why"] == "You were removed from this table."
    assert ben.wait_for("announced")["lines"] == ["Chi was removed. A bot plays on."]


def test_a_revoked_invitation_shows_why(server: RunningServer) -> None:
    host, table, mine = new_table(server, ["me", "open", "open"])
    link = host.invitation(table)
    assert mine.do("revoke")["t"] == "done"
    friend = server.guest("Ben")
    assert friend.http.get(link).json()["why"] == "This invitation is no longer valid. Ask for a new one."
    friend.join(host.invitation(table), name="Ben")
