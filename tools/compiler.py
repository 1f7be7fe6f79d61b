"""Print how this machine builds the rules: `compiled` or `interpreted`.

They are interpreted if `SMOKESTACK_PURE` is set or if no C compiler works.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sysconfig


def build_kind() -> str:
    return "compiled" if not is_pure() and compiler_works() else "interpreted"


def is_pure() -> bool:
    """Whether the interpreted build was asked for."""
    return os.environ.get("SMOKESTACK_PURE", "0") not in ("", "0")


def compiler_works() -> bool:
    """Try the compiler that setuptools uses, with the header files of this Python."""
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    include = f"-I{sysconfig.get_path('include')}"
    try:
        run = subprocess.run(
            [*compiler, include, "-fsyntax-only", "-x", "c", "-"],
            input=b"#include <Python.h>\n",
            capture_output=True,
        )
    except OSError:
        return False
    return run.returncode == 0


if __name__ == "__main__":
    print(build_kind())
