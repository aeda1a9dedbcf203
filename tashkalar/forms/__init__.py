"""The forms of the game (R3)."""

from tashkalar.forms.duel import Duel
from tashkalar.forms.form import Form
from tashkalar.forms.high_form import HighForm
from tashkalar.forms.melee import Melee

FORMS: dict[str, Form] = {form.id: form for form in (HighForm(), Duel(), Melee())}

__all__ = ["FORMS", "Form"]
