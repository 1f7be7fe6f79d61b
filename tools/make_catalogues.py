"""Collect all messages from the sources and update the catalogues in `locale/`.

Run by `make catalogues`. Existing translations are kept, new messages are added without a
translation, and unused ones are removed. Each catalogue is also compiled; only runs from the source
tree read that file, as a build compiles its own.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

SOURCE = Path(__file__).parent.parent / "src" / "smokestack"
LOCALE = SOURCE / "locale"
TEMPLATE = LOCALE / "smokestack.pot"
LANGUAGES = ("de", "fr", "nl")
KEYWORDS = {"tr": None, "trn": (1, 2), "mark": None, "mark_plural": (1, 2)}
OPTIONS = {"silent": "false"}  # fail on templates that can't be parsed
# No dates or names: the same messages must give the same file.
HEADER = """\
msgid ""
msgstr ""
"Language: {language}\\n"
"Plural-Forms: {plural_forms}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""

MessageId = str | tuple[str, ...]
Found = tuple[int, str, tuple[str | None, ...], list[str]]


def main() -> None:
    messages = collect()
    template = Catalog()
    fill(template, messages)
    TEMPLATE.parent.mkdir(exist_ok=True)
    with TEMPLATE.open("wb") as file:
        write(file, template)
    for language in LANGUAGES:
        update(catalogue_path(language), language, messages)


def catalogue_path(language: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / "smokestack.po"


def collect() -> dict[MessageId, list[str]]:
    """All messages with the files that contain them, ordered by file."""
    messages: dict[MessageId, set[str]] = {}
    for pattern, method in METHODS.items():
        for path in SOURCE.glob(pattern):
            name = path.relative_to(SOURCE).as_posix()
            with path.open("rb") as file:
                for _, message, _, _ in extract(method, file, KEYWORDS, options=OPTIONS):
                    messages.setdefault(message, set()).add(name)
    ordered = sorted(messages, key=lambda message: (sorted(messages[message]), str(message)))
    return {message: sorted(messages[message]) for message in ordered}


def python_messages(
    file: IO[bytes], keywords: Mapping[str, Any], tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[Found]:
    """String literals in calls of a keyword; unlike Babel's extractor, also within f-strings."""
    for node in ast.walk(ast.parse(file.read())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id not in keywords:
                continue
            literals = [
                argument.value
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
                else None
                for argument in node.args
            ]
            yield node.lineno, node.func.id, tuple(literals), []


def level_messages(
    file: IO[bytes], keywords: Mapping[str, Any], tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[Found]:
    """The capitalised names of the bot levels that people are offered, and their descriptions."""
    for name, level in tomllib.load(file).items():
        if level.get("reference"):
            continue
        yield 1, "mark", (name.capitalize(),), []
        yield 1, "mark", (level["text"],), []


METHODS: dict[str, str | Callable[..., Iterator[Any]]] = {
    "**/*.py": python_messages,
    "web/templates/**/*.html": "jinja2.ext:babel_extract",
    "bots/levels.toml": level_messages,
}


def update(path: Path, language: str, messages: dict[MessageId, list[str]]) -> None:
    """Write a catalogue with these messages, and its compiled form beside it."""
    known = read(path) if path.exists() else Catalog(language)
    catalogue = Catalog(language)
    fill(catalogue, messages)
    for message in catalogue:
        if message.id and (old := known.get(message.id)) and old.id == message.id:
            message.string = old.string
            message.user_comments = old.user_comments
            message.flags = old.flags
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write(file, catalogue)
    with path.open("rb") as source, path.with_suffix(".mo").open("wb") as file:
        write_mo(file, read_po(source))


def fill(catalogue: Catalog, messages: dict[MessageId, list[str]]) -> None:
    for message, files in messages.items():
        catalogue.add(message, locations=[(name, 0) for name in files])


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file)


def write(file: IO[bytes], catalogue: Catalog) -> None:
    language = str(catalogue.locale or "")
    header = HEADER.format(language=language, plural_forms=catalogue.plural_forms)
    file.write(header.encode())
    write_po(file, catalogue, width=100, omit_header=True, include_lineno=False)


if __name__ == "__main__":
    main()
