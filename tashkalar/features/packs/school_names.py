"""The schools of added packs: which packs a text needs, and the looks and names of schools."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tashkalar.cards import packs
from tashkalar.position.move import Message
from tashkalar.ui.storage.pack_records import PackRecord
from tashkalar.ui.text.catalogue import Catalogue


def find_mentioned_packs(all: Iterable[PackRecord], text: str) -> list[PackRecord]:
    """Return the packs whose id occurs in a text, such as a save or an address.

    An id may occur by chance, so the result only says which packs should be ready.
    """
    return [record for record in all if record.id in text]


def assign_looks(all: Iterable[PackRecord]) -> dict[str, str]:
    """Choose a look, color and sign, for each pack: the preferred look, or a free look."""
    looks: dict[str, str] = {}
    for record in all:
        free = [look for look in packs.LOOKS if look not in looks.values()]
        looks[record.id] = record.look if record.look in free or not free else free[0]
    return looks


def merge_school_names(words: Catalogue, all: Sequence[PackRecord]) -> None:
    """Merge the names of the packs' schools into the languages that have been loaded.

    A name alone does not tell the origin of a school, so the lists mark the school as unofficial.
    """
    looks = assign_looks(all)
    for record in all:
        for language, text in record.names.items():
            words.merge(language, {f"school.{record.id}.name": text})
        words.merge(
            words.language,
            {
                f"school.{record.id}.colour": words.text(f"packs.look.{looks[record.id]}"),
                f"page.school.{record.id}": words.text(
                    "packs.school", name=Message(f"school.{record.id}.name")
                ),
            },
        )
