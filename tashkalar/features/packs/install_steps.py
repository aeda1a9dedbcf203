"""The steps of `install_flow.py` that only the page can do, and the loop that runs a flow.

A flow is a generator. It yields steps, and for each step it gets back an answer or an exception.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from tashkalar.errors import PackError
from tashkalar.features.packs.installed_packs import PackStatus
from tashkalar.position.move import Message
from tashkalar.ui.storage.key_value_store import StoreError
from tashkalar.ui.text.refusal import Refusal

if TYPE_CHECKING:  # `wheel_check` imports deferred modules
    from tashkalar.features.packs.wheel_check import WheelMetadata

PackFact = tuple[Message | str, Message | str]
"""A fact about a pack: its label and its value."""

Answer = TypeVar("Answer")


class ShowStatus(NamedTuple):
    """Show a status in the dialog of packs, instead of the status before."""

    status: PackStatus


class FetchFile(NamedTuple):
    """Fetch a file of this site. Answer: its bytes, or None."""

    address: str


class LoadStandardLibrary(NamedTuple):
    """Load the deferred part of the standard library. Answer: whether that worked."""


class AskToRun(NamedTuple):
    """Ask the person whether to run a pack with these facts. Answer: yes or no."""

    facts: tuple[PackFact, ...]


class ConfirmAction(NamedTuple):
    """Ask the person before an action that cannot be undone. Answer: yes or no."""

    title: Message
    text: Message
    ok: Message


class RunPack(NamedTuple):
    """Run a pack in its worker. Answer: the pack as described; `PackError` when that fails."""

    wheel: WheelMetadata
    data: bytes


class StopPack(NamedTuple):
    """Stop a pack, if it is running."""

    project: str


class LoadWheel(NamedTuple):
    """Load the wheel of a pack. Answer: its bytes, or None; `StoreError` without a store."""

    id: str


class StoreWheel(NamedTuple):
    """Store the wheel of a pack; `StoreError` when that fails."""

    id: str
    data: bytes


class DeleteWheel(NamedTuple):
    """Delete the wheel of a pack; `StoreError` when that fails."""

    id: str


InstallStep = (
    ShowStatus | FetchFile | LoadStandardLibrary | AskToRun | ConfirmAction
    | RunPack | StopPack | LoadWheel | StoreWheel | DeleteWheel
)  # fmt: skip
InstallFlow = Generator[InstallStep, Any, Answer]


async def run_flow(
    flow: InstallFlow[Answer], run_step: Callable[[InstallStep], Awaitable[object]]
) -> Answer:
    """Run a flow, with a function that runs its steps; return the result of the flow."""
    answer: object = None
    step_error: Exception | None = None
    while True:
        try:
            step = flow.throw(step_error) if step_error else flow.send(answer)
        except StopIteration as end:
            result: Answer = end.value
            return result
        answer = step_error = None
        try:
            answer = await run_step(step)
        except (Refusal, PackError, StoreError) as error:
            step_error = error
