"""Requests and handshakes whose headers contain anything that HTTP lets through."""

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from fuzzing.episode import Episode
from fuzzing.server import FuzzedSocket
from fuzzing.stock import HOST, PEOPLE
from fuzzing.values import damage_bytes, odd_text
from simulation.process import HOST as HOST_NAME

_VALUES: dict[bytes, tuple[bytes, ...]] = {
    b"host": (HOST_NAME.encode(), b"localhost", b"[::1]:80", b"[", b"a]b", b"x:99999", b"", b"h" * 5000),
    b"origin": (b"http://" + HOST_NAME.encode(), b"null", b"http://[", b"//", b"http://a]b", b"file://", b""),
    b"accept": (b"application/json", b"text/html", b"*/*", b"application/json;q=0,,"),
    b"accept-language": (b"ja", b"de-DE,ja;q=0.5", b"*", b",;,", b"ja" * 2000),
    b"accept-encoding": (b"gzip", b"gzip;q=0", b"br", b"identity"),
    b"content-type": (
        b"application/json",
        b"application/x-www-form-urlencoded",
        b"multipart/form-data; boundary=x",
        b'multipart/form-data; boundary="',
        b"multipart/form-data; boundary*=utf-8''%ff",
        b"multipart/form-data; boundary=x; charset=idna",
    ),
    b"content-length": (b"0", b"5", b"999999999999", b"-1", b"x", b"1, 1"),
    b"transfer-encoding": (b"chunked", b"gzip"),
    b"referer": (
        b"http://" + HOST_NAME.encode() + b"/mine",
        b"http://" + HOST_NAME.encode() + b"/table/\xff",
        b"//",
        b"",
    ),
    b"x-forwarded-for": (b"198.51.100.7", b"127.0.0.1, ::1", b"unknown", b"[::]:1"),
    b"x-forwarded-proto": (b"https", b"wss", b"javascript"),
    b"x-forwarded-host": (b"evil.example",),
    b"forwarded": (b"for=198.51.100.7;proto=https",),
    b"x-real-ip": (b"198.51.100.7",),
    b"sec-fetch-site": (b"same-origin", b"none", b"cross-site"),
    b"if-none-match": (b"*", b'"x"'),
    b"range": (b"bytes=0-1", b"bytes=9-1,-"),
    b"upgrade": (b"websocket", b"h2c"),
    b"sec-websocket-protocol": (b"chat",),
    b"user-agent": (b"x",),
}
_COOKIES = (b"chabudai_guest", b"lang", b"theme", b"chabudai_admin", b"$Version", b"")
_BODIES = (
    b"",
    b"{}",
    b'{"name":"Aoi"}',
    b"name=Aoi",
    b'--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nA\r\n--x--',
)
_ADDRESSES = ("192.0.2.3", "2001:db8::1", "::ffff:192.0.2.3", "127.0.0.1", "", "somewhere")


class Headers(Episode):
    kind = "headers"
    size = 400

    def prepare(self) -> None:
        if self.number % 3 == 2:
            # As uvicorn does for a server behind a proxy.
            self.server.app = ProxyHeadersMiddleware(self.server.app, trusted_hosts="*")
        tables = list(self.stock.tables.values())
        sign = self.server.context.signer.sign
        self.gets = [
            *("/", "/mine", "/healthz", "/metrics", "/admin", "/records", "/favicon.ico", "/nowhere", "/mine/"),
            *(f"/table/{table}" for table in tables),
            *(f"/table/{table}/invite" for table in tables[:3]),
            f"/join/{sign('invite', f'{tables[0]}.0')}",
            f"/replay/{self.stock.tables['over']}",
            f"/record/{self.stock.tables['over']}.json",
            f"/art/0/{self.game}.css",
            f"/rules/{self.game}",
        ]
        self.posts = ["/me", "/me", "/records", "/listen", "/admin", f"/table/{tables[0]}/move", "/tables"]
        self.posts += [path for path in self.gets if path.startswith("/join/")]

    def feed(self) -> None:
        random = self.random
        if self.limited:
            self.server.advance(random.choice((0.0, 0.1, 1.0)))
        headers = [self._header() for _ in range(random.randint(1, 6))]
        if random.random() < 0.5:
            headers.append((b"cookie", self._cookies()))
        elif random.random() < 0.6:
            headers.append(self.server.cookie(HOST))
        host = b"host" not in dict(headers) and random.random() < 0.97
        address = random.choice(_ADDRESSES)
        roll = random.random()
        if roll < 0.12:
            table = random.choice(list(self.stock.tables.values()))
            self.input = "websocket", table, headers, address
            FuzzedSocket(self.server, "", table, headers=headers, address=address, host=host).disconnect()
        elif roll < 0.5:
            path, body = random.choice(self.posts), random.choice(_BODIES)
            self.input = "POST", path, headers, address, body
            self.server.request("POST", path, headers, [body], address=address, host=host)
        else:
            path = random.choice(self.gets)
            self.input = "GET", path, headers, address
            self.server.request("GET", path, headers, address=address, host=host)

    def _header(self) -> tuple[bytes, bytes]:
        random = self.random
        name = random.choice(list(_VALUES))
        return name, self._value(random.choice(_VALUES[name]))

    def _value(self, value: bytes) -> bytes:
        """Return a value, often damaged, but without what no web server lets through."""
        random = self.random
        roll = random.random()
        if roll < 0.4:
            return value
        if roll < 0.75:
            value = damage_bytes(random, value)
        elif roll < 0.9:
            value = odd_text(random).encode()
        else:
            value = random.randbytes(random.choice((1, 10, 200)))
        return value.translate(None, b"\0\r\n\v\f").strip()

    def _cookies(self) -> bytes:
        random = self.random
        signed = [
            self.server.context.signer.sign(purpose, text).encode()
            for purpose, text in (("guest", random.choice(PEOPLE)), ("invite", "x"), ("guest", ""))
        ]
        values = (*signed, b"ja", b"dark", b'"\\400\\777"', b'"', b"\xff\xfe", b"=", odd_text(random).encode())
        pairs = [
            random.choice(_COOKIES) + b"=" + self._value(random.choice(values)) for _ in range(random.randint(1, 4))
        ]
        return random.choice((b"; ", b";", b",")).join(pairs)
