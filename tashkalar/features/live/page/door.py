"""Connected devices: the door to their code, for the dialog of games with someone far away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tashkalar.features.far.page.door import Connections, connectors
from tashkalar.web.app import App
from tashkalar.web.browser.part_fetch import load_part
from tashkalar.web.features import Feature

if TYPE_CHECKING:
    from tashkalar.features.far.page.far_screen import FarScreen


async def _connect(app: App, screen: FarScreen) -> Connections | None:
    module = await load_part("live", "tashkalar.features.live.page.live_play")
    if module is None:
        return None
    connections: Connections = module.LivePlay(app, screen)
    return connections


def make_feature(app: App) -> Feature:
    """Let games with someone far away connect devices."""
    connectors.append(_connect)
    return Feature()
