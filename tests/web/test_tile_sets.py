"""Tile sets of owners of the box: typed in, saved, downloaded and played with."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from smokestack.games.glasgow.formats.data import load_tiles, shipped_tiles
from smokestack.games.glasgow.ui.about import reconstructed_fields
from smokestack.games.glasgow.ui.tile_form import fields_of
from smokestack.server.service.table_service import TableService
from smokestack.terminal.tiles import install
from tests.server.services import NO_LIMITS, app_client, settings

Client = TestClient[Litestar]


@pytest.fixture(scope="module")
def shared_client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with app_client(tmp_path_factory.mktemp("tiles"), **NO_LIMITS) as client:
        yield client


@pytest.fixture
def client(shared_client: Client) -> Client:
    """A visitor who was never here."""
    shared_client.cookies.clear()
    shared_client.get("/")
    return shared_client


def post(client: Client, path: str, fields: dict[str, str]) -> str:
    """Submit a form; returns where it leads, or the page with problems."""
    form = {**fields, "_csrf_token": client.cookies["csrftoken"]}
    sent = client.post(path, data=form, follow_redirects=False)
    return sent.headers["location"] if sent.status_code == 303 else unescape(sent.text)


def box(**changed: str) -> dict[str, str]:
    """The fields of the form, with the name and the values of an owner."""
    fields = {**fields_of(shipped_tiles()), "name": "My box"}
    return {**fields, **{name.replace("_", "-"): value for name, value in changed.items()}}


def test_all_tiles_are_listed_and_reconstructed_values_are_marked(client: Client) -> None:
    page = client.get("/tiles/included").text
    assert page.count("data-building") == 37
    assert page.count("data-contract") == 14
    uncertain = [reconstructed_fields(tile) for tile in shipped_tiles().buildings]
    legends = sum(bool(fields) for fields in uncertain)
    legends += sum(not contract.known for contract in shipped_tiles().contracts)
    assert page.count("* reconstructed</span></legend>") == legends
    factory = page.split("data-building")[1]
    marked = re.findall(r'<label>([^<]+)<span class="reconstructed"', factory)
    assert marked == ["stone", "steel", "gold", "leftmost", "gives"]
    assert page.count("tile-picture") == 51


def test_a_set_is_saved_downloaded_and_played_with(client: Client, tmp_path: Path) -> None:
    address = post(client, "/tiles/included", box(F1_stone="3", F1_points="2", F1_known="yes"))
    page = client.get(address).text
    assert "<h1>My box</h1>" in page
    file = tmp_path / "tiles.toml"
    file.write_text(client.get(f"{address}/tiles.toml").text, "utf-8")
    tiles = load_tiles(file)
    assert (tiles.buildings[0].cost, tiles.buildings[0].points) == ([0, 0, 0], 2)
    assert {"cost", "points", "gives"} <= set(tiles.buildings[0].known)
    assert tiles.contracts[0].goods == shipped_tiles().contracts[0].goods
    tile_set = address.rpartition("/")[2]
    assert tile_set in client.get("/new?game=glasgow").text
    plan = {"game": "glasgow", "seat-0": "me", "seat-1": "here", "tiles": tile_set}
    table_page = post(client, "/tables", plan)
    assert "Tile set: My box." in client.get(table_page).text
    service: TableService = client.app.state.service
    with client.portal() as portal:
        table = portal.call(service.find, table_page.rpartition("/")[2])
    assert isinstance(table.setup.tiles, dict)
    assert table.setup.tiles["building"][0]["points"] == 2
    post(client, f"{address}/remove", {})
    assert client.get(address).status_code == 404
    assert "Tile set: My box." in client.get(table_page).text  # the table keeps it


def test_a_set_is_private_to_who_entered_it(client: Client) -> None:
    address = post(client, "/tiles/included", box())
    tile_set = address.rpartition("/")[2]
    client.cookies.clear()
    client.get("/")
    assert client.get(address).status_code == 404
    assert client.get(f"{address}/tiles.toml").status_code == 404
    assert tile_set not in client.get("/tiles").text
    plan = {"game": "glasgow", "seat-0": "me", "seat-1": "here", "tiles": tile_set}
    assert "There is no tile set at this address" in post(client, "/tables", plan)
    post(client, f"{address}/remove", {})
    service: TableService = client.app.state.service
    with client.portal() as portal:
        guests = portal.call(service.tile_sets.usable_by, "another guest")
    assert guests == []


@pytest.mark.parametrize(
    ("changed", "text"),
    [
        ({"F1_points": "100"}, "Enter a whole number from 0 to 99."),
        ({"F1_steel": "x"}, "Enter a whole number from 0 to 4."),
        ({"F1_stone": "0"}, "The cost must have at least one good."),
        ({"F1_first": "gold"}, "The leftmost good, gold, is not part of the cost."),
        ({"F1_gives": "tea"}, "Choose one of the values offered."),
        ({"choice_kind": "double"}, "There can be only one doubling contract."),
        ({"whisky_whisky": "0"}, "Choose at least one good."),
        ({"name": ""}, "The name must have 1 to 60 characters."),
        ({"name": "reconstructed-1"}, "Please choose another name for your set."),
    ],
)
def test_a_wrong_value_is_named_at_its_tile_and_nothing_is_saved(
    client: Client, changed: dict[str, str], text: str
) -> None:
    page = post(client, "/tiles/included", box(**changed))
    assert text in re.sub(r"data-\w+=\"[^\"]*\"", "", page)
    assert "The set was not saved." in page
    assert "My box" not in client.get("/tiles").text


def test_a_host_installs_a_set_for_everybody(client: Client, tmp_path: Path) -> None:
    address = post(client, "/tiles/included", box(name="House rules", L1_points="7"))
    file = tmp_path / "house.toml"
    file.write_text(client.get(f"{address}/tiles.toml").text, "utf-8")
    with app_client(tmp_path, **NO_LIMITS) as other:
        install(settings(tmp_path), file)
        page = other.get("/tiles").text
    assert "House rules" in page
    assert "Installed by the host" in page
    assert "Delete" not in page
