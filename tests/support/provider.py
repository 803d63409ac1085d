"""A real OpenID provider from PyPI in a process of its own, and somebody between it and the house who may lie."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import threading
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import httpx
import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

from tests.support.waiting import HANG, wait_for

Lie = Callable[[dict[str, Any]], Any]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port: int = listening.getsockname()[1]
        return port


class Provider:
    """What the house takes for the provider: everything goes to the real one and back, but for what a test changes.

    It also holds the house to PKCE, which the real one does not look at.
    """

    def __init__(self, real: str) -> None:
        self.real = real
        self.key = rsa.generate_private_key(65537, 2048)
        """Of somebody who is not the provider."""
        self.truthful()
        self.asked: list[str] = []
        self._challenges: list[str] = []
        provider = self

        class Between(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                provider._pass_on(self)

            do_POST = do_GET  # noqa: N815

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Between)
        self.issuer = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def truthful(self) -> None:
        self.said: Lie = lambda claims: claims
        """What becomes of the claims of an id token; where they change, they are signed with another key."""
        self.described: Lie = lambda described: described
        self.keys: Lie = lambda keys: keys
        self.token: Callable[[str], str] = lambda token: token
        self.status = 0

    def _pass_on(self, asked: BaseHTTPRequestHandler) -> None:
        path = urlsplit(asked.path)
        self.asked.append(path.path)
        body = asked.rfile.read(int(asked.headers.get("content-length", 0)))
        if path.path == "/oauth2/authorize":
            self._challenges += parse_qs(path.query)["code_challenge"]
        headers = {name: asked.headers[name] for name in ("authorization", "content-type") if asked.headers[name]}
        answer = httpx.request(
            asked.command, self.real + asked.path, content=body, timeout=HANG,
            headers={**headers, "host": urlsplit(self.issuer).netloc},
        )  # fmt: skip
        status, content = answer.status_code, answer.content
        if status == 200 and path.path != "/oauth2/authorize":
            content = json.dumps(self._changed(path.path, answer.json(), body)).encode()
        if path.path == "/oauth2/token" and not self._is_verified(body):
            status, content = 400, b'{"error": "invalid_grant"}'
        asked.send_response(self.status or status)
        for name in ("location", "content-type"):
            if name in answer.headers:
                asked.send_header(name, answer.headers[name])
        asked.send_header("content-length", str(len(content)))
        asked.end_headers()
        asked.wfile.write(content)

    def _is_verified(self, body: bytes) -> bool:
        (verifier,) = parse_qs(body.decode()).get("code_verifier", [""])
        challenge = urlsafe_b64encode(sha256(verifier.encode()).digest()).rstrip(b"=").decode()
        return challenge in self._challenges

    def _changed(self, path: str, said: dict[str, Any], body: bytes) -> Any:
        if path == "/.well-known/openid-configuration":
            return self.described(said)
        if path == "/jwks":
            return self.keys(said)
        token = said["id_token"]
        claims = jwt.decode(token, options={"verify_signature": False})
        changed = self.said(dict(claims))
        if changed != claims:
            token = jwt.encode(changed, self.key, "RS256", {"kid": "between"})
        return {**said, "id_token": self.token(token)}

    def own_key(self) -> dict[str, Any]:
        public: dict[str, Any] = jwt.algorithms.RSAAlgorithm.to_jwk(self.key.public_key(), as_dict=True)
        return {**public, "kid": "between", "use": "sig", "alg": "RS256"}

    def believed(self) -> None:
        """Its own key is among those of the provider: what it says is signed well."""
        self.keys = lambda keys: {"keys": [*keys["keys"], self.own_key()]}

    def knows(self, subject: str, **claims: Any) -> None:
        assert httpx.put(f"{self.real}/users/{quote(subject)}", json=claims).status_code == 204

    def visit(self, address: str, subject: str) -> dict[str, str]:
        """Somebody signs in at the provider: what it sends back with the browser."""
        answer = httpx.post(address, data={"sub": subject}, timeout=HANG)
        assert answer.status_code == 302, answer.text
        given = parse_qs(urlsplit(answer.headers["location"]).query)
        return {name: value for name, (value,) in given.items()}

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def provider() -> Iterator[Provider]:
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "oidc_provider_mock", "--port", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    real = f"http://127.0.0.1:{port}"
    try:
        wait_for(lambda: _answers(real, process))
        between = Provider(real)
        try:
            yield between
        finally:
            between.close()
    finally:
        process.terminate()
        process.wait(HANG)


def _answers(real: str, process: subprocess.Popen[bytes]) -> bool:
    assert process.poll() is None, "the provider ended"
    try:
        return httpx.get(f"{real}/jwks").status_code == 200
    except httpx.HTTPError:
        return False
