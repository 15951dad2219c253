"""Forms and JSON to every route that takes a POST; paths and queries to all others."""

from typing import Any
from urllib.parse import quote, urlsplit

from chabudai.games.registry import game as find_game
from chabudai.session.settings import bot_levels
from fuzzing.bodies import encode_fields
from fuzzing.episode import Episode
from fuzzing.server import RawHeaders
from fuzzing.stock import HOST, PEOPLE, PLAYER, game_names
from fuzzing.values import damage_bytes, damage_value, odd_text, odd_value

_POSTS = ("tables", "tables", "tables", "join", "seat", "me", "records", "admin", "move", "listen", "replay")
_METHODS = ("GET",) * 12 + ("HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "BREW")
_STATIC = ("client.js", "base.css", "icon.svg", "..", "client.js.map")


class Forms(Episode):
    kind = "forms"
    size = 300

    def prepare(self) -> None:
        self.links = self._links()
        self.admin = (
            self.server.request("GET", "/admin", query=f"token={self.server.context.admin_token}".encode())
            .header("set-cookie")
            .split(";")[0]
            .encode()
        )

    def _links(self) -> dict[str, list[str]]:
        """Return links of both kinds: to join a table, and to take over a seat."""
        sign = self.server.context.signer.sign
        invitations = [
            sign("invite", f"{table}.{generation}") for table in self.stock.tables.values() for generation in (0, 1)
        ]
        transfers = [
            urlsplit(self.server.post_json(f"/table/{self.stock.tables[state]}/move", guest, {})["link"]).path[6:]
            for state in ("open", "playing", "shared")
            for guest in (HOST, PLAYER)
            if (state, guest) not in (("shared", PLAYER), ("open", PLAYER))
        ]
        return {"join": invitations, "seat": transfers}

    def feed(self) -> None:
        if self.limited:
            self.server.advance(self.random.choice((0.0, 0.1, 5.0)))
        if self.random.random() < 0.6:
            self._post()
        else:
            self._get()

    # ---- Who asks ---------------------------------------------------------------------------------------------------

    def _headers(self, path: str) -> list[tuple[bytes, bytes]]:
        random = self.random
        headers = [self.server.cookie(random.choice(PEOPLE))] if random.random() < 0.9 else []
        if random.random() < (0.7 if path == "/admin" else 0.05):
            headers = [(b"cookie", b"; ".join([self.admin, *(value for _, value in headers)]))]
        if random.random() < 0.5:
            headers.append((b"accept", b"application/json"))
        if random.random() < 0.3:
            headers.append((b"accept-language", b"ja"))
        return headers

    def _request(self, method: str, path: str, headers: RawHeaders, body: bytes, query: bytes = b"") -> None:
        random = self.random
        parts = [body]
        if random.random() < 0.1:
            middle = random.randint(0, len(body))
            parts = [body[:middle], b"", body[middle:]]
        self.input = method, path, query, headers, parts
        host = not (path == "/listen" and random.random() < 0.7)
        if not host:
            headers = [*headers, (b"host", b"localhost")]
        self.server.request(
            method,
            path,
            headers,
            parts,
            query=query,
            host=host,
            address="192.0.2.9" if host else "127.0.0.1",
            aborts=random.random() < 0.02,
        )

    # ---- Forms ------------------------------------------------------------------------------------------------------

    def _post(self) -> None:
        random = self.random
        route = random.choice(_POSTS)
        fields = self._fields(route)
        for _ in range(random.choice((0, 1, 1, 2))):
            fields = damage_value(random, fields)
        if not isinstance(fields, dict):
            fields = {"x": fields}
        content_type, body = encode_fields(random, fields)
        path = self._path_of(route)
        self._request("POST", path, [*self._headers(path), (b"content-type", content_type)], body)

    def _path_of(self, route: str) -> str:
        if route == "move":
            return f"/table/{self._table()}/move"
        if route == "replay":
            return f"/replay/{self._table()}/play"
        if route in self.links:
            return f"/{route}/{self._link(route)}"
        return f"/{route}"

    def _fields(self, route: str) -> dict[str, Any]:
        random = self.random
        match route:
            case "tables":
                return self._table_form()
            case "join":
                return {"name": odd_text(random), "seat": random.randint(0, 3), "watch": random.random() < 0.3}
            case "me":
                name, language = odd_text(random), random.choice(("en", "ja", "de"))
                return random.choice(({"name": name}, {"lang": language, "theme": "dark"}, {"theme": odd_text(random)}))
            case "records":
                return {"record": random.choice(self.stock.records[1:]).decode()}
            case "admin":
                target = random.choice((self._table(), random.choice(PEOPLE), odd_text(random)))
                action = {
                    "do": random.choice(("close", "ban", "unban", "unban", "unban", odd_text(random))),
                    "id": target,
                }
                token = random.choice((self.server.context.admin_token, odd_text(random)))
                return {"token": token} if random.random() < 0.2 else action
            case "move":
                return {"seat": random.randint(0, 3)}
            case "replay":
                return {
                    "step": random.randint(-1, 40),
                    "seat": random.randint(0, 4),
                    "level": random.choice(bot_levels()),
                }
        return {}

    def _table_form(self) -> dict[str, Any]:
        """Return a valid form for a new table, in the fields of JSON or of a browser's form."""
        random = self.random
        game = find_game(self.random.choice(game_names()))
        players = random.choice(game.players)
        seats = [random.choice(("me", "open", "random", "casual", "club")) for _ in range(players)]
        form: dict[str, Any] = {"game": game.name, "players": players}
        options = {option.name: random.choice([option.default, *option.values]) for option in game.options}
        if random.random() < 0.5:
            form |= {"options": options, "seats": seats, "names": {"1": odd_text(random)}}
        else:
            form |= {f"option.{name}": value for name, value in options.items()}
            form |= {f"seat.{seat}": choice for seat, choice in enumerate(seats)} | {"name.1": odd_text(random)}
        for name, values in (
            ("aids", (True, False)),
            ("pace", ("slow", "normal", "at_once")),
            ("limit", (0, 5, 86_400, 10**7)),
            ("takeover", (0, 10, 5)),
            ("listed", (True, False)),
            ("first_game", (True, False)),
            ("data", ({"cards": [{"name": "a"}]}, {}, odd_value(random))),
        ):
            if random.random() < 0.25:
                form[name] = random.choice(values)
        return form

    # ---- Addresses --------------------------------------------------------------------------------------------------

    def _table(self) -> str:
        random = self.random
        known = list(self.server.disk.logs) + list(self.server.disk.games)
        return random.choice(known) if random.random() < 0.8 else self._segment()

    def _link(self, route: str) -> str:
        random = self.random
        link = random.choice(self.links[random.choice((route, route, route, "join", "seat"))])
        if random.random() < 0.7:
            return link
        return damage_bytes(random, link.encode()).decode("utf-8", "replace") or "-"

    def _segment(self) -> str:
        """Return a part of a path, as it is after decoding."""
        return self.random.choice((odd_text(self.random), quote(odd_text(self.random)), "x", "..", ".json", "%2e"))

    def _get(self) -> None:
        random = self.random
        table = self._table()
        path = random.choice(
            (
                "/",
                "/mine",
                "/records",
                "/admin",
                "/healthz",
                "/metrics",
                "/favicon.ico",
                "/gallery",
                f"/table/{table}",
                f"/table/{table}",
                f"/table/{table}/invite",
                f"/table/{table}/live",
                f"/replay/{table}",
                f"/replay/{table}",
                f"/replay/{table}/review",
                f"/record/{table}.json",
                f"/join/{self._link('join')}",
                f"/seat/{self._link('seat')}",
                f"/rules/{random.choice((self.game, self._segment()))}",
                f"/static/{self._segment()}/{random.choice((*_STATIC, self._segment()))}",
                f"/art/{self._segment()}/{random.choice((f'{self.game}.svg', f'{self.game}.css', self._segment()))}",
                f"/{self._segment()}",
            )
        )
        if random.random() < 0.1:
            path = random.choice((f"{path}/", f"/{path}", path.upper(), f"{path}/{self._segment()}", "*", "", "//"))
        self._request(random.choice(_METHODS), path, self._headers(path), b"", self._query())

    def _query(self) -> bytes:
        random = self.random
        if random.random() < 0.4:
            return b""
        names = ("step", "seat", "before", "token", "form", "x", odd_text(random))
        values = (str(random.randint(0, 30)), "spectator", "inf", "nan", "-1", "1e999", odd_text(random))
        text = "&".join(f"{quote(random.choice(names))}={quote(random.choice(values))}" for _ in range(2))
        query = text.encode()
        # The web server lets nothing else through than visible characters of ASCII.
        return query if random.random() < 0.8 else bytes(b for b in damage_bytes(random, query) if 32 < b < 127)
