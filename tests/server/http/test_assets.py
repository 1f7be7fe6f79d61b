"""Static files."""

from __future__ import annotations

import re

import smokestack
from smokestack.games import ui_of
from smokestack.server.http.assets import FOLDER, Assets

GENERAL_KINDS = {"link", "pass"}  # words of HTML and of passkeys, too


def test_scripts_of_our_own_are_sent_without_comments() -> None:
    files = Assets().files
    sent = {name.rpartition("/")[2]: asset.content for name, asset in files.items()}
    assert b"\n// " in (FOLDER / "map.js").read_bytes()
    assert not [line for line in sent["map.js"].splitlines() if line.startswith((b"//", b" "))]
    assert b"const" in sent["map.js"]
    assert not [line for line in sent["glasgow-tile_form.js"].splitlines() if line[:2] == b"//"]
    for script in FOLDER.glob("*.js"):
        lines = script.read_text("utf-8").splitlines()
        assert [line for line in lines if line.count("`") % 2] == [], "a template of several lines"
    assert sent["htmx.js"] == (FOLDER / "npm" / "htmx.js").read_bytes()


def test_shared_scripts_and_style_sheets_know_no_rules_of_a_game() -> None:
    names = {"cube", "card-", "stack-", "stone", "whisky"}
    for game, players in (("glasgow", ["Ann", "Bob"]), ("brass", ["Ann", "Bob", "Cleo"])):
        match = smokestack.new_game(game, seed=1, players=players)
        assert match.actor is not None
        names |= {action.kind for action in ui_of(match.game).actions(match.view(match.actor))}
    assert {"build", "sell", "develop", "loan"} <= names
    pattern = re.compile(rf"""["'`=]({"|".join(sorted(names - GENERAL_KINDS))})\b""")
    for file in (*FOLDER.glob("*.js"), *FOLDER.glob("*.css")):
        assert not pattern.findall(file.read_text("utf-8")), file.name
