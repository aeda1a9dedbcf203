"""No sentence is put together or punctuated outside the catalogues.

Each language has its own signs and its own order: in Greek ";" is a question mark, and French has
a space before a colon. Lists are joined by `Catalogue.join` or by a placeholder such as
``{cards:and}``.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[3] / "tashkalar"
FOLDERS = ("ui", "web", "features", "site/reference_pages")
FILES = sorted(path for folder in FOLDERS for path in (ROOT / folder).glob("**/*.py"))

TRANSLATING = re.compile(r"_?(?:say|translate|translate_under_heading|text|plural_text|join)")
HOLDERS = re.compile(r"_?(?:words|catalogue|say|translate)")
"""Who translates: `words.text(...)`, not `node.text()`; or a name for the method."""
GLUE = re.compile(r"[^\W\d_]|[,;:.·!?()«»“”…]")
TAG = re.compile(r"<[^<>]*>|&[a-z]+;")
FILLED = "\N{OBJECT REPLACEMENT CHARACTER}"
# What these files join is technical: codes of moves, points, patterns.
JOINED = {
    "lesson_check.py": {", "},  # codes, in a report for authors
    "lesson_form.py": {", "},  # names of fields, in a report for authors
    "lesson_pictures.py": {",\n"},  # JSON
    "lesson_runner.py": {".*"},  # a pattern
    "puzzle_review.py": {", "},  # codes
    "save_entry.py": {" : "},  # points
    "catalogue.py": {", "},  # errors about files, in English
}


class Fault(NamedTuple):
    """A place where the source joins texts."""

    line: int
    sign: str


def find_faults(source: str) -> list[Fault]:
    """Return the places in a source that put translated texts together."""
    tree = ast.parse(source)
    functions = [
        node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    found = [*_joins(tree)]
    helpers = {
        function.name
        for function in functions
        if not TRANSLATING.fullmatch(function.name)
        and any(
            isinstance(node, ast.Return) and node.value and _is_text(node.value, set())
            for node in ast.walk(function)
        )
    }
    for function in functions:
        translated = _translated_names(function) | helpers
        for node in ast.walk(function):
            found += _glued(node, translated)
    return sorted(set(found))


def _joins(tree: ast.AST) -> Iterator[Fault]:
    """Yield each `", ".join(...)`: its separator is that of one language."""
    named = {
        target.id: node.value.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if not (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "join"
        ):
            continue
        holder = node.func.value
        sign = named.get(holder.id) if isinstance(holder, ast.Name) else None
        sign = holder.value if isinstance(holder, ast.Constant) else sign
        if isinstance(sign, str) and re.search(r"[,;:.·–—!?]", sign):
            yield Fault(node.lineno, sign)


def _is_translating(node: ast.AST) -> bool:
    """Tell whether an expression is a call that returns a translated text."""
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Name):
        return bool(re.fullmatch("_?(?:say|translate)", node.func.id))
    if not isinstance(node.func, ast.Attribute) or not TRANSLATING.fullmatch(node.func.attr):
        return False
    holder = node.func.value
    name = getattr(holder, "attr", getattr(holder, "id", ""))
    is_own = node.func.attr.lstrip("_") in ("say", "translate")
    return is_own or bool(HOLDERS.fullmatch(name))


def _holds_text(node: ast.AST, translated: set[str]) -> bool:
    """Tell whether an expression has a translated text in it, or a function that makes one."""
    return any(
        _is_translating(part)
        or (isinstance(part, ast.Name) and part.id in translated)
        or (isinstance(part, ast.Attribute) and part.attr in ("translate", "plural_text"))
        for part in ast.walk(node)
    )


def _is_text(node: ast.AST, translated: set[str]) -> bool:
    """Tell whether an expression is a translated text, or a row of such texts."""
    if isinstance(node, ast.Name):
        return node.id in translated
    if isinstance(node, ast.Call):
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        if name in ("filter", "map", "list", "tuple"):
            return any(_holds_text(part, translated) for part in node.args)
        if name in translated:  # a function of the module that returns a translated text
            return True
    if isinstance(node, ast.IfExp):
        return _is_text(node.body, translated) or _is_text(node.orelse, translated)
    if isinstance(node, ast.ListComp | ast.GeneratorExp):
        return _is_text(node.elt, translated)
    if isinstance(node, ast.List | ast.Tuple):
        return any(_is_text(part, translated) for part in node.elts)
    return _is_translating(node)


def _translated_names(function: ast.AST) -> set[str]:
    """Return the variables of a function that hold a translated text."""
    names: set[str] = set()
    for _ in range(2):  # a variable may be made from another one
        for node in ast.walk(function):
            value: ast.AST | None = None
            targets: list[ast.AST] = []
            if isinstance(node, ast.Assign):
                value, targets = node.value, [*node.targets]
            elif isinstance(node, ast.AnnAssign | ast.NamedExpr):
                value, targets = node.value, [node.target]
            elif isinstance(node, ast.For | ast.comprehension):
                value, targets = node.iter, [node.target]
            if value is not None and _is_text(value, names):
                rows = [target for target in targets if isinstance(target, ast.Tuple)]
                targets += [part for row in rows for part in row.elts]
                names |= {target.id for target in targets if isinstance(target, ast.Name)}
    return names


def _glued(node: ast.AST, translated: set[str]) -> Iterator[Fault]:
    """Yield the node if it is a text with signs or words around a translated one."""
    if isinstance(node, ast.JoinedStr):
        values = [part for part in node.values if isinstance(part, ast.FormattedValue)]
        if any(_holds_text(part, translated) for part in values):
            shown = "".join(
                str(part.value) if isinstance(part, ast.Constant) else FILLED
                for part in node.values
            )
            yield from _as_fault(node, shown)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Mod):
        sides = (node.left, node.right)
        if any(_holds_text(side, translated) for side in sides):
            for side in sides:
                yield from _as_fault(node, getattr(side, "value", None))
    elif isinstance(node, ast.AugAssign):
        if getattr(node.target, "id", "") in translated and isinstance(node.value, ast.Constant):
            yield from _as_fault(node, node.value.value)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        sign = node.func.value.value if isinstance(node.func.value, ast.Constant) else None
        is_filled = any(
            _holds_text(part, translated)
            for part in (*node.args, *(keyword.value for keyword in node.keywords))
        )
        if node.func.attr == "format" and is_filled:
            yield from _as_fault(node, sign)
        elif node.func.attr == "join" and sign and sign != "\n":  # lines are layout
            if any(_is_text(part, translated) for part in node.args):
                yield Fault(node.lineno, str(sign))


def _as_fault(node: ast.expr | ast.stmt, shown: object) -> Iterator[Fault]:
    """Yield the fault of a text with letters or signs in it that are not markup."""
    if isinstance(shown, str) and GLUE.search(text := TAG.sub("", shown)):
        yield Fault(node.lineno, text)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_text_is_put_together_in_code(path: Path) -> None:
    allowed = JOINED.get(path.name, set())
    found = find_faults(path.read_text(encoding="utf-8"))
    assert [fault for fault in found if fault.sign not in allowed] == []


@pytest.mark.parametrize(
    "line",
    [
        'return ", ".join(names)',
        'return "; ".join(parts)',
        'return " · ".join(parts)',
        'separator = ", "; return separator.join(names)',
        'return " ".join(map(words.translate, lines))',
        'return " / ".join([words.text(key) for key in keys])',
        'return f"{words.text(key)}: {names}"',
        'return f"{self._words.translate(name)} ({n})"',
        'return words.text(key) + "."',
        'return say(key) + ": "',
        'return "%s: %s" % (words.text(key), n)',
        'return "{}: {}".format(words.text(key), n)',
        'name = words.text(key); name += "."; return name',
        'name: str = words.text(key); return f"{name}: {n}"',
        'return f"{name}: {n}" if (name := words.text(key)) else ""',
        'names = [words.text(key) for key in keys]; return [f"{name}, {n}" for name in names]',
        'for name in map(words.translate, keys): yield f"{name}, {n}"',
        'a, b = words.text(key), n; return f"{a}: {b}"',
        'return " ".join(filter(None, (words.text(key), words.text(other))))',
    ],
)
def test_glue_is_found(line: str) -> None:
    assert find_faults(f"def show(words):\n    {line}\n")


def test_a_function_of_the_module_is_followed() -> None:
    helper = "def _end(key, words):\n    return key if key else words.text('list.stop')\n"
    source = 'def show(words, keys):\n    return " ".join(_end(key, words) for key in keys)\n'
    assert find_faults(helper + source) == [Fault(4, " ")]
    assert find_faults(source) == []


def test_a_variable_is_followed() -> None:
    source = "def show(words):\n    name = words.text(key)\n    return f'{name}: {n}'\n"
    assert find_faults(source) == [Fault(3, f"{FILLED}: {FILLED}")]


@pytest.mark.parametrize(
    "line",
    ['" ".join(codes)', "words.join(names, 'and')", "f'<b>{words.text(key)}</b>'", "f'{n}: {m}'"],
)
def test_what_is_no_glue_is_allowed(line: str) -> None:
    assert find_faults(f"def show(words):\n    return {line}\n") == []


# -- JavaScript and style sheets -------------------------------------------------------------------

STATIC = ROOT.parent / "static"
SCRIPTS = sorted(path for path in (STATIC / "js").glob("**/*.js"))
STYLES = sorted(path for folder in ("css", "pages") for path in (STATIC / folder).glob("*.css"))
INNER_TEMPLATE = re.compile(r"\(`[^`]*`")
TEMPLATE = re.compile(r"`([^`]*)`")
FILLING = re.compile(r"\$\{[^{}]*\}")
TRANSLATED = re.compile(r"\$\{[^{}]*\b(?:text|word|nameOf)\(")
ADDED = re.compile(r"""\b(?:text|word)\("[^"]*"\)\s*\+|\+\s*(?:text|word)\(""")
CONTENT = re.compile(r"""content:\s*(?:"([^"]*)"|'([^']*)')""")


