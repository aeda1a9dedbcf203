"""The forms of the game (R3)."""

from tashkalar.forms.duel import Duel
from tashkalar.forms.form import Form
from tashkalar.forms.high_form import HighForm

FORMS: dict[str, Form] = {form.id: form for form in (HighForm(), Duel())}

__all__ = ["FORMS", "Form"]
