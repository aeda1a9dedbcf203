"""The steps of `install_flow.py`: what only the page can do, and the loop that does it.

A flow is a generator. It yields steps and gets back what came of each: an answer or an exception.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from tashkalar.errors import PackError
from tashkalar.position.move import Message
from tashkalar.ui.packs.installed_packs import PackStatus
from tashkalar.ui.storage.key_value_store import StoreError
from tashkalar.ui.text.refusal import Refusal

if TYPE_CHECKING:  # its parts of the standard library are not there at the start
    from tashkalar.ui.packs.wheel_check import WheelMetadata

PackFact = tuple[Message | str, Message | str]
"""What is known of a pack: a name for it, and the value."""

Answer = TypeVar("Answer")


class ShowStatus(NamedTuple):
    """Show this in the dialog of packs, in the place of what was there."""

    status: PackStatus


class FetchFile(NamedTuple):
    """Fetch a file of this site. Answer: its bytes, or None."""

    address: str


class LoadStandardLibrary(NamedTuple):
    """Have all of the standard library, to look at wheels with. Answer: whether it is there."""


class AskToRun(NamedTuple):
    """Ask whether to run a pack, with what is known of it. Answer: yes or no."""

    facts: tuple[PackFact, ...]


class ConfirmAction(NamedTuple):
    """Ask before something that cannot be taken back. Answer: yes or no."""

    title: Message
    text: Message
    ok: Message


class RunPack(NamedTuple):
    """Run a pack in its worker. Answer: the pack by its description; PackError when that fails."""

    wheel: WheelMetadata
    data: bytes


class StopPack(NamedTuple):
    """Be rid of what runs of a pack, if anything does."""

    project: str


class LoadWheel(NamedTuple):
    """Look up the wheel of a pack. Answer: its bytes, or None; StoreError where nothing is kept."""

    id: str


class StoreWheel(NamedTuple):
    """Keep the wheel of a pack; StoreError when that is impossible."""

    id: str
    data: bytes


class DeleteWheel(NamedTuple):
    """Forget the wheel of a pack; StoreError when that is impossible."""

    id: str


InstallStep = (
    ShowStatus | FetchFile | LoadStandardLibrary | AskToRun | ConfirmAction
    | RunPack | StopPack | LoadWheel | StoreWheel | DeleteWheel
)  # fmt: skip
InstallFlow = Generator[InstallStep, Any, Answer]


async def run_flow(
    flow: InstallFlow[Answer], run_step: Callable[[InstallStep], Awaitable[object]]
) -> Answer:
    """Go through a flow, with what does its steps; what the flow returns in the end."""
    answer: object = None
    trouble: Exception | None = None
    while True:
        try:
            step = flow.throw(trouble) if trouble else flow.send(answer)
        except StopIteration as end:
            found: Answer = end.value
            return found
        answer = trouble = None
        try:
            answer = await run_step(step)
        except (Refusal, PackError, StoreError) as error:
            trouble = error
