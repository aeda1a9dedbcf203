"""Emberfall: the Highland deck with two beings of fire."""

from __future__ import annotations

from pathlib import Path

from tashkalar.authoring import COMMON, HEROIC, Effect, Pack, read_texts, standard

pack = Pack(
    "x-emberfall",
    "1.0",
    based_on="highland",
    look="bloom",
    texts=read_texts(Path(__file__).parent / "locale"),
)


@pack.being(
    "Cinder Moth",
    COMMON,
    """
    c..
    .@c
    """,
    replaces="wild-eagle",
)
def cinder_moth(e: Effect) -> None:
    """You may destroy an adjacent common piece; the Moth burns with it."""
    if e.may_destroy(e.common & e.being.near):
        e.destroy(e.being.square)


@pack.being(
    "Furnace Giant",
    HEROIC,
    """
    c*c
    .#.
    *.*
    """,
    replaces="hill-giant",
    emblem="hill-giant",
)
def furnace_giant(e: Effect) -> None:
    """Common enemy pieces on marked squares are destroyed; then the Giant may take a step."""
    e.destroy_all(e.enemies & e.common & e.match.marked)
    e.may_move(standard(e.being.bit))
