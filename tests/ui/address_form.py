"""The form of the page's address with the parameters of all features."""

from __future__ import annotations

from tashkalar.site.features import read_table
from tashkalar.ui.start.url_parameters import AddressForm

FORM = AddressForm(parameter for row in read_table() for parameter in row.parameters)
