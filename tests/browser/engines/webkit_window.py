"""A bare window around WebKitGTK that WebDriver can steer.

WebKitGTK's own MiniBrowser cannot be as narrow as a phone, and forgets everything at its end when
it is steered. Runs with the system's Python, which has the bindings (Debian: python3-gi,
gir1.2-webkit2-4.1):

    webkit_window.py PROFILE [SCRIPT]

The script runs in each page before the page's own. Writes what the console says and every address
that is asked for to the standard output.
"""

import sys
from pathlib import Path
from typing import Any

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")

from gi.repository import Gtk, WebKit2  # noqa: E402

NAME = "MiniBrowser"  # what Selenium asks for


windows: list[Any] = []  # those that are open


def create_view(context: Any, scripts: Any) -> Any:
    """Open a window for a session."""
    view = WebKit2.WebView(
        web_context=context,
        is_controlled_by_automation=True,
        user_content_manager=scripts,
        settings=WebKit2.Settings(
            enable_write_console_messages_to_stdout=True,
            # Without a graphics card, acceleration is a second renderer beside the first.
            hardware_acceleration_policy=WebKit2.HardwareAccelerationPolicy.NEVER,
        ),
    )
    view.connect("resource-load-started", tell)
    window = Gtk.Window(decorated=False)
    windows.append(window)
    window.connect("destroy", forget)
    view.connect("close", lambda _view: window.destroy())
    window.add(view)
    window.show_all()
    return view


def forget(window: Any) -> None:
    """End the program with its last window."""
    windows.remove(window)
    if not windows:
        Gtk.main_quit()


def tell(_view: Any, _resource: Any, request: Any) -> None:
    """Report a request."""
    print("REQUEST", request.get_uri(), flush=True)


def begin(context: Any, session: Any, scripts: Any) -> None:
    """Send the session the greeting of this program."""
    info = WebKit2.ApplicationInfo()
    info.set_name(NAME)
    info.set_version(
        WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version()
    )
    session.set_application_info(info)
    session.connect("create-web-view", lambda _session: create_view(context, scripts))


def read_scripts(files: list[str]) -> Any:
    """Return what runs in each page."""
    scripts = WebKit2.UserContentManager()
    for file in files:
        script = WebKit2.UserScript.new(
            Path(file).read_text(encoding="utf-8"),
            WebKit2.UserContentInjectedFrames.TOP_FRAME,
            WebKit2.UserScriptInjectionTime.START,
            None,
            None,
        )
        scripts.add_script(script)
    return scripts


def main(profile: str, *files: str) -> None:
    """Wait for the session that WebDriver is about to begin, until its window is closed."""
    storage = WebKit2.WebsiteDataManager(
        base_data_directory=f"{profile}/data", base_cache_directory=f"{profile}/cache"
    )
    context = WebKit2.WebContext(website_data_manager=storage)
    context.set_automation_allowed(True)
    context.set_preferred_languages(["en-GB", "en"])
    context.connect("automation-started", begin, read_scripts(list(files)))
    Gtk.main()


if __name__ == "__main__":
    main(*sys.argv[1:])
