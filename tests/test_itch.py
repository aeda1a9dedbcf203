"""`serve.py build --itch`: a zip file that itch.io takes, without links to what is left out."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import pytest

from tashkalar.site import itch
from tashkalar.site.page_source.page import drop_plain_pages, make_page
from tashkalar.site.paths import PLAIN_FOLDERS, SiteError


def made_site(folder: Path, files: int) -> Path:
    site = folder / "site"
    (site / "static").mkdir(parents=True)
    (site / "index.html").write_text("<!doctype html>", encoding="utf-8")
    (site / ".nojekyll").touch()
    for number in range(files - 1):
        (site / "static" / f"{number}.txt").write_text(str(number), encoding="utf-8")
    return site


def test_the_site_is_packed_with_its_page_on_top(tmp_path: Path) -> None:
    site = made_site(tmp_path, itch.MOST_FILES)
    packed = itch.pack_for_itch(site)
    with zipfile.ZipFile(packed) as archive:
        names = archive.namelist()
        assert names[0] == "index.html" and len(names) == itch.MOST_FILES
        assert archive.read("static/7.txt") == b"7" and ".nojekyll" not in names
    before = packed.read_bytes()
    assert itch.pack_for_itch(site).read_bytes() == before


def test_a_site_that_the_host_refuses_is_not_packed(tmp_path: Path) -> None:
    with pytest.raises(SiteError, match="1001 files"):
        itch.pack_for_itch(made_site(tmp_path, itch.MOST_FILES + 1))
    assert list(tmp_path.glob("*.zip")) == []


def test_a_page_without_plain_pages_has_no_links_to_them() -> None:
    page = make_page()
    pattern = rf'href="\./(?:{"|".join(PLAIN_FOLDERS)})/'
    assert len(re.findall(pattern, page)) >= len(PLAIN_FOLDERS)
    left = drop_plain_pages(page)
    assert not re.search(pattern, left)
    assert "data-plain-page" not in left
    assert left.count("<dialog") == page.count("<dialog")
