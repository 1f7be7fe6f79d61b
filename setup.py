"""Build the package: compile the rules, the translations, and add the npm packages of the pages.

mypyc compiles the modules in COMPILED_FOLDERS. `SMOKESTACK_PURE=1` compiles none.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from setuptools import Distribution, Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

os.chdir(Path(__file__).parent)
SOURCE = Path("src/smokestack")
PURE = os.environ.get("SMOKESTACK_PURE", "0") not in ("", "0")

COMPILED_FOLDERS = (
    "engine/core",
    "games/*/rules",
    "games/*/evaluation",
    "games/*/observation",
    "bots/search",
)

GCC_OPTIONS = (
    # Lets the C compiler inline small functions of the rules: twice the speed.
    "-fno-semantic-interposition",
    # Looking for warnings in generated code takes two fifths of the time.
    "-Wno-all",
)
# GCC optimizes a C file on one core, but when it links, it optimizes parts of the program on all
# cores. It still inlines across the parts.
PARALLEL_GCC_OPTIONS = ("-O3", "-flto=auto")

METADATA_COMMANDS = {"dist_info", "egg_info", "sdist"}
NPM_FOLDER = Path("web/static/npm")

# Where a file is in node_modules, and the name under which the pages load it.
NPM_FILES = {
    "htmx.org/dist/htmx.min.js": "htmx.js",
    "@fontsource/besley/files/besley-latin-400-normal.woff2": "besley-400.woff2",
    "@fontsource/besley/files/besley-latin-700-normal.woff2": "besley-700.woff2",
}


class BuildPython(build_py):
    """Copy the Python files, and add translations and npm packages."""

    def run(self) -> None:
        target = Path(self.build_lib, "smokestack")
        remove_earlier_build(target)
        super().run()
        compile_translations(target)
        copy_npm_files(target / NPM_FOLDER)


class BuildSourceArchive(sdist):
    """Add the npm packages, so that building from the archive needs neither npm nor Node."""

    def make_release_tree(self, base_dir: str, files: list[str]) -> None:
        super().make_release_tree(base_dir, files)
        copy_npm_files(Path(base_dir) / SOURCE / NPM_FOLDER)


class BuildExtensions(build_ext):
    """Compile the rules, on all cores."""

    def initialize_options(self) -> None:
        super().initialize_options()
        self.parallel = os.cpu_count()

    def finalize_options(self) -> None:
        # setuptools also asks for the extensions where it only needs the metadata.
        if METADATA_COMMANDS.isdisjoint(self.distribution.commands):
            self.distribution.ext_modules = extensions()
        super().finalize_options()


class SmokestackDistribution(Distribution):
    """Known to have extension modules before mypyc has found them."""

    def has_ext_modules(self) -> bool:
        return not PURE


def remove_earlier_build(target: Path) -> None:
    """Delete what an earlier build left, except compiled modules that still have a source.

    setuptools keeps those that are up to date, which saves most of the time.
    """
    sources = compiled_sources()
    for file in [path for path in target.rglob("*") if path.is_file()]:
        source = SOURCE / file.relative_to(target).parent / f"{file.name.partition('.')[0]}.py"
        if file.suffix == ".py" or source not in sources:
            file.unlink()


def compile_translations(target: Path) -> None:
    for source in sorted(SOURCE.glob("locale/*/LC_MESSAGES/*.po")):
        compiled = target / source.relative_to(SOURCE).with_suffix(".mo")
        compiled.parent.mkdir(parents=True, exist_ok=True)
        with source.open("rb") as catalogue, compiled.open("wb") as file:
            write_mo(file, read_po(catalogue))


def copy_npm_files(target: Path) -> None:
    if Path("PKG-INFO").exists():  # a source archive has them already
        shutil.copytree(SOURCE / NPM_FOLDER, target, dirs_exist_ok=True)
        return
    if not all(Path("node_modules", package_file).exists() for package_file in NPM_FILES):
        subprocess.run([sys.executable, "-m", "tools.npm_packages", "play"], check=True)
    target.mkdir(parents=True, exist_ok=True)
    for package_file, name in NPM_FILES.items():
        shutil.copy(Path("node_modules", package_file), target / name)


def extensions() -> list[Extension]:
    from mypyc.build import mypycify

    # Errors in modules that are not compiled are not reported: building needs none of the
    # libraries that these modules import.
    options = ["--follow-imports=silent", *map(str, compiled_sources())]
    # One C file for all modules: split by folder, Glasgow's rules take a third more time, because
    # the C compiler can't inline across files.
    modules: list[Extension] = mypycify(options, group_name="smokestack", debug_level="0")
    for module in modules:
        module.depends.append("setup.py")
        if sys.platform != "win32":
            module.extra_compile_args = [*module.extra_compile_args, *GCC_OPTIONS]
        if is_gcc() and module.name == "smokestack__mypyc":  # the others only refer to it
            module.extra_compile_args = [*module.extra_compile_args, *PARALLEL_GCC_OPTIONS]
            module.extra_link_args = [*GCC_OPTIONS, *PARALLEL_GCC_OPTIONS]
    return modules


def is_gcc() -> bool:
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    return sys.platform == "linux" and "gcc" in Path(compiler[0]).name


def compiled_sources() -> list[Path]:
    return [
        path
        for folder in COMPILED_FOLDERS
        for path in sorted(SOURCE.glob(f"{folder}/*.py"))
        if path.stem != "__init__"
    ]


setup(
    distclass=SmokestackDistribution,
    ext_modules=[],
    cmdclass={"build_py": BuildPython, "build_ext": BuildExtensions, "sdist": BuildSourceArchive},
)
