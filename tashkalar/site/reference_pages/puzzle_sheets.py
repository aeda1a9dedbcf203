"""Puzzles of the game for paper: two on a page, their solutions overleaf."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

from tashkalar import Game, cards
from tashkalar.cards import Being
from tashkalar.formats import puzzle
from tashkalar.formats.puzzle import Puzzle
from tashkalar.site.paths import SiteError, read_text
from tashkalar.site.reference_pages.card_pages import card_texts, name_html
from tashkalar.site.reference_pages.drawings import pattern_svg
from tashkalar.site.reference_pages.print_board import board_svg_text
from tashkalar.ui.bots.hint import describe_steps
from tashkalar.ui.bots.hint_line import play_on_copy
from tashkalar.ui.reference.card_views import card_view
from tashkalar.ui.session.goal_panel import text_in_language
from tashkalar.ui.text.catalogue import Catalogue

PUZZLES_FOLDER = "static/puzzles"
PAPER_PUZZLES = (
    "one-after-another",
    "destroy-ca8944",
    "beings-a71e82",
    "upgraded-65d32a",
    "beings-79083e",
    "destroy-bf2a4e",
)
"""Puzzles for two players that need no card on the table, the easier ones first."""

PUZZLES_PER_PAGE = 2


def read_paper_puzzles(root: Path) -> tuple[Puzzle, ...]:
    """Return the puzzles for paper; raise SiteError if one is not in the files of the game."""
    known: dict[str, Puzzle] = {}
    for file in sorted((root / PUZZLES_FOLDER).glob("puzzles-*.json")):
        known |= {one.id: one for one in puzzle.read(read_text(file) or "")}
    if missing := [id for id in PAPER_PUZZLES if id not in known]:
        raise SiteError(f"{PUZZLES_FOLDER} has no puzzle {missing[0]}")
    return tuple(known[id] for id in PAPER_PUZZLES)


def puzzle_sheets_html(puzzles: Sequence[Puzzle], words: Catalogue) -> str:
    """Return the pages with puzzles, each followed by the page with their solutions."""
    key = escape(words.text("pages.print.pieces"), quote=False)
    pages = []
    for start in range(0, len(puzzles), PUZZLES_PER_PAGE):
        numbered = list(enumerate(puzzles[start : start + PUZZLES_PER_PAGE], start=start + 1))
        puzzles_html = "".join(_puzzle_html(number, one, words) for number, one in numbered)
        pages.append(f'{puzzles_html}<p class="small">{key}</p>\n')
        pages.append("".join(_solution_html(number, one, words) for number, one in numbered))
    return "\n".join(f'<div class="sheet-page">\n{page}</div>' for page in pages)


def _puzzle_html(number: int, one: Puzzle, words: Catalogue) -> str:
    title = text_in_language(one.title, words.language)
    heading = words.text("pages.print.puzzle", n=number, title=title)
    task = text_in_language(one.scenario["text"], words.language)
    return (
        f'<section class="paper-puzzle"><h2>{escape(heading, quote=False)}</h2>\n'
        f"<p><b>{escape(task, quote=False)}</b></p>\n"
        f"{_board(one.scenario, heading)}\n"
        f'<ul class="paper-hand">{_hand_html(one.scenario, words)}</ul></section>\n'
    )


def _board(scenario: Mapping[str, object], label: str) -> str:
    board = scenario["board"]
    assert isinstance(board, Mapping)
    return board_svg_text(board, str(scenario["form"]), escape(label))


def _hand_html(scenario: Mapping[str, object], words: Catalogue) -> str:
    """Return the cards that the player on turn holds."""
    game = Game.from_scenario(scenario)
    state, seat = game.state, game.state.seat
    ids = (*state.hands[seat], *state.legends[seat])
    school = state.setup.schools[seat]
    return "\n".join(_card_html(id, school, words) for id in ids)


def _card_html(id: str, school: str, words: Catalogue) -> str:
    card, view = cards.get(id), card_view(id, school)
    assert isinstance(card, Being)
    text = escape(" ".join(card_texts(view, words)), quote=False)
    return (
        f"<li>{pattern_svg(card, school, words)}"
        f"<span><b>{name_html(view, words)}</b> {text}</span></li>"
    )


def _solution_html(number: int, one: Puzzle, words: Catalogue) -> str:
    title = text_in_language(one.title, words.language)
    heading = words.text("pages.print.solution", n=number, title=title)
    game = Game.from_scenario(one.scenario)
    steps = [words.translate(step) for step in describe_steps(game, one.solution)]
    answers = _answers(game, one.solution, words)
    items = "".join(
        f"<li>{escape(_with_choices(step, chosen, words), quote=False)}</li>"
        for step, chosen in zip(steps, answers, strict=True)
    )
    return (
        f'<section class="paper-solution"><h2>{escape(heading, quote=False)}</h2>\n'
        f"<ol>{items}</ol></section>\n"
    )


def _with_choices(step: str, chosen: Sequence[str], words: Catalogue) -> str:
    """Return a step with the choices inside its effect in brackets."""
    return words.text("list.brackets", text=step, more=chosen) if chosen else step


def _answers(game: Game, codes: tuple[str, ...], words: Catalogue) -> list[list[str]]:
    """Return, for each move of a turn, the choices inside its effect."""
    line = play_on_copy(game, codes)
    choices: list[list[str]] = []
    for move in line.moves:
        if move in line.turn_moves:
            choices.append([])
        elif move.code != "-":
            option = f"option.{move.code}"  # a direction, or what is done
            choices[-1].append(words.text(option) if words.has_text(option) else move.code)
    return choices
