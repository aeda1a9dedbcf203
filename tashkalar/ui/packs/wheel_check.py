"""Looking at the wheel of a pack before anything in it runs.

This keeps out what is broken, what is no pack, and what would get in the way of the page. It is no
protection from a pack that means harm: that is why a person is asked.
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

MAX_WHEEL_BYTES = 1_000_000  # bytes of a wheel
MAX_UNPACKED_BYTES = 5_000_000
MAX_FILES = 200
MAX_PATH_CHARACTERS = 200

# What the build tools write: a project's name, its version in normal form (PEP 440), perhaps a
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
# Modules that are only there inside the page.
_PAGE_MODULES = {
    *("js", "pyodide_js", "pyodide", "_pyodide", "pyscript", "polyscript", "micropip"),
    *("tashkalar", "packaging", "pkg_resources", "setuptools", "pip", "main"),
}


class WheelMetadata(NamedTuple):
    """What a wheel says of itself."""

    file_name: str
    project: str  # its name, normalized
    version: str
    module: str  # where the pack is: `module`, and the `object_name` in it
    object_name: str
    top_level_modules: tuple[str, ...]  # the modules it brings
    sha256: str
    size_bytes: int


def _refusal(what: str, detail: str = "", **params: object) -> Refusal:
    return Refusal(Message(f"packs.refused.{what}", params), detail)


def normalize_project_name(project: str) -> str:
    """A project's name as installers compare it."""
    return re.sub(r"[-_.]+", "-", project).lower()


def inspect_wheel(
    file: str, data: bytes, *, replaced_modules: Container[str] = ()
) -> WheelMetadata:
    """What the wheel of a pack says of itself; Refused when it is none, or not a harmless one.

    `replaced_modules` are those of the version that is to be replaced.
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
    except Exception as error:  # what a damaged archive raises is in no list
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
    """All files; their number, size and paths are checked before anything is unpacked."""
    infos = [info for info in archive.infolist() if not info.is_dir()]
    if len(infos) > MAX_FILES:
        raise _refusal("many", n=MAX_FILES)
    if sum(info.file_size for info in infos) > MAX_UNPACKED_BYTES:
        raise _refusal("unpacked", n=MAX_UNPACKED_BYTES // 1_000_000)
    found: dict[str, bytes] = {}
    for info in archive.infolist():
        path = info.filename
        parts = path.rstrip("/").split("/")
        plain = len(path) <= MAX_PATH_CHARACTERS and re.fullmatch(
            r"[\w.+ -]+(?:/[\w.+ -]+)*/?", path
        )
        link = stat.S_ISLNK(info.external_attr >> 16)
        if not plain or link or any(set(part) <= {".", " "} for part in parts) or path in found:
            raise _refusal("path", path[:MAX_PATH_CHARACTERS])
        if info.flag_bits & 0x1:  # encrypted: reading it would ask for a password
            raise _refusal("no-zip", "encrypted")
        if not info.is_dir():
            found[path] = archive.read(info)  # checks the checksum, too
    lower = [path.lower() for path in found]
    if len(set(lower)) != len(lower):
        raise _refusal("path", "two paths differ in capitals only")
    return found


def _find_top_level_modules(contents: dict[str, bytes], info: str) -> tuple[str, ...]:
    """The modules that a wheel would put where Python imports from."""
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
    """Whether a module of that name is there, or belongs to Python or the page."""
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
    """Module and name of the one pack that the wheel offers."""
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
    """Every file stands in the wheel's own list with its hash, and no other does."""
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
