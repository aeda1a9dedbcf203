"""Make the manifest of the installed app in each language, from its source `manifest.webmanifest`.

The source has message ids where words are shown. All manifests have the same `start_url`, which is
the app's identity, so an app that is installed stays the same app in another language.
"""

from __future__ import annotations

import json
from pathlib import Path

from tashkalar.site.features import features_of, read_table
from tashkalar.site.page_source.page import PageSource
from tashkalar.site.paths import MANIFEST, ROOT, SiteError
from tashkalar.ui.text.catalogue import LANGUAGES, SOURCE_LANGUAGE


def manifest_name(language: str) -> str:
    """Return the address of the manifest in a language; translation.js knows it too."""
    return MANIFEST if language == SOURCE_LANGUAGE else f"manifest.{language}.webmanifest"


def app_manifests(root: Path = ROOT) -> dict[str, str]:
    """Return the manifests by their addresses; raise SiteError if the source is wrong.

    Shortcuts to lists of features that are left out are not there.
    """
    return {manifest_name(language): _make_manifest(root, language) for language in LANGUAGES}


def _make_manifest(root: Path, language: str) -> str:
    source = PageSource(root)
    words = source.read_messages(language)
    here = {row.name for row in features_of(root)}
    left_out = {
        f"./#{parameter.name}"
        for row in read_table(root)
        if row.name not in here
        for parameter in row.parameters
    }
    try:
        manifest = json.loads(source.read_file(MANIFEST))
        manifest["lang"] = language
        kept = [one for one in manifest["shortcuts"] if one["url"] not in left_out]
        manifest["shortcuts"] = kept
        manifest["description"] = words[manifest["description"]]
        for named in (manifest, *kept):
            named["name"] = words[named["name"]]
    except (KeyError, TypeError, ValueError) as error:
        raise SiteError(f"{MANIFEST}: {error}") from error
    return json.dumps(manifest, ensure_ascii=False, indent=2) + "\n"
