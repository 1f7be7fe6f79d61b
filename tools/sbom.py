"""Write software bills of materials in the format CycloneDX to dist/; `make sbom`.

One for the Python packages of a server, from requirements/server.txt, and one for the npm packages
that the wheel contains, from package-lock.json.
"""

from __future__ import annotations

import json
import subprocess
import sys
from base64 import b64decode
from pathlib import Path

from tools.npm_packages import PROJECT

DIST = PROJECT / "dist"
SPEC_VERSION = "1.6"


def main() -> None:
    DIST.mkdir(exist_ok=True)
    for file in (python_sbom(DIST / "smokestack-python.cdx.json"), web_sbom(DIST)):
        components = json.loads(file.read_text())["components"]
        print(f"{file.relative_to(PROJECT)}: {len(components)} components")


def python_sbom(file: Path) -> Path:
    command = [sys.executable, "-m", "cyclonedx_py", "requirements", "--output-reproducible"]
    command += ["--spec-version", SPEC_VERSION, "--output-format", "JSON", "--pyproject"]
    command += ["pyproject.toml", "--output-file", str(file), "requirements/server.txt"]
    subprocess.run(command, cwd=PROJECT, check=True)
    return file


def web_sbom(folder: Path) -> Path:
    """From the lock file alone: npm's own command would need Node."""
    lock = json.loads((PROJECT / "package-lock.json").read_text())
    components = []
    for path, package in sorted(lock["packages"].items()):
        if path and not package.get("dev"):
            name, version = path.removeprefix("node_modules/"), package["version"]
            components.append(
                {
                    "type": "library",
                    "name": name,
                    "version": version,
                    "purl": f"pkg:npm/{name.replace('@', '%40')}@{version}",
                    "licenses": [{"license": {"id": package["license"]}}],
                    "hashes": [_hash(package["integrity"])],
                }
            )
    file = folder / "smokestack-web.cdx.json"
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": SPEC_VERSION,
        "version": 1,
        "metadata": {"component": {"type": "application", "name": lock["name"]}},
        "components": components,
    }
    file.write_text(json.dumps(document, indent=1) + "\n")
    return file


def _hash(integrity: str) -> dict[str, str]:
    """A hash as npm writes it, `sha512-` and base64, as CycloneDX writes it."""
    kind, _, text = integrity.partition("-")
    return {"alg": kind.upper().replace("SHA", "SHA-"), "content": b64decode(text).hex()}


if __name__ == "__main__":
    main()
