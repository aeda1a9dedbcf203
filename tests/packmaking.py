"""Wheels of packs for tests: the real build of the template, and small ones with any fault."""

from __future__ import annotations

import base64
import hashlib
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path

from tests.limits import COMMAND_TIMEOUT_S

TEMPLATE = Path(__file__).resolve().parents[1] / "docs" / "pack-template"

NAME, VERSION = "sparks", "0.1"
ENTRY_POINTS = "[tashkalar.schools]\nsparks = sparks:pack\n"
METADATA = "Metadata-Version: 2.1\nName: sparks\nVersion: 0.1\n"
WHEEL = "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
SOURCE = """
from tashkalar.authoring import COMMON, Pack

pack = Pack("x-sparks", "0.1", based_on="highland", texts={"en": {
    "school.x-sparks.name": "Sparks",
    "card.x-sparks-spark.name": "Spark",
    "card.x-sparks-spark.text": "Nothing happens.",
}})

@pack.being("Spark", COMMON, "c@", replaces="wild-eagle")
def spark(e):
    EFFECT
"""


def build_template(out: Path) -> Path:
    """Build the template with its own build system; the wheel."""
    source = out / "source"
    shutil.copytree(TEMPLATE, source)  # a build leaves its traces in the folder
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation"]
    command += ["--no-index", "--quiet", "--disable-pip-version-check"]
    done = subprocess.run(
        [*command, "--wheel-dir", str(out), str(source)],
        capture_output=True,
        text=True,
        timeout=COMMAND_TIMEOUT_S,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    [wheel] = out.glob("*.whl")
    return wheel


def source(effect: str = "pass") -> str:
    """The module of a small pack with one being of that effect."""
    return SOURCE.replace("EFFECT", effect)


def files(module: str | None = None, **other: str) -> dict[str, str]:
    """The files of a small pack; keywords such as `METADATA` replace those of its dist-info."""
    info = f"{NAME}-{VERSION}.dist-info/"
    parts = {"METADATA": METADATA, "WHEEL": WHEEL, "entry_points.txt": ENTRY_POINTS}
    parts |= {name.replace("entry_points", "entry_points.txt"): t for name, t in other.items()}
    entries = {f"{info}{name}": text for name, text in parts.items() if text}
    return {"sparks/__init__.py": source() if module is None else module} | entries


def record(contents: Mapping[str, str | bytes]) -> str:
    """The list of files with their hashes that a wheel has to hold."""
    lines = []
    for name, content in contents.items():
        data = content.encode() if isinstance(content, str) else content
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        lines.append(f"{name},sha256={digest},{len(data)}")
    return "\n".join([*lines, f"{NAME}-{VERSION}.dist-info/RECORD,,"]) + "\n"


def write_wheel(
    folder: Path,
    contents: Mapping[str, str | bytes] | None = None,
    *,
    name: str = f"{NAME}-{VERSION}-py3-none-any.whl",
    records: str | None = None,
) -> Path:
    """Write a wheel of these files, with a right RECORD unless another is given."""
    contents = files() if contents is None else contents
    path = folder / name
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for file, content in contents.items():
            archive.writestr(file, content)
        listed = record(contents) if records is None else records
        archive.writestr(f"{NAME}-{VERSION}.dist-info/RECORD", listed)
    return path
