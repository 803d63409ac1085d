"""Services and proxies as an operator runs them, each in a process of its own."""

from __future__ import annotations

import os
import shutil
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tests.support.waiting import wait_for

DEPLOY = Path(__file__).parents[2] / "deploy"
NAME = "house.example"


def free_port() -> int:
    with socket.socket() as made:
        made.bind(("127.0.0.1", 0))
        port: int = made.getsockname()[1]
        return port


def listens(port: int) -> bool:
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def process(arguments: Sequence[str], port: int, cwd: Path, **variables: str) -> Iterator[subprocess.Popen[bytes]]:
    """A program that listens at this port, until the end."""
    with (cwd / f"{Path(arguments[0]).name}-{port}.log").open("wb") as said:
        running = subprocess.Popen(
            arguments, cwd=cwd, stdout=said, stderr=subprocess.STDOUT, env={**os.environ, **variables}
        )
        try:
            wait_for(lambda: listens(port) or running.poll() is not None)
            assert running.poll() is None, Path(said.name).read_text()
            yield running
        finally:
            running.terminate()
            running.wait()


def service(database: str, port: int, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """By a settings file: the address of the database stands on no command line."""
    settings = folder / f"settings-{port}.toml"
    settings.write_text(f'db = "{database}"\nport = {port}\nproxy = "127.0.0.1"\nname = ["{NAME}"]\n')
    settings.chmod(0o600)
    arguments = [sys.executable, "-m", "houserules", "serve", "--settings", str(settings)]
    with process(arguments, port, folder) as running:
        yield running


@dataclass(frozen=True)
class Certificate:
    chain: Path
    key: Path

    @property
    def trusted(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.chain))


def certificate(folder: Path) -> Certificate:
    key = ec.generate_private_key(ec.SECP256R1())
    whose = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, NAME)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(whose, whose, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    found = Certificate(folder / "chain.pem", folder / "key.pem")
    found.chain.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    found.key.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return found


def nginx(folder: Path, port: int, services: Sequence[int], certified: Certificate) -> list[str]:
    """The command that runs nginx with the site of deploy/, at other ports and with another certificate."""
    site = (DEPLOY / "nginx.conf").read_text()
    servers = "".join(f"    server 127.0.0.1:{each} max_fails=1 fail_timeout=2s;\n" for each in services)
    for old, new in (
        ("    server 127.0.0.1:8421 max_fails=1 fail_timeout=2s;\n", servers),
        ("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;"),
        ("/etc/ssl/house.example/fullchain.pem", str(certified.chain)),
        ("/etc/ssl/house.example/key.pem", str(certified.key)),
    ):
        assert old in site
        site = site.replace(old, new)
    (folder / "site.conf").write_text(site)
    temporary = "".join(
        f"{each}_temp_path {folder}/{each};\n" for each in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off;\npid {folder}/nginx.pid;\nerror_log {folder}/error.log;\nevents {{}}\n"
        f"http {{\n{temporary}log_format upstream '$upstream_addr $request_uri';\n"
        f"access_log {folder}/access.log upstream;\ninclude {folder}/site.conf;\n}}\n"
    )
    return [_program("nginx"), "-p", str(folder), "-c", str(folder / "nginx.conf")]


def caddy(folder: Path, port: int, services: Sequence[int], certified: Certificate) -> list[str]:
    text = (DEPLOY / "Caddyfile").read_text()
    upstreams = " ".join(f"127.0.0.1:{each}" for each in services)
    text = text.replace("reverse_proxy 127.0.0.1:8421", f"reverse_proxy {upstreams}")
    site = f"https://{NAME}:{port} {{\n\tbind 127.0.0.1\n\ttls {certified.chain} {certified.key}"
    text = text.replace(f"{NAME} {{", site, 1)
    options = f"{{\n\tadmin off\n\tauto_https disable_redirects\n\tstorage file_system {folder}/caddy\n}}\n"
    (folder / "Caddyfile").write_text(options + text)
    return [_program("caddy"), "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


def _program(name: str) -> str:
    found = shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    assert found is not None, f"there is no {name}; scripts/proxies installs it"
    return found
