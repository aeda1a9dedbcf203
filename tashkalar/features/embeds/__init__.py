"""Boards inside other pages, which report to the page around and rest as pictures.

Features show something there (`framed.py`), and say so in their rows (`is_framed`).
"""
