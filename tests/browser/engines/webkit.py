"""WebKitGTK, driven by Selenium on an invisible display."""

from __future__ import annotations

import os
import re
import select
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from selenium.common.exceptions import WebDriverException
from selenium.webdriver import WebKitGTK
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.command import Command
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from tests.browser.engines.programs import PROGRAMS, SYSTEM_PYTHON
from tests.browser.engines.tab import DriverError, Tab, Window

WINDOW = Path(__file__).with_name("webkit_window.py")
SCREEN = "2000x1400x24"
TIMEOUT = 60  # seconds
DISPLAY_TIMEOUT_S = 30
KEYS = {
    "Enter": Keys.ENTER,
    "Escape": Keys.ESCAPE,
    "Tab": Keys.TAB,
    "Space": Keys.SPACE,
    "ArrowLeft": Keys.ARROW_LEFT,
    "ArrowRight": Keys.ARROW_RIGHT,
    "ArrowUp": Keys.ARROW_UP,
    "ArrowDown": Keys.ARROW_DOWN,
}
CONSOLE = re.compile(
    r"^(?:(?P<where>\S+): )?CONSOLE (?:\w+ )?(?P<kind>ERROR|WARN) (?P<text>.*)$", re.MULTILINE
)
REQUEST = re.compile(r"^REQUEST (\S+)$", re.MULTILINE)


class WebKitTab(Tab):
    """A window of a WebDriver session."""

    plays_touch = False  # a tap arrives in the page as a click of the mouse

    def __init__(self, driver: WebKitGTK, log: Path) -> None:
        self._driver = driver
        self._log = log
        self._size = (0, 0)

    def open(self, url: str) -> None:
        """Go to an address."""
        self._driver.get(url)

    def reload(self) -> None:
        """Load the page again."""
        self._driver.refresh()

    def renew(self) -> None:
        """Open a new window in place of the old one: this program has no tabs."""
        old = self._driver.current_window_handle
        self._driver.switch_to.new_window("window")
        new = self._driver.current_window_handle
        size = self._size
        self._driver.switch_to.window(old)
        self._driver.close()
        self._driver.switch_to.window(new)
        self.set_size(*size)

    def evaluate(self, function: str, *arguments: Any) -> Any:
        """Call a function."""
        script = f"""const done = arguments[1];
        (async () => ({function})(...arguments[0]))().then(
          (value) => done([value === undefined ? null : value]), (error) => done(String(error)));"""
        try:
            value = self._driver.execute_async_script(script, list(arguments))
        except WebDriverException as error:
            raise DriverError(error.msg or type(error).__name__) from error
        if isinstance(value, str):
            raise DriverError(value)
        return value[0]

    def press(self, key: str) -> None:
        """Press a key."""
        ActionChains(self._driver).send_keys(KEYS.get(key, key)).perform()

    def type(self, text: str) -> None:
        """Type a text."""
        ActionChains(self._driver).send_keys(text).perform()

    def screenshot(self, path: Path) -> None:
        """Write a picture."""
        self._driver.save_screenshot(str(path))

    def set_size(self, width: int, height: int) -> None:
        """Change the size of the window, which has no frame."""
        self._size = (width, height)
        self._driver.set_window_size(width, height)
        self.wait_for(f"innerWidth === {width} && innerHeight === {height}")

    def problems(self) -> list[str]:
        """Return what the pages complained about."""
        return [
            f"console {found['kind'].lower()}: {found['text']} {found['where'] or ''}".rstrip()
            for found in CONSOLE.finditer(self._read_log())
        ]

    def requests(self) -> list[str]:
        """Return what was asked for."""
        return REQUEST.findall(self._read_log())

    def _read_log(self) -> str:
        return self._log.read_text(encoding="utf-8", errors="replace")

    def _mouse(self, x: float, y: float) -> None:
        steps: list[dict[str, Any]] = [
            {"type": "pointerMove", "duration": 0, "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        pointer = {"type": "pointer", "id": "pointer", "parameters": {"pointerType": "mouse"}}
        self._driver.execute(Command.W3C_ACTIONS, {"actions": [pointer | {"actions": steps}]})

    def _finger(self, x: float, y: float) -> None:
        self._mouse(x, y)


@contextmanager
def display() -> Iterator[str]:
    """Start a display of our own; it picks a free number."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", SCREEN, "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=(writing,), stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as numbers:
            has_answered, _, _ = select.select([numbers], [], [], DISPLAY_TIMEOUT_S)
            number = numbers.readline().strip() if has_answered else ""
        if not number:
            raise DriverError(f"Xvfb did not start within {DISPLAY_TIMEOUT_S} s")
        yield f":{number}"
    finally:
        server.terminate()
        try:
            server.wait(DISPLAY_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            server.kill()


@contextmanager
def start(profile: Path, window: Window) -> Iterator[Tab]:
    """Start WebKitGTK."""
    program = PROGRAMS["webkit"].find()
    if program is None:
        raise DriverError(PROGRAMS["webkit"].missing)
    log = profile / "webkit.log"
    log.unlink(missing_ok=True)  # each start tells its own story
    options = Options()
    options.binary_location = SYSTEM_PYTHON
    options.add_argument(str(WINDOW))
    options.add_argument(str(profile))
    if window.script:
        script = profile / "script.js"
        script.write_text(window.script, encoding="utf-8")
        options.add_argument(str(script))
    # Sockets have short names at most, so what runs now has a folder apart.
    with display() as number, tempfile.TemporaryDirectory(prefix="webkit-") as run:
        environment = os.environ | {
            "DISPLAY": number,
            "GDK_BACKEND": "x11",
            "HOME": str(profile),
            "XDG_DATA_HOME": str(profile / "share"),
            "XDG_CACHE_HOME": str(profile / "cache"),
            "XDG_CONFIG_HOME": str(profile / "config"),
            "XDG_RUNTIME_DIR": run,
            "LIBGL_ALWAYS_SOFTWARE": "1",
            "LANG": "C.UTF-8",
            "NO_AT_BRIDGE": "1",
            # Its sandbox needs privileges that containers do not give; the pages are our own.
            "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
        }
        service = Service(program, env=environment, log_output=str(log))
        driver = WebKitGTK(options=options, service=service)
        try:
            driver.set_script_timeout(TIMEOUT)
            driver.set_page_load_timeout(TIMEOUT)
            tab = WebKitTab(driver, log)
            tab.set_size(window.width, window.height)
            yield tab
        finally:
            driver.quit()
