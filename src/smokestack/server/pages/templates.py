"""Jinja templates, compiled once per language with their constant texts already translated."""

from __future__ import annotations

from collections.abc import MutableMapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import jinja2
from jinja2 import nodes
from jinja2.visitor import NodeTransformer

from smokestack.presentation.language import tr, use_language

FOLDER: Final = Path(__file__).parents[2] / "web" / "templates"


class Templates(jinja2.Environment):
    """The templates of one language; render them while that language is in use."""

    def __init__(self, code: str, /, **values: Any) -> None:
        super().__init__(
            loader=TranslatingLoader(code),
            autoescape=True,
            auto_reload=False,
            trim_blocks=True,
            lstrip_blocks=True,
            undefined=jinja2.StrictUndefined,
        )
        self.globals.update(tr=tr, **values)
        self.macro = cache(self._find_macro)

    def _find_macro(self, name: str) -> Any:
        """A macro of `macros.html`."""
        return getattr(self.get_template("macros.html").module, name)


class TranslatingLoader(jinja2.FileSystemLoader):
    """Translates the syntax tree of a template before it is compiled."""

    def __init__(self, code: str) -> None:
        super().__init__(FOLDER)
        self._code = code

    def load(
        self,
        environment: jinja2.Environment,
        name: str,
        template_globals: MutableMapping[str, Any] | None = None,
    ) -> jinja2.Template:
        source, path, up_to_date = self.get_source(environment, name)
        tree = environment.parse(source, name, path)
        with use_language(self._code):
            _Translator().visit(tree)
        code = environment.compile(tree, name, path)
        # One mapping instead of Jinja's chain of two, whose lookups are slow.
        known = dict(template_globals or {})
        return environment.template_class.from_code(environment, code, known, up_to_date)


class _Translator(NodeTransformer):
    """Replaces `tr("…")` with its translation if there are no values to fill in."""

    def visit_Call(self, node: nodes.Call) -> nodes.Node:
        self.generic_visit(node)
        function, arguments = node.node, node.args
        is_constant = not (node.kwargs or node.dyn_args or node.dyn_kwargs) and len(arguments) == 1
        if isinstance(function, nodes.Name) and function.name == "tr" and is_constant:
            text = arguments[0]
            if isinstance(text, nodes.Const):
                return nodes.Const(tr(text.value), lineno=node.lineno)
        return node
