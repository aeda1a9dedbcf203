"""A desk with a screen reader: a screen nobody sees, a bus, Orca, a browser, and keys.

Debian's packages in `PACKAGES` are all that it needs. Nothing of it speaks aloud: Orca is connected
to `tests/speech/ssip.py`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from time import monotonic, sleep

from tests.browser.engines.programs import SYSTEM_PYTHON, find_firefox
from tests.speech.ssip import SpeechServer, Voice

PACKAGES = (
    "orca",
    "python3-speechd",
    "at-spi2-core",
    "dbus-daemon",
    "xvfb",
    "openbox",
    "xdotool",
    "firefox-esr",
)
PROGRAMS = ("orca", "dbus-daemon", "Xvfb", "openbox", "xdotool")
# What a person has answered or turned off before: none of it is about the page.
PREFERENCES = {
    "accessibility.force_disabled": -1,
    "app.update.enabled": False,
    "browser.aboutwelcome.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.translations.enable": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.storageManager.prompt.testing": True,  # keep what is stored: yes
    "dom.storageManager.prompt.testing.allow": True,
    "network.captive-portal-service.enabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
}
# Debian's command refuses to run beside another Orca of the same person, on whatever screen.
ORCA = """from orca import orca
manager = orca.getSettingsManager()
manager.activate(None, {})
orca.main()"""
REST_S = 0.8  # so long nothing works and nothing is said: then a person goes on
SILENCE_S = 4.0
SAMPLE_S = 0.05
BUSY = 0.3  # the share of moments in which something may be computed at rest
MOST_S = 120.0  # for one key, also on a machine that is busy with other things


def missing_programs() -> list[str]:
    """Name the programs that the desk lacks."""
    missing = [name for name in PROGRAMS if shutil.which(name) is None]
    return missing if find_firefox() else [*missing, "firefox"]


class Desk:
    """The keys, and the voice that answers."""

    def __init__(self, voice: Voice, environment: dict[str, str], programs: list[int]) -> None:
        self.voice = voice
        self._environment, self._programs = environment, programs
        self._family: list[int] = []  # the programs and all that they have started

    def press(self, key: str) -> None:
        """Press a key by its name in X: `n`, `Return`, `shift+Tab`."""
        command = ["xdotool", "key", "--clearmodifiers", key]
        subprocess.run(command, env=self._environment, check=True, timeout=60)

    def wait(self) -> None:
        """Wait until nothing is said and all programs have been at rest for a moment.

        A page that computes ahead has no rest: a silence that lasts is enough then.
        """
        begun = heard = monotonic()
        self._family = family(self._programs)
        samples: deque[bool] = deque(maxlen=round(REST_S / SAMPLE_S))
        while monotonic() - begun < MOST_S:
            sleep(SAMPLE_S)
            now = monotonic()
            if self.voice.is_speaking():
                heard = now
                samples.clear()
                continue
            samples.append(self._is_busy())
            is_at_rest = len(samples) == samples.maxlen and sum(samples) <= len(samples) * BUSY
            if (is_at_rest and now - heard > REST_S) or now - heard > SILENCE_S:
                return

    def _is_busy(self) -> bool:
        """Tell whether the browser or the screen reader computes at the moment."""
        return any(state_of(number) in "RD" for number in self._family)


def family(roots: list[int]) -> list[int]:
    """Return the numbers of processes and of all that they have started."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            fields = stat_fields(int(entry.name))
            if fields:
                children.setdefault(int(fields[1]), []).append(int(entry.name))
    found, waiting = [], list(roots)
    while waiting:
        number = waiting.pop()
        found.append(number)
        waiting += children.get(number, [])
    return found


def stat_fields(number: int) -> list[str]:
    """Return what `/proc` says of a process behind its name: state, parent and more."""
    try:
        text = Path(f"/proc/{number}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    return text.rpartition(")")[2].split()


def state_of(number: int) -> str:
    """Return the state of a process's first thread: R while it computes."""
    return (stat_fields(number) or "S")[0]


@contextmanager
def open_desk(address: str, language: str, folder: Path | None = None) -> Iterator[Desk]:
    """Start everything, with the browser at an address; all of it ends with the block."""
    with ExitStack() as stack:
        home = folder or Path(stack.enter_context(TemporaryDirectory()))
        runtime = home / "run"
        runtime.mkdir(mode=0o700)
        voice = Voice()
        server = SpeechServer(runtime / "speech.sock", voice)
        stack.callback(server.server_close)
        stack.callback(server.shutdown)
        Thread(target=server.serve_forever, daemon=True).start()
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(home),
            "XDG_RUNTIME_DIR": str(runtime),
            "LANG": "C.UTF-8",
            "LANGUAGE": language,  # Orca's own words
            "SPEECHD_ADDRESS": f"unix_socket:{runtime / 'speech.sock'}",
            "GNOME_ACCESSIBILITY": "1",  # Firefox builds its tree for the screen reader
        }

        def start(*command: str, output: int = subprocess.DEVNULL) -> subprocess.Popen[bytes]:
            process = subprocess.Popen(
                command, env=environment, stdout=output, stderr=subprocess.DEVNULL
            )
            stack.callback(process.wait)
            stack.callback(process.terminate)
            return process

        def first_line(process: subprocess.Popen[bytes]) -> str:
            assert process.stdout
            return process.stdout.readline().decode().strip()

        screen = ("-screen", "0", "1280x900x24", "-nolisten", "tcp")
        shown = start("Xvfb", "-displayfd", "1", *screen, output=subprocess.PIPE)
        environment["DISPLAY"] = f":{first_line(shown)}"
        bus = start(
            "dbus-daemon", "--session", "--nofork", "--print-address=1", output=subprocess.PIPE
        )
        environment["DBUS_SESSION_BUS_ADDRESS"] = first_line(bus)
        start("openbox")
        reader = start(SYSTEM_PYTHON, "-c", ORCA)
        desk = Desk(voice, environment, [reader.pid])
        while not voice.said:
            sleep(SAMPLE_S)
        desk.wait()
        profile = write_profile(home / "profile", language)
        program = find_firefox()
        assert program
        browser = start(program, "--profile", str(profile), "--new-instance", address)
        yield Desk(voice, environment, [reader.pid, browser.pid])


def write_profile(folder: Path, language: str) -> Path:
    """Write a profile of Firefox with the preferences."""
    folder.mkdir()
    preferences = PREFERENCES | {"intl.accept_languages": language}
    lines = [
        f'user_pref("{name}", {str(value).lower() if isinstance(value, bool) else repr(value)});'
        for name, value in preferences.items()
    ]
    text = "\n".join(lines).replace("'", '"')
    (folder / "user.js").write_text(text, encoding="utf-8")
    return folder
