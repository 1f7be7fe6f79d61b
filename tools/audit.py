"""Look up known vulnerabilities of everything in the lock files; `make audit`.

Asks the advisory databases of PyPI and npm, so it needs the network. Exits with 1 if something is
found or could not be looked up.
"""

from __future__ import annotations

import subprocess
import sys

from tools.npm_packages import PROJECT, npm

LOCKS = sorted(path.name for path in (PROJECT / "requirements").glob("*.txt"))


def main() -> None:
    failed = [lock for lock in LOCKS if not audit_python(lock)]
    print("package-lock.json:", flush=True)
    try:
        npm(["audit"])
    except SystemExit:
        failed.append("package-lock.json")
    if failed:
        sys.exit(f"FAILED: look at {', '.join(failed)}")
    print("PASSED: no known vulnerability")


def audit_python(lock: str) -> bool:
    print(f"requirements/{lock}:", flush=True)
    command = [sys.executable, "-m", "pip_audit", "--strict", "--disable-pip", "--require-hashes"]
    done = subprocess.run([*command, "-r", f"requirements/{lock}"], cwd=PROJECT)
    return done.returncode == 0


if __name__ == "__main__":
    main()
