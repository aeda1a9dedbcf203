from tashkalar.web import start

start()
