"""The fixture with which a test invents cards of its own."""

import pytest

from tests.engine.invented import Workshop


@pytest.fixture
def workshop(monkeypatch: pytest.MonkeyPatch) -> Workshop:
    return Workshop(monkeypatch)
