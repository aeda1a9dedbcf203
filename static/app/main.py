from tashkalar.web import start

await start()  # noqa: F704  # PyScript runs this file as a coroutine
