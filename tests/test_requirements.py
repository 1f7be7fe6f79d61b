"""Everything that is installed is locked with its hash."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tools.sbom import web_sbom

PROJECT = Path(__file__).parent.parent
LOCKS = sorted((PROJECT / "requirements").glob("*.txt"))


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_every_locked_package_has_hashes(lock: Path) -> None:
    entries = re.split(r"\n(?=\S)", lock.read_text().strip())
    assert entries
    for entry in entries:
        assert re.match(r"[\w.-]+==\S+", entry), entry
        assert "--hash=sha256:" in entry, entry
        assert "://" not in entry, "a lock file names no host"


def test_the_server_has_the_versions_that_are_tested() -> None:
    def versions(name: str) -> set[str]:
        text = (PROJECT / "requirements" / name).read_text()
        return set(re.findall(r"^([\w.-]+==[^\s;]+)", text, re.MULTILINE))

    assert versions("server.txt") <= versions("dev.txt")
    assert any(found.startswith("psycopg==") for found in versions("server.txt"))


@pytest.mark.parametrize("name", ["play.txt", "server.txt"])
def test_every_installation_can_draw_png_pictures(name: str) -> None:
    assert re.search(r"^resvg-py==", (PROJECT / "requirements" / name).read_text(), re.MULTILINE)


@pytest.mark.parametrize("file", ["deploy/Containerfile", "Makefile"])
def test_pip_installs_only_what_is_locked(file: str) -> None:
    text = (PROJECT / file).read_text().replace("\\\n", " ")
    found = re.findall(r"(?:pip install|PIP_INSTALL\))[^\n&]*", text)
    assert len(found) >= 2
    for command in found:
        locked = "--require-hashes" in command or "--no-deps" in command
        # `uv` only writes lock files; the first is the definition of PIP_INSTALL.
        assert locked or command.endswith(("uv", "--no-compile")), command


def test_the_bill_of_materials_lists_what_the_pages_load(tmp_path: Path) -> None:
    document = json.loads(web_sbom(tmp_path).read_text())
    assert (document["bomFormat"], document["specVersion"]) == ("CycloneDX", "1.6")
    found = {component["name"]: component for component in document["components"]}
    assert set(found) == set(json.loads((PROJECT / "package.json").read_text())["dependencies"])
    for component in found.values():
        assert component["purl"].startswith("pkg:npm/")
        assert component["hashes"][0]["alg"] == "SHA-512"
        assert len(component["hashes"][0]["content"]) == 128
