import traceback

from pyscript import document

try:
    from tashkalar.ui.snapshot.page_stubs import bind_page

    bind_page()  # before anything of the page is used
    from tashkalar.web import start

    await start()  # noqa: F704  # PyScript runs this file as a coroutine
except BaseException:
    # The console alone would leave a person in front of a page that never ends loading.
    document.getElementById("app-error-detail").textContent = traceback.format_exc()[-4000:]
    document.documentElement.dataset.reason = "python"
    document.documentElement.dataset.app = "error"
    raise
