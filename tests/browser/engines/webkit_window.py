"""A bare window around WebKitGTK that WebDriver can steer.

WebKitGTK's own MiniBrowser cannot be as narrow as a phone, and forgets everything at its end when
it is steered. Runs with the system's Python, which has the bindings (Debian: python3-gi,
gir1.2-webkit2-4.1):

    webkit_window.py PROFILE

Writes what the console says and every address that is asked for to the standard output.
"""

import sys
from typing import Any

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")

from gi.repository import Gtk, WebKit2  # noqa: E402

NAME = "MiniBrowser"  # what Selenium asks for


def create_view(context: Any) -> Any:
    """Open the window for a session."""
    view = WebKit2.WebView(
        web_context=context,
        is_controlled_by_automation=True,
        settings=WebKit2.Settings(
            enable_write_console_messages_to_stdout=True,
            # Without a graphics card, acceleration is a second renderer beside the first.
            hardware_acceleration_policy=WebKit2.HardwareAccelerationPolicy.NEVER,
        ),
    )
    view.connect("resource-load-started", tell)
    window = Gtk.Window(decorated=False)
    window.connect("destroy", Gtk.main_quit)
    window.add(view)
    window.show_all()
    return view


def tell(_view: Any, _resource: Any, request: Any) -> None:
    """Report a request."""
    print("REQUEST", request.get_uri(), flush=True)


def begin(context: Any, session: Any) -> None:
    """Send the session the greeting of this program."""
    info = WebKit2.ApplicationInfo()
    info.set_name(NAME)
    info.set_version(
        WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version()
    )
    session.set_application_info(info)
    session.connect("create-web-view", lambda _session: create_view(context))


def main(profile: str) -> None:
    """Wait for the session that WebDriver is about to begin, until its window is closed."""
    storage = WebKit2.WebsiteDataManager(
        base_data_directory=f"{profile}/data", base_cache_directory=f"{profile}/cache"
    )
    context = WebKit2.WebContext(website_data_manager=storage)
    context.set_automation_allowed(True)
    context.set_preferred_languages(["en-GB", "en"])
    context.connect("automation-started", begin)
    Gtk.main()


if __name__ == "__main__":
    main(sys.argv[1])
