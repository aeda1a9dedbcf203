"""The panel that hands a position out: a file, a picture, a link, and lines for web pages."""

from __future__ import annotations

from collections.abc import Sequence

from pyscript import document, window

from tashkalar.features.workshop import sharing
from tashkalar.features.workshop.draft import Draft
from tashkalar.features.workshop.position_faults import PositionFault
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser import dialogs, files
from tashkalar.web.browser.dom import by_id
from tashkalar.web.browser.fault_text import write_faults
from tashkalar.web.browser.listeners import PageEvent, listen
from tashkalar.web.browser.optional_features import copy_text
from tashkalar.web.browser.tasks import start_task


class SharePanel:
    """Shows the texts to copy, and offers the files."""

    def __init__(self, words: Catalogue, draft: Draft) -> None:
        self._words, self._draft = words, draft
        self._previewed = ""  # the address in the preview
        listen(by_id("workshop-share"), "click", self._on_click)

    def show(self, faults: Sequence[PositionFault]) -> None:
        """Draw the panel."""
        document, language = self._draft.document, self._words.language
        messages = [fault.message for fault in faults]
        write_faults(by_id("workshop-fault-share"), messages, self._words)
        is_course = document.kind == "course"  # which has no board, and is not shown in frames
        by_id("workshop-share-board").toggleAttribute("hidden", is_course)
        by_id("workshop-share-course").toggleAttribute("hidden", not is_course)
        for id in ("workshop-svg", "workshop-png"):
            by_id(id).toggleAttribute("hidden", is_course)
        address = _page_address()
        link = sharing.link(address, document)
        if len(link) > sharing.LONGEST_LINK:
            link = self._words.text("workshop.link.long")
        by_id("workshop-link").value = link
        if is_course:
            self.leave()
            return
        by_id("workshop-embed").value = sharing.embed_line(address, document, language)
        by_id("workshop-iframe").value = sharing.iframe_line(address, document, language)
        by_id("workshop-alt").value = self._alternative_text()
        self._show_preview(bool(faults))

    def _show_preview(self, has_faults: bool) -> None:
        """Show the position as another page would, 300 pixels wide."""
        preview = by_id("workshop-preview")
        source = "./" + sharing.frame_address(self._draft.document, self._words.language)
        if has_faults:
            self._previewed = ""
            preview.replaceChildren()
        elif source != self._previewed:
            self._previewed = source
            frame = document.createElement("iframe")
            frame.title = self._words.text("workshop.preview")
            frame.src = source
            preview.replaceChildren(frame)

    def leave(self) -> None:
        """Take away the preview, which runs the whole page again."""
        self._previewed = ""
        by_id("workshop-preview").replaceChildren()

    def _alternative_text(self) -> str:
        return sharing.alternative_text(self._draft.scenario, self._words)

    def _on_click(self, event: PageEvent) -> None:
        name = self._draft.document.file_name(self._words.language)
        if event.closest("#workshop-file"):
            files.download(name, self._draft.document.text)
        elif event.closest("#workshop-svg"):
            files.download(name.replace(".json", ".svg"), self._picture(), "image/svg+xml")
        elif event.closest("#workshop-png"):
            self._download_png(name.replace(".json", ".png"))
        elif button := event.closest("[data-workshop-copy]"):
            start_task(self._copy(str(button.dataset.workshopCopy)))

    def _picture(self) -> str:
        return sharing.picture(self._draft.scenario, self._alternative_text())

    async def _copy(self, id: str) -> None:
        field = by_id(id)
        if await copy_text(str(field.value)):
            dialogs.show_toast(self._words.text("workshop.copied"))
            return
        field.focus()
        field.select()
        dialogs.show_toast(self._words.text("workshop.copy.select"))

    def _download_png(self, name: str) -> None:
        """Draw the picture on a canvas, and offer its content as a file."""
        canvas = document.createElement("canvas")
        canvas.width = canvas.height = sharing.SIDE
        pen = canvas.getContext("2d")
        pen.translate(-sharing.LEFT, -sharing.TOP)
        pen.lineWidth = 4
        for shape in sharing.shapes_of(self._draft.scenario):
            outline = window.Path2D.new(shape.path)
            if shape.fill != "none":
                pen.fillStyle = shape.fill
                pen.fill(outline)
            if shape.stroke != "none":
                pen.strokeStyle = shape.stroke
                pen.stroke(outline)
        pen.fillStyle, pen.font, pen.textAlign = sharing.LABEL_COLOR, "30px sans-serif", "center"
        for label in sharing.LABELS:
            pen.fillText(label.text, label.x, label.y)
        link = document.createElement("a")
        link.href, link.download = canvas.toDataURL("image/png"), name
        link.click()


def _page_address() -> str:
    """Return the address of the folder of the page."""
    return str(window.URL.new("./", window.location.href).href)
