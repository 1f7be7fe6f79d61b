"""Static files."""

from __future__ import annotations

from smokestack.server.http.assets import FOLDER, Assets


def test_scripts_of_our_own_are_sent_without_comments() -> None:
    files = Assets().files
    sent = {name.rpartition("/")[2]: asset.content for name, asset in files.items()}
    assert b"\n// " in (FOLDER / "map.js").read_bytes()
    assert not [line for line in sent["map.js"].splitlines() if line.startswith((b"//", b" "))]
    assert b"const" in sent["map.js"]
    for script in FOLDER.glob("*.js"):
        lines = script.read_text("utf-8").splitlines()
        assert [line for line in lines if line.count("`") % 2] == [], "a template of several lines"
    assert sent["htmx.js"] == (FOLDER / "npm" / "htmx.js").read_bytes()
