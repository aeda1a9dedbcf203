"""The forms of the game (R3)."""

from tashkalar.rules.forms.duel import Duel
from tashkalar.rules.forms.form import Form
from tashkalar.rules.forms.high_form import HighForm
from tashkalar.rules.forms.melee import Melee

FORMS: dict[str, Form] = {form.id: form for form in (HighForm(), Duel(), Melee())}

__all__ = ["FORMS", "Form"]
