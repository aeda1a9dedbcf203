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

from tashkalar.cards.packs import GROUP
from tashkalar.position.move import Message
from tashkalar.ui.text.refusal import Refused

LARGEST = 1_000_000  # bytes of a wheel
LARGEST_UNPACKED = 5_000_000
MOST_FILES = 200
LONGEST_PATH = 200

# What the build tools write: a project's name, its version in normal form (PEP 440), perhaps a
# build number. The library `packaging` reads every form, in many times the bytes; a test compares.
_FILE = re.compile(
    r"(?!.*__)(?P<project>[A-Za-z0-9](?:[A-Za-z0-9._]*[A-Za-z0-9])?)"
    r"-(?P<version>(?:[0-9]+!)?[0-9]+(?:\.[0-9]+)*(?:(?:a|b|rc)[0-9]+)?(?:\.post[0-9]+)?"
    r"(?:\.dev[0-9]+)?(?:\+[a-z0-9]+(?:[._][a-z0-9]+)*)?)"
    r"(?:-[0-9]+[A-Za-z0-9_.]*)?-py3-none-any\.whl"
)
_SUFFIXES = (".py", ".pyi", ".json", ".txt", ".md", ".typed")
_ENTRY = re.compile(r"(?P<module>[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\s*:\s*(?P<name>[A-Za-z_][\w.]*)")
# Modules that are only there inside the page.
_OF_THE_PAGE = {
    *("js", "pyodide_js", "pyodide", "_pyodide", "pyscript", "polyscript", "micropip"),
    *("tashkalar", "packaging", "pkg_resources", "setuptools", "pip", "main"),
}


class Wheel(NamedTuple):
    """What a wheel says of itself."""

    file: str
    project: str  # its name, normalized
    version: str
    module: str  # where the pack is: `module`, and the `name` in it
    name: str
    tops: tuple[str, ...]  # the modules it brings
    sha256: str
    size: int


def _refused(what: str, detail: str = "", **params: object) -> Refused:
    return Refused(Message(f"packs.refused.{what}", params), detail)


def normalized(project: str) -> str:
    """A project's name as installers compare it."""
    return re.sub(r"[-_.]+", "-", project).lower()


