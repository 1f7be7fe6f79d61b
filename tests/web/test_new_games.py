"""The form for a new table."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from smokestack.server.service.table_service import TableService
from tests.server.services import NO_LIMITS, app_client


@pytest.fixture(scope="module")
def shared_client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Litestar]]:
    with app_client(tmp_path_factory.mktemp("new"), **NO_LIMITS) as client:
        yield client


@pytest.fixture
def client(shared_client: TestClient[Litestar]) -> TestClient[Litestar]:
    """A visitor who was never here."""
    shared_client.cookies.clear()
    return shared_client


@pytest.mark.parametrize(
    ("edition", "title", "shown", "hidden"),
    [
        ("2007", "Brass, 2007", "virtual_link", "scotland_canal"),
        ("2009-duel", "The duel, 2009", "scotland_canal", "virtual_link"),
        ("2018", "Brass: Lancashire, 2018", "virtual_link_reverse", "scotland_canal"),
    ],
)
def test_options_are_shown_for_the_editions_that_they_affect(
    client: TestClient[Litestar], edition: str, title: str, shown: str, hidden: str
) -> None:
    page = client.get(f"/new?game=brass&edition={edition}").text
    assert f'aria-current="true">\n      <strong>{title}</strong>' in page
    assert f'name="option-{shown}"' in page
    assert f'name="option-{hidden}"' not in page
    assert 'name="option-refill_each_turn"' in page
    assert "Hands are refilled after each turn" in page


def test_options_that_are_not_shown_keep_the_default_of_the_edition(
    client: TestClient[Litestar],
) -> None:
    client.get("/new?game=brass")
    plan = {"game": "brass", "edition": "2007", "players": "3", "options": "shown"}
    seats = {"seat-0": "me", "seat-1": "here", "seat-2": "here", "option-refill_each_turn": "yes"}
    token = {"_csrf_token": client.cookies["csrftoken"]}
    sent = client.post("/tables", data={**plan, **seats, **token}, follow_redirects=False)
    service: TableService = client.app.state.service
    with client.portal() as portal:
        table = portal.call(service.find, sent.headers["location"].rpartition("/")[2])
    assert table.setup.options == {
        "virtual_link": False,
        "virtual_link_reverse": False,
        "scotland_canal": True,
        "refill_each_turn": True,
    }


def test_two_seats_for_yourself_are_refused_in_words_and_the_form_is_kept(
    client: TestClient[Litestar],
) -> None:
    client.get("/new")
    plan = {"game": "glasgow", "name": "Ann", "seat-0": "me", "seat-1": "me", "first": "1"}
    sent = client.post("/tables", data={**plan, "_csrf_token": client.cookies["csrftoken"]})
    assert sent.status_code == 422
    assert "Only one seat can be yours." in sent.text
    assert 'value="Ann"' in sent.text
    assert '<option value="1" selected>' in sent.text


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("/tables/no-such-table", "There is no table at this address."),
        ("/seats/an-old-invitation", "This link doesn&#39;t work any more. Ask for a new one."),
        ("/rules/chess", "There is no game with this name."),
        ("/learn/chess/0", "There is no game with this name."),
        ("/no/such/page", "There is no page at this address."),
    ],
)
def test_a_wrong_address_is_explained(client: TestClient[Litestar], path: str, text: str) -> None:
    page = client.get(path)
    assert page.status_code == 404
    assert "<h1>Not found</h1>" in page.text
    assert text in page.text
