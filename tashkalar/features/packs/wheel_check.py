"""The inspection of a pack's wheel before anything in the wheel runs.

The inspection refuses damaged wheels, wheels without a pack, and wheels whose modules collide with
those of the page. It does not protect from a malicious pack: therefore the page asks the person.
"""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import re
import stat
import sys
import zipfile
from collections.abc import Container
from configparser import ConfigParser
from configparser import Error as ConfigError
from email.message import Message as Headers
from email.parser import HeaderParser
from importlib.util import find_spec
from typing import NamedTuple

from tashkalar.cards.packs import ENTRY_POINT_GROUP
from tashkalar.position.move import Message
from tashkalar.ui.text.refusal import Refusal

MAX_WHEEL_BYTES = 1_000_000
MAX_UNPACKED_BYTES = 5_000_000
MAX_FILES = 200
MAX_PATH_CHARACTERS = 200

# The form that build tools write: a project's name, its version in normal form (PEP 440), perhaps a
# build number. The library `packaging` reads every form, in many times the bytes; a test compares.
_WHEEL_FILE_NAME = re.compile(
    r"(?!.*__)(?P<project>[A-Za-z0-9](?:[A-Za-z0-9._]*[A-Za-z0-9])?)"
    r"-(?P<version>(?:[0-9]+!)?[0-9]+(?:\.[0-9]+)*(?:(?:a|b|rc)[0-9]+)?(?:\.post[0-9]+)?"
    r"(?:\.dev[0-9]+)?(?:\+[a-z0-9]+(?:[._][a-z0-9]+)*)?)"
    r"(?:-[0-9]+[A-Za-z0-9_.]*)?-py3-none-any\.whl"
)
_ALLOWED_SUFFIXES = (".py", ".pyi", ".json", ".txt", ".md", ".typed")
_ENTRY_POINT = re.compile(
    r"(?P<module>[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\s*:\s*(?P<name>[A-Za-z_][\w.]*)"
)
# Modules that exist only inside the page.
_PAGE_MODULES = {
    *("js", "pyodide_js", "pyodide", "_pyodide", "pyscript", "polyscript", "micropip"),
    *("tashkalar", "packaging", "pkg_resources", "setuptools", "pip", "main"),
}


class WheelMetadata(NamedTuple):
    """The metadata of a wheel with a pack."""

    file_name: str
    project: str  # the normalized name
    version: str
    module: str  # the pack is the object `object_name` of `module`
    object_name: str
    top_level_modules: tuple[str, ...]  # the modules in the wheel
    sha256: str
    size_bytes: int


def _refusal(what: str, detail: str = "", **params: object) -> Refusal:
    return Refusal(Message(f"packs.refused.{what}", params), detail)


def normalize_project_name(project: str) -> str:
    """Normalize a project's name as installers do."""
    return re.sub(r"[-_.]+", "-", project).lower()