def inspect(file: str, data: bytes, *, ours: Container[str] = ()) -> Wheel:
    """What the wheel of a pack says of itself; Refused when it is none, or not a harmless one.

    `ours` are modules of the version that is to be replaced.
    """
    if len(data) > LARGEST:
        raise _refused("large", n=LARGEST // 1000)
    named = _FILE.fullmatch(file)
    if named is None:
        raise _refused("file-name")
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        contents = _contents(archive)
    except Refused:
        raise
    except Exception as error:  # what a damaged archive raises is in no list
        raise _refused("no-zip", str(error)) from None
    info = f"{named['project']}-{named['version']}.dist-info"
    tops = _tops(contents, info)
    for top in tops:
        if top not in ours and _is_taken(top):
            raise _refused("shadow", name=top)
    _check_headers(contents, info, named)
    module, name = _entry(contents, info)
    if module.split(".")[0] not in tops:
        raise _refused("entry", f"{module} is not in the wheel")
    _check_record(contents, info)
    return Wheel(
        file=file,
        project=normalized(named["project"]),
        version=named["version"],
        module=module,
        name=name,
        tops=tops,
        sha256=hashlib.sha256(data).hexdigest(),
        size=len(data),
    )


def _contents(archive: zipfile.ZipFile) -> dict[str, bytes]:
    """All files; their number, size and paths are checked before anything is unpacked."""
    infos = [info for info in archive.infolist() if not info.is_dir()]
    if len(infos) > MOST_FILES:
        raise _refused("many", n=MOST_FILES)
    if sum(info.file_size for info in infos) > LARGEST_UNPACKED:
        raise _refused("unpacked", n=LARGEST_UNPACKED // 1_000_000)
    found: dict[str, bytes] = {}
    for info in archive.infolist():
        path = info.filename
        parts = path.rstrip("/").split("/")
        plain = len(path) <= LONGEST_PATH and re.fullmatch(r"[\w.+ -]+(?:/[\w.+ -]+)*/?", path)
        link = stat.S_ISLNK(info.external_attr >> 16)
        if not plain or link or any(set(part) <= {".", " "} for part in parts) or path in found:
            raise _refused("path", path[:LONGEST_PATH])
        if info.flag_bits & 0x1:  # encrypted: reading it would ask for a password
            raise _refused("no-zip", "encrypted")
        if not info.is_dir():
            found[path] = archive.read(info)  # checks the checksum, too
    lower = [path.lower() for path in found]
    if len(set(lower)) != len(lower):
        raise _refused("path", "two paths differ in capitals only")
    return found


def _tops(contents: dict[str, bytes], info: str) -> tuple[str, ...]:
    """The modules that a wheel would put where Python imports from."""
    tops: dict[str, None] = {}
    for path in contents:
        top, _, rest = path.partition("/")
        if top == info and rest:
            continue
        if top.endswith((".dist-info", ".data", ".egg-info")) or not path.endswith(_SUFFIXES):
            raise _refused("content", name=path)
        module = top if rest else top.removesuffix(".py")
        if not module.isidentifier() or (not rest and not path.endswith(".py")):
            raise _refused("content", name=path)
        tops[module] = None
    return tuple(tops)


def _is_taken(module: str) -> bool:
    """Whether a module of that name is there, or belongs to Python or the page."""
    if module in sys.stdlib_module_names or module in _OF_THE_PAGE or module in sys.modules:
        return True
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):
        return True


def _text(contents: dict[str, bytes], path: str) -> str:
    try:
        return contents[path].decode()
    except KeyError:
        raise _refused("no-wheel", f"{path} is missing") from None
    except UnicodeDecodeError:
        raise _refused("no-wheel", f"{path} is not text") from None


def _headers(contents: dict[str, bytes], path: str) -> Headers:
    return HeaderParser().parsestr(_text(contents, path))


def _check_headers(contents: dict[str, bytes], info: str, named: re.Match[str]) -> None:
    about = _headers(contents, f"{info}/METADATA")
    said = normalized(str(about["Name"])), str(about["Version"])
    if said != (normalized(named["project"]), named["version"]):
        raise _refused("no-wheel", "METADATA and the file's name differ")
    for need in about.get_all("Requires-Dist") or ():
        project = re.match(r"[A-Za-z0-9._-]*", str(need).strip())
        if project is None or normalized(project[0]) != "tashkalar":
            raise _refused("depends", name=str(need)[:80])
    tags = _headers(contents, f"{info}/WHEEL")
    if str(tags["Root-Is-Purelib"]).lower() != "true":
        raise _refused("no-wheel", "it is not pure Python")


def _entry(contents: dict[str, bytes], info: str) -> tuple[str, str]:
    """Module and name of the one pack that the wheel offers."""
    if f"{info}/entry_points.txt" not in contents:
        raise _refused("entry", "there are no entry points")
    reader = ConfigParser(delimiters=("=",), interpolation=None, strict=True)
    try:
        reader.read_string(_text(contents, f"{info}/entry_points.txt"))
    except ConfigError as error:
        raise _refused("entry", str(error)) from None
    offered = list(reader[GROUP].values()) if reader.has_section(GROUP) else []
    if len(offered) != 1:
        raise _refused("entry", f"{len(offered)} entry points in {GROUP}, not one")
    entry = _ENTRY.fullmatch(offered[0].strip())
    if entry is None:
        raise _refused("entry", "the entry point is not written as module:name")
    return entry["module"], entry["name"]


def _check_record(contents: dict[str, bytes], info: str) -> None:
    """Every file stands in the wheel's own list with its hash, and no other does."""
    listed: dict[str, str] = {}
    for row in csv.reader(io.StringIO(_text(contents, f"{info}/RECORD"))):
        if len(row) == 3:
            listed[row[0]] = row[1]
    for path, data in contents.items():
        if path == f"{info}/RECORD":
            continue
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        if listed.get(path) != f"sha256={digest}":
            raise _refused("record", name=path)
    if missing := sorted(listed.keys() - contents.keys()):
        raise _refused("record", name=missing[0])
