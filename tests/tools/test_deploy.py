"""The files for operators: hashed requirements that agree with the constraints, a hardened service, a strict proxy."""

import re
import shutil
import subprocess
from importlib.metadata import requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from chabudai.server.limits import Limits
from tools.requirements import BUILD, ROOT, RUNTIME, hashes_of, required, text_of

DEPLOY = ROOT / "deploy"
MAX_EXPOSURE = 2.5

CONTAINER = {
    "implementation_name": "cpython",
    "platform_python_implementation": "CPython",
    "platform_system": "Linux",
    "python_full_version": "3.11.0",
    "python_version": "3.11",
    "sys_platform": "linux",
}
"""The environment in the container, which decides what is required there."""

# ---- Requirements ----------------------------------------------------------------------------------------------------


def pinned(path: Path) -> dict[str, str]:
    """Return the versions in a file of requirements, by name."""
    lines = path.read_text(encoding="utf-8").splitlines()
    pins = [re.match(r"([\w.-]+)==([^\s;]+)", line) for line in lines]
    return {canonicalize_name(pin[1]): pin[2] for pin in pins if pin}


def all_required(names: list[str]) -> set[str]:
    """Return everything that these requirements need, directly or not, according to what is installed."""
    found: set[tuple[str, frozenset[str]]] = set()
    pending = [Requirement(name) for name in names]
    while pending:
        requirement = pending.pop()
        extras = [CONTAINER | {"extra": extra} for extra in requirement.extras or {""}]
        key = (canonicalize_name(requirement.name), frozenset(requirement.extras))
        if key in found:
            continue
        found.add(key)
        further = [Requirement(text) for text in requires(requirement.name) or ()]
        pending += [need for need in further if not need.marker or any(need.marker.evaluate(extra) for extra in extras)]
    return {name for name, _ in found}


@pytest.mark.parametrize("path", [RUNTIME, BUILD], ids=lambda path: path.name)
def test_the_requirements_of_the_container_agree_with_the_constraints(path: Path) -> None:
    constraints = pinned(ROOT / "constraints.txt")
    assert {name: constraints.get(name) for name in pinned(path)} == pinned(path)
    assert set(pinned(path)) == all_required(required(path))


@pytest.mark.parametrize("path", [RUNTIME, BUILD], ids=lambda path: path.name)
def test_every_requirement_has_hashes_and_no_file_names_a_host(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    blocks = re.split(r"\n(?=\w)", text.partition("\n")[2].strip())
    assert len(blocks) == len(pinned(path))
    for block in blocks:
        assert re.fullmatch(r"[\w.-]+==\S+( \\\n    --hash=sha256:[0-9a-f]{64})+", block), block
    assert "://" not in text


def test_the_tool_writes_all_hashes_of_a_version_in_order(tmp_path: Path) -> None:
    for number, platform in enumerate(("manylinux_2_28_x86_64", "manylinux_2_28_aarch64")):
        (tmp_path / f"some_name-1.0-cp311-cp311-{platform}.whl").write_bytes(bytes([number]))
    (tmp_path / "another-2.0-py3-none-any.whl").write_bytes(b"")
    lines = text_of("Title", hashes_of(tmp_path)).splitlines()
    assert lines[0] == "# Title. Written by `python -m tools.requirements`; do not edit."
    assert [line.split()[0] for line in lines[1:] if "==" in line] == ["another==2.0", "some-name==1.0"]
    assert len([line for line in lines if "--hash=sha256:" in line]) == 3


def test_the_container_installs_only_hashed_requirements_on_images_that_can_be_pinned() -> None:
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    installations = re.findall(r"pip (?:install|wheel) [^&\n\\]*", text)
    assert installations
    for command in installations:
        assert "--require-hashes" in command or "--no-index" in command, command
    assert re.findall(r"^FROM (\S+)", text, flags=re.MULTILINE) == ["${BUILD_IMAGE}", "${BASE_IMAGE}"]
    assert "{{.Manifest.Digest}}" in text


# ---- The service and the proxy ---------------------------------------------------------------------------------------


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
def test_the_service_is_hardened() -> None:
    command = ["systemd-analyze", "security", "--offline=yes", "--no-pager", str(DEPLOY / "chabudai.service")]
    output = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    exposure = re.search(r"Overall exposure level for chabudai\.service: ([\d.]+)", output)
    assert exposure, output
    assert float(exposure[1]) < MAX_EXPOSURE, output


def test_the_service_may_open_more_than_two_files_for_each_connection() -> None:
    limit = re.search(r"^LimitNOFILE=(\d+)$", (DEPLOY / "chabudai.service").read_text(), flags=re.MULTILINE)
    assert limit
    assert int(limit[1]) > 2 * Limits().connections


def test_the_proxy_limits_clients_and_passes_on_what_the_server_checks() -> None:
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    for directive in (
        "proxy_set_header Host $http_host;",
        "proxy_set_header X-Forwarded-For $remote_addr;",
        "proxy_set_header X-Forwarded-Proto $scheme;",
        'add_header Strict-Transport-Security "max-age=31536000" always;',
        "limit_conn chabudai_connections",
        "limit_req  zone=chabudai_pages",
        "client_header_timeout",
    ):
        assert directive in text
    (log_format,) = re.findall(r"log_format chabudai '(.*)';", text)
    assert "referer" not in log_format


@pytest.mark.skipif(
    not shutil.which("nginx") or not shutil.which("openssl"), reason="nginx or openssl is not installed"
)
def test_nginx_accepts_the_configuration(tmp_path: Path) -> None:
    certificate, key = tmp_path / "fullchain.pem", tmp_path / "privkey.pem"
    request = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=cards.example.org"]
    subprocess.run([*request, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    text = text.replace("/etc/letsencrypt/live/cards.example.org", str(tmp_path))
    text = text.replace("/var/log/nginx", str(tmp_path))
    (tmp_path / "nginx.conf").write_text(
        f"pid {tmp_path}/pid; error_log {tmp_path}/error.log; events {{}} http {{ {text} }}"
    )
    tested = subprocess.run(
        ["nginx", "-t", "-p", tmp_path, "-c", tmp_path / "nginx.conf"], capture_output=True, text=True, check=False
    )
    assert tested.returncode == 0, tested.stderr
