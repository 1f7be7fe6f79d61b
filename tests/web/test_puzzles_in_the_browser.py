"""Puzzles on a phone and on a desktop."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from smokestack.presentation.language import tr, use_language
from smokestack.puzzles.puzzle import puzzles_of
from smokestack.puzzles.words import solution_sentence, task_sentence, verdict_sentence
from tests.web.conftest import Server
from tests.web.player import Visit, choose_answer, stays_loaded

PHONE = {"width": 360, "height": 740}


def test_one_puzzle_is_failed_and_another_solved_on_a_phone(server: Server, visit: Visit) -> None:
    page = visit(f"{server.url}/puzzles", **PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.get_by_role("link", name="Puzzle of the day").first.click()
    page.wait_for_selector("#main[data-my-turn]")
    failed = puzzles_of("brass")[0]
    page.goto(f"{server.url}/puzzles/{failed.id}")
    page.wait_for_load_state()
    with stays_loaded(page):
        choose_answer(page, failed.tries[0].answer)
        expect(page.locator(".judgement:not(.solved)")).to_contain_text("Try again.")
        expect(page.locator("#lesson-text")).to_contain_text("Your rating: 14")
        page.locator("#solution").click()
        expect(page.locator("#lesson-text")).to_contain_text("Any other move lowers")
        expect(page.locator("#lesson-text")).to_contain_text("Solved in a row: 0")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    # The explanation is on the board: the solution at first, then what follows a wrong try.
    current = page.locator("#lesson-text [aria-current=step]")
    solution = page.locator("#board-text").text_content()
    page.locator("#lesson-text details summary").first.click()
    wrong = page.locator("#lesson-text .hint-line").nth(1).locator(".line-step a").last
    text = wrong.text_content() or ""
    wrong.click()
    page.wait_for_url("**line=1*")
    expect(current).to_have_text(text)
    assert page.locator("#board-text").text_content() != solution
    page.locator("#lesson-text").get_by_role("link", name="Study board").first.click()
    page.wait_for_selector("#main.study")
    solved = puzzles_of("glasgow")[0]
    page.goto(f"{server.url}/puzzles/{solved.id}")
    page.wait_for_load_state()
    with stays_loaded(page):
        choose_answer(page, solved.best.answer)
        expect(page.locator(".judgement.solved")).to_contain_text("is the best move")
        expect(page.locator("#lesson-text")).to_contain_text("Solved in a row: 1")
    page.locator("#next-puzzle").click()
    page.wait_for_selector("#main[data-my-turn]")
    assert page.url.startswith(f"{server.url}/puzzles/")
    page.locator("#language").select_option("de")
    expect(page.locator(".task")).to_contain_text("Finde den besten Zug.")


@pytest.mark.parametrize("code", ["de", "fr", "nl"])
def test_a_puzzle_is_failed_and_solved_in_every_language(
    server: Server, visit: Visit, code: str
) -> None:
    puzzle = puzzles_of("glasgow")[1]
    page = visit(f"{server.url}/puzzles/{puzzle.id}", locale=code)
    page.wait_for_load_state()
    text, state = page.locator("#lesson-text"), puzzle.state()
    with use_language(code), stays_loaded(page):
        expect(page.locator(".task")).to_contain_text(task_sentence(state))
        choose_answer(page, puzzle.tries[0].answer)
        expect(page.locator(".judgement:not(.solved)")).to_contain_text(tr("Try again."))
        choose_answer(page, puzzle.best.answer)
        verdict = verdict_sentence(puzzle, state, puzzle.best.answer)
        expect(page.locator(".judgement.solved")).to_contain_text(verdict)
        expect(text).to_contain_text(solution_sentence(puzzle, state))


def test_a_puzzle_is_solved_with_the_keyboard(server: Server, visit: Visit) -> None:
    puzzle = next(each for each in puzzles_of("glasgow") if each.best.answer.startswith("move "))
    page = visit(f"{server.url}/puzzles/{puzzle.id}")
    page.wait_for_load_state()
    thing = page.locator(f"#stage [data-thing='ring-{puzzle.best.answer.split()[1]}']").first
    with stays_loaded(page):
        thing.focus()
        page.keyboard.press("Enter")
        expect(page.locator(".judgement.solved")).to_contain_text("is the best move")
