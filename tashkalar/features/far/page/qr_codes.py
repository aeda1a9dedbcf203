"""QR codes of links: drawing them, and reading them with the camera.

The scripts that do so are loaded when a person wants a code (``static/js/qr_code/``,
``static/js/qr_reader/``).
"""

from __future__ import annotations

from pyodide.ffi import JsException
from pyscript import window

from tashkalar.features.far.far_texts import fits_link, fits_qr_code
from tashkalar.features.far.page import scripts
from tashkalar.web.browser.dom import DomNode, by_id
from tashkalar.web.browser.optional_features import UNAVAILABLE

_DRAWING_SCRIPT = "./static/js/qr_code.bundle.js"
_READING_SCRIPT = "./static/js/qr_reader.bundle.js"


class CameraError(Exception):
    """The camera cannot be used: the person or the browser refuses, or something else has it."""


def prepare(link: str) -> None:
    """Offer the code of a link without drawing it, or say that the link is too long for it."""
    fits = fits_qr_code(link)
    by_id("far-code").toggleAttribute("hidden", not fits)
    by_id("far-code-long").toggleAttribute("hidden", fits or not fits_link(link))
    hide()


def is_shown() -> bool:
    """Return whether a code is shown."""
    return not by_id("far-code-drawing").hasAttribute("hidden")


def hide() -> None:
    """Hide the code."""
    by_id("far-code-drawing").setAttribute("hidden", "")
    by_id("far-code").setAttribute("aria-expanded", "false")


async def show(link: str) -> bool:
    """Draw the code of a link; return False if the script for it cannot be fetched."""
    if not await draw(by_id("far-code-drawing"), link):
        return False
    by_id("far-code").setAttribute("aria-expanded", "true")
    return True


async def draw(drawing: DomNode, text: str) -> bool:
    """Draw the code of a text; return False if the script for it cannot be fetched."""
    if not await scripts.load_script(_DRAWING_SCRIPT):
        return False
    window.tashkalar.drawQrCode(drawing, text)
    drawing.removeAttribute("hidden")
    return True


async def has_camera() -> bool:
    """Return whether the device has a camera that the page may ask for; nothing is asked."""
    try:
        devices = await window.navigator.mediaDevices.enumerateDevices()
    except UNAVAILABLE:  # without https, or refused
        return False
    return any(str(device.kind) == "videoinput" for device in devices)


async def read_with_camera() -> str | None:
    """Return the text of the first code that the camera sees; "" if the person stops that.

    None if the script for it cannot be fetched; CameraError without a camera.
    """
    if not await scripts.load_script(_READING_SCRIPT):
        return None
    video, button = by_id("far-video"), by_id("far-scan")
    video.removeAttribute("hidden")
    button.setAttribute("aria-pressed", "true")
    try:
        return str(await window.tashkalar.qrReader.read(video))
    except JsException as error:
        raise CameraError from error
    finally:
        video.setAttribute("hidden", "")
        button.setAttribute("aria-pressed", "false")


def is_camera_on() -> bool:
    """Return whether the camera looks for a code."""
    return not by_id("far-video").hasAttribute("hidden")


def stop_camera() -> None:
    """Stop looking for a code."""
    if is_camera_on():
        window.tashkalar.qrReader.stop()