def inspect_wheel(
    file: str, data: bytes, *, replaced_modules: Container[str] = ()
) -> WheelMetadata:
    """Return the metadata of a pack's wheel; `Refusal` when the wheel is not acceptable.

    `replaced_modules` are the modules of the version that the wheel will replace.
    """
    if len(data) > MAX_WHEEL_BYTES:
        raise _refusal("large", n=MAX_WHEEL_BYTES // 1000)
    named = _WHEEL_FILE_NAME.fullmatch(file)
    if named is None:
        raise _refusal("file-name")
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        contents = _read_contents(archive)
    except Refusal:
        raise
    except Exception as error:  # a damaged archive may raise any exception
        raise _refusal("no-zip", str(error)) from None
    info = f"{named['project']}-{named['version']}.dist-info"
    tops = _find_top_level_modules(contents, info)
    for top in tops:
        if top not in replaced_modules and _is_module_name_taken(top):
            raise _refusal("shadow", name=top)
    _check_headers(contents, info, named)
    module, name = _read_entry_point(contents, info)
    if module.split(".")[0] not in tops:
        raise _refusal("entry", f"{module} is not in the wheel")
    _check_record(contents, info)
    return WheelMetadata(
        file_name=file,
        project=normalize_project_name(named["project"]),
        version=named["version"],
        module=module,
        object_name=name,
        top_level_modules=tops,
        sha256=hashlib.sha256(data).hexdigest(),
        size_bytes=len(data),
    )


def _read_contents(archive: zipfile.ZipFile) -> dict[str, bytes]:
    """Read all files; check their number, size and paths before unpacking them."""
    infos = [info for info in archive.infolist() if not info.is_dir()]
    if len(infos) > MAX_FILES:
        raise _refusal("many", n=MAX_FILES)
    if sum(info.file_size for info in infos) > MAX_UNPACKED_BYTES:
        raise _refusal("unpacked", n=MAX_UNPACKED_BYTES // 1_000_000)
    contents: dict[str, bytes] = {}
    for info in archive.infolist():
        path = info.filename
        parts = path.rstrip("/").split("/")
        plain = len(path) <= MAX_PATH_CHARACTERS and re.fullmatch(
            r"[\w.+ -]+(?:/[\w.+ -]+)*/?", path
        )
        link = stat.S_ISLNK(info.external_attr >> 16)
        if not plain or link or any(set(part) <= {".", " "} for part in parts) or path in contents:
            raise _refusal("path", path[:MAX_PATH_CHARACTERS])
        if info.flag_bits & 0x1:  # encrypted: reading it would ask for a password
            raise _refusal("no-zip", "encrypted")
        if not info.is_dir():
            contents[path] = archive.read(info)  # checks the checksum, too
    lower = [path.lower() for path in contents]
    if len(set(lower)) != len(lower):
        raise _refusal("path", "two paths differ in capitals only")
    return contents


def _find_top_level_modules(contents: dict[str, bytes], info: str) -> tuple[str, ...]:
    """Return the top-level modules that a wheel would install."""
    tops: dict[str, None] = {}
    for path in contents:
        top, _, rest = path.partition("/")
        if top == info and rest:
            continue
        if top.endswith((".dist-info", ".data", ".egg-info")) or not path.endswith(
            _ALLOWED_SUFFIXES
        ):
            raise _refusal("content", name=path)
        module = top if rest else top.removesuffix(".py")
        if not module.isidentifier() or (not rest and not path.endswith(".py")):
            raise _refusal("content", name=path)
        tops[module] = None
    return tuple(tops)


def _is_module_name_taken(module: str) -> bool:
    """Tell whether a module of this name exists, or belongs to Python or the page."""
    if module in sys.stdlib_module_names or module in _PAGE_MODULES or module in sys.modules:
        return True
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):
        return True


def _read_text(contents: dict[str, bytes], path: str) -> str:
    try:
        return contents[path].decode()
    except KeyError:
        raise _refusal("no-wheel", f"{path} is missing") from None
    except UnicodeDecodeError:
        raise _refusal("no-wheel", f"{path} is not text") from None


def _read_headers(contents: dict[str, bytes], path: str) -> Headers:
    return HeaderParser().parsestr(_read_text(contents, path))


def _check_headers(contents: dict[str, bytes], info: str, named: re.Match[str]) -> None:
    about = _read_headers(contents, f"{info}/METADATA")
    said = normalize_project_name(str(about["Name"])), str(about["Version"])
    if said != (normalize_project_name(named["project"]), named["version"]):
        raise _refusal("no-wheel", "METADATA and the file's name differ")
    for need in about.get_all("Requires-Dist") or ():
        project = re.match(r"[A-Za-z0-9._-]*", str(need).strip())
        if project is None or normalize_project_name(project[0]) != "tashkalar":
            raise _refusal("depends", name=str(need)[:80])
    tags = _read_headers(contents, f"{info}/WHEEL")
    if str(tags["Root-Is-Purelib"]).lower() != "true":
        raise _refusal("no-wheel", "it is not pure Python")


def _read_entry_point(contents: dict[str, bytes], info: str) -> tuple[str, str]:
    """Return the module and the object name of the one pack in the wheel."""
    if f"{info}/entry_points.txt" not in contents:
        raise _refusal("entry", "there are no entry points")
    reader = ConfigParser(delimiters=("=",), interpolation=None, strict=True)
    try:
        reader.read_string(_read_text(contents, f"{info}/entry_points.txt"))
    except ConfigError as error:
        raise _refusal("entry", str(error)) from None
    offered = (
        list(reader[ENTRY_POINT_GROUP].values()) if reader.has_section(ENTRY_POINT_GROUP) else []
    )
    if len(offered) != 1:
        raise _refusal("entry", f"{len(offered)} entry points in {ENTRY_POINT_GROUP}, not one")
    entry = _ENTRY_POINT.fullmatch(offered[0].strip())
    if entry is None:
        raise _refusal("entry", "the entry point is not written as module:name")
    return entry["module"], entry["name"]


def _check_record(contents: dict[str, bytes], info: str) -> None:
    """Check that the wheel's own list has exactly its files, each with its hash."""
    listed: dict[str, str] = {}
    for row in csv.reader(io.StringIO(_read_text(contents, f"{info}/RECORD"))):
        if len(row) == 3:
            listed[row[0]] = row[1]
    for path, data in contents.items():
        if path == f"{info}/RECORD":
            continue
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        if listed.get(path) != f"sha256={digest}":
            raise _refusal("record", name=path)
    if missing := sorted(listed.keys() - contents.keys()):
        raise _refusal("record", name=missing[0])
