"""View-models, prompts, announcements and languages: plain Python, no browser.

This layer may import the engine; the engine never imports it. Whatever a person reads comes
from the message catalogues under ``static/locale`` by way of :mod:`tashkalar.ui.text.catalogue`.
"""