def find_faults_of_script(source: str) -> list[str]:
    """Return what a script writes around translated texts."""
    flat = INNER_TEMPLATE.sub('("key"', source)
    found = [match[0] for match in ADDED.finditer(flat)]
    for template in TEMPLATE.findall(flat):
        if TRANSLATED.search(template) and GLUE.search(FILLING.sub("", template)):
            found.append(template)
    return found


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.relative_to(STATIC).as_posix())
def test_no_text_is_put_together_in_a_script(path: Path) -> None:
    assert find_faults_of_script(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "line",
    [
        "return `${text(`form.${form}.name`) || form}: ${colors}`;",
        'node.textContent = `${word("play")}, ${name}`;',
        'node.textContent = text("page.title") + ": " + name;',
    ],
)
def test_glue_in_a_script_is_found(line: str) -> None:
    assert find_faults_of_script(line)


def test_style_sheets_add_only_signs_that_all_languages_share() -> None:
    """A comma, a dot in the middle and brackets are the same in all of them, with their spaces."""
    signs = {
        sign
        for path in STYLES
        for one in CONTENT.findall(path.read_text(encoding="utf-8"))
        for sign in one
        if GLUE.search(sign) and not sign.startswith("\\")
    }
    assert signs <= {",", ", ", " · ", "(", ")"}
