"""Pressing an element of the page as a click does."""

from __future__ import annotations

from pyscript import document, window

from tashkalar.web.browser.dom import DomNode, is_visible

PRESSABLE = "button, a[href], summary, select, input[type=checkbox], input[type=radio]"
TYPED = 'textarea, input:not([type="checkbox"], [type="radio"], [type="button"], [type="range"])'


# What a press sets to its next value, so that several presses may be wanted.
SET = "select, input"


def is_left_out(node: DomNode) -> bool:
    """Return whether another node stands for this one: one radio button for its group."""
    if not node.matches("input[type=radio]") or node.checked:
        return False
    group = _group(node)
    return any(one.checked for one in group) or group[0] != node


def press(node: DomNode) -> None:
    """Click an element; of a list of choices, choose the next one."""
    if node.matches("select"):
        node.selectedIndex = (int(node.selectedIndex) + 1) % int(node.options.length)
        node.dispatchEvent(window.Event.new("change", bubbles=True))
    elif node.matches("input[type=radio]"):
        group = _group(node)
        checked = next((number for number, one in enumerate(group) if one.checked), -1)
        group[(checked + 1) % len(group)].click()
    elif hasattr(node, "click"):
        node.click()
    else:  # a part of a drawing
        node.dispatchEvent(window.MouseEvent.new("click", bubbles=True, cancelable=True))


def _group(radio: DomNode) -> list[DomNode]:
    """Return the radio buttons of a group that can be chosen and are in view."""
    buttons = (radio.form or document).querySelectorAll(f'input[type="radio"][name="{radio.name}"]')
    return [one for one in buttons if not one.disabled and is_visible(one.parentElement)]
