"""Templates, read once for each language: what they say whatever happens is put in then."""

from __future__ import annotations

from collections.abc import MutableMapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import jinja2
from jinja2 import nodes
from jinja2.visitor import NodeTransformer

from smokestack.engine.language import speaking, tr

FOLDER: Final = Path(__file__).parent.parent / "web" / "templates"


class Templates(jinja2.Environment):
    """Of one language; whoever renders them must speak it."""

    def __init__(self, code: str, /, **values: Any) -> None:
        super().__init__(
            loader=jinja2.FileSystemLoader(FOLDER),
            autoescape=True,
            auto_reload=False,
            trim_blocks=True,
            lstrip_blocks=True,
            undefined=jinja2.StrictUndefined,
        )
        self._code = code
        self.globals.update(tr=tr, **values)
        self.macro = cache(self._find_macro)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """One mapping: to look through two of them would take long for each page."""
        return {**self.globals, **(d or {})}

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        template = super()._parse(source, name, filename)
        with speaking(self._code):
            _Speaker().visit(template)
        return template

    def _find_macro(self, name: str) -> Any:
        """Of `parts.html`."""
        return getattr(self.get_template("parts.html").module, name)


class _Speaker(NodeTransformer):
    """Says `tr("…")` in place of the call, where nothing has to be filled in."""

    def visit_Call(self, node: nodes.Call) -> nodes.Node:
        self.generic_visit(node)
        called, given = node.node, node.args
        is_plain = not (node.kwargs or node.dyn_args or node.dyn_kwargs) and len(given) == 1
        if isinstance(called, nodes.Name) and called.name == "tr" and is_plain:
            text = given[0]
            if isinstance(text, nodes.Const):
                return nodes.Const(tr(text.value), lineno=node.lineno)
        return node
