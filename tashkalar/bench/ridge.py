"""Ridge regression on sparse rows, in plain Python.

A. E. Hoerl and R. W. Kennard, "Ridge regression", Technometrics 12, 1970. The sums of products are
kept apart from their solution, because several fits share them: one for each set of targets, and
one for each part of the rows that is held out.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Sequence
from operator import mul
from typing import NamedTuple

Triangle = list[list[float]]  # the lower half of a symmetric table, row by row


class SparseRow(NamedTuple):
    """The columns of a row that are not 0, in rising order, and their values."""

    places: array[int]
    values: array[float]

    def times(self, weights: Sequence[float]) -> float:
        """Return the sum of the values times the weights of their columns."""
        return sum([weights[i] * value for i, value in zip(self.places, self.values, strict=True)])


def make_row(values: Iterable[tuple[int, float]]) -> SparseRow:
    """Return a row from columns and values in any order; columns of 0 are left out."""
    pairs = sorted((place, value) for place, value in values if value)
    return SparseRow(array("H", [i for i, _ in pairs]), array("d", [v for _, v in pairs]))


def products(rows: Iterable[SparseRow], size: int) -> Triangle:
    """Return the sums of the products of all pairs of columns; there are `size` columns."""
    table = [[0.0] * (place + 1) for place in range(size)]
    for places, values in rows:
        for number, (i, value) in enumerate(zip(places, values, strict=True), 1):
            sums = table[i]
            for j, other in zip(places[:number], values[:number], strict=True):
                sums[j] += value * other
    return table


def weighted_sums(rows: Iterable[SparseRow], targets: Iterable[float], size: int) -> list[float]:
    """Return for each column the sum of its values times the targets of their rows."""
    sums = [0.0] * size
    for (places, values), target in zip(rows, targets, strict=True):
        for i, value in zip(places, values, strict=True):
            sums[i] += value * target
    return sums


def factorize(table: Triangle, penalties: Sequence[float]) -> Triangle:
    """Return Cholesky's factor of a table with the penalties added to its diagonal.

    A penalty that is greater than 0 for each column makes sure that there is one.
    """
    factor: Triangle = []
    for i, (sums, penalty) in enumerate(zip(table, penalties, strict=True)):
        row: list[float] = []
        for j, total in enumerate(sums[:i]):
            row.append((total - sum(map(mul, row, factor[j]))) / factor[j][j])
        row.append(math.sqrt(sums[i] + penalty - sum(map(mul, row, row))))
        factor.append(row)
    return factor


def solve(factor: Triangle, wanted: Sequence[float]) -> list[float]:
    """Return the weights of the columns for these weighted sums of the targets."""
    middle: list[float] = []
    for row, value in zip(factor, wanted, strict=True):
        middle.append((value - sum(map(mul, row, middle))) / row[-1])
    for i in reversed(range(len(middle))):
        row = factor[i]
        middle[i] /= row[i]
        for j in range(i):
            middle[j] -= row[j] * middle[i]
    return middle
