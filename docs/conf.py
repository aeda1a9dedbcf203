"""Settings of Sphinx, which makes a site of the documents in this folder.

Build the site with ``python -m sphinx -W --keep-going -b html docs build/docs``. Every warning is
an error: a broken link or anchor, a document in no table of contents, an unknown name in an API
page.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.util.logging import getLogger

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
sys.path.insert(0, str(ROOT))

import tashkalar  # noqa: E402
from tools import forms  # noqa: E402

LOGGER = getLogger(__name__)
# A script, picture, style sheet or font; a link that a reader may follow is none of them.
PART_ELSEWHERE = re.compile(
    r"""<link\b[^>]*?\bhref="(?:https?:)?//[^"]*|\bsrc="(?:https?:)?//[^"]*|"""
    r"""@import\s[^;]*//[^;]*|url\(["']?(?:https?:)?//[^)]*"""
)
TUPLE_FIELD = type(vars(tashkalar.Move)["code"])

project = "Tash-Kalar in the browser"
version = release = tashkalar.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "index"
exclude_patterns = ["pack-template/.venv", "pack-template/dist"]

myst_heading_anchors = 3

# Docstrings name code in single or double backticks.
default_role = "code"
add_module_names = False
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
# Short names for types that are long lists of literals.
autodoc_type_aliases = {
    name: name for name in ("AskedKind", "EventKind", "MoveKind", "PromptKind", "View")
}

nitpicky = True
# Signatures name types of the standard library and of private modules, which have no page.
nitpick_ignore_regex = [("py:.*", ".*")]

html_theme = "furo"
html_title = project
html_copy_source = False
html_show_sphinx = False


def _code_host_address() -> str:
    """Return the address of this commit's files on the code host, or "" outside its workflows."""
    names = ("GITHUB_SERVER_URL", "GITHUB_REPOSITORY", "GITHUB_SHA")
    server, repository, commit = (os.environ.get(name, "") for name in names)
    return f"{server}/{repository}/blob/{commit}/" if server and repository and commit else ""


def _find_linked_path(link: nodes.Element, folder: Path) -> Path | None:
    """Return the file or folder that a relative link of a document leads to, if there is one."""
    if link["reftype"] != "myst" or link.get("refdomain") not in (None, "doc"):
        return None
    target = link["reftarget"].partition("#")[0]
    # MyST removes the suffix of Markdown files, also where they are not part of the site.
    path = (folder / (f"{target}.md" if link.get("refdomain") else target)).resolve()
    return path if path.exists() and path.is_relative_to(ROOT) else None


def link_files_outside(app: Sphinx, doctree: nodes.document) -> None:
    """Make links to the repository's other files and folders lead to the code host.

    Without a code host the words of the link remain. A link to a file that does not exist is left
    to Sphinx, which reports it.
    """
    host = _code_host_address()
    folder = Path(app.env.doc2path(app.env.docname)).parent
    kinds = (addnodes.download_reference, addnodes.pending_xref)
    for link in [link for kind in kinds for link in doctree.findall(kind)]:
        path = _find_linked_path(link, folder)
        if path is None or (path.is_file() and path.is_relative_to(DOCS)):
            continue
        words = link.children
        if host:
            address = host + path.relative_to(ROOT).as_posix()
            words = [nodes.reference("", "", *words, internal=False, refuri=address)]
        link.replace_self(words)


def leave_out_tuple_fields(
    app: Sphinx, kind: str, name: str, member: object, is_skipped: bool, options: object
) -> bool | None:
    """Leave out a field of a named tuple, which the signature of the tuple shows already."""
    return True if type(member) is TUPLE_FIELD else None


def warn_of_requests_elsewhere(app: Sphinx, error: Exception | None) -> None:
    """Warn of each page and style sheet that would have a browser ask another site for a part."""
    for file in sorted(path for path in app.outdir.rglob("*") if path.suffix in (".html", ".css")):
        for found in PART_ELSEWHERE.finditer(file.read_text(encoding="utf-8")):
            LOGGER.warning("%s asks another site: %s", file.relative_to(app.outdir), found[0])


def setup(app: Sphinx) -> None:
    """Write the files to download, and register the handling of links before they are collected."""
    forms.write_schemas()
    app.connect("build-finished", warn_of_requests_elsewhere)
    app.connect("autodoc-skip-member", leave_out_tuple_fields)
    app.connect("doctree-read", link_files_outside, priority=400)
