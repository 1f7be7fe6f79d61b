"""A small neural network in integer arithmetic, which evaluates positions.

One hidden layer of rectified linear units, and weights that lead from the inputs straight to the
output: output = bias + skip * inputs + out * max(0, hidden_bias + hidden * inputs).

All numbers are integers: inputs are counts, and weights are multiples of 1 / UNIT. So compiled and
interpreted code give exactly the same output, on every machine. Three hidden units share one
64-bit word, as `first + second * 2**21 + third * 2**42`; adding and multiplying such words works on
all three at once, as long as each stays within 20 bits and its sign, which `Network` checks.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

UNIT: Final = 1024  # stands for 1.0 in weights of the hidden layer
OUTPUT_UNIT: Final = UNIT * UNIT  # stands for 1.0 in the output
UNITS_PER_WORD: Final = 3
WORDS_PER_BLOCK: Final = 8
UNITS_PER_BLOCK: Final = 24
MAX_COUNTS: Final = 96
MAX_SUM: Final = 2**20 - 1  # of a hidden unit

_LANE: Final = 21
_LANE_MASK: Final = 2**21 - 1
_HALF_LANE: Final = 2**20


class ActiveInputs:
    """The inputs of one position that are not 0."""

    def __init__(self, capacity: i64) -> None:
        self.number = vec[i64]([0] * capacity)
        self.amount = vec[i64]([0] * capacity)
        self.count: i64 = 0
        # For the game's own counting; an array for each position would cost time.
        self.counts = vec[i64]([0] * MAX_COUNTS)

    def add(self, number: i64, amount: i64) -> None:
        at = self.count
        self.number[at] = number
        self.amount[at] = amount
        self.count = at + 1


class Network:
    """One network; `hidden[unit * inputs + input]` are the weights of the hidden layer.

    The number of hidden units must be a multiple of `UNITS_PER_BLOCK`.
    """

    def __init__(
        self,
        inputs: i64,
        hidden_bias: list[int],
        hidden: list[int],
        out: list[int],
        skip: list[int],
        bias: i64,
    ) -> None:
        units: i64 = len(hidden_bias)
        self.inputs: i64 = inputs
        self.blocks: i64 = units // UNITS_PER_BLOCK
        self.bias: i64 = bias
        self.out = vec[i64](out)
        self.skip = vec[i64](skip)
        # The words of each block of hidden units, and in each block those of each input.
        self.start = vec[i64]([0] * (self.blocks * WORDS_PER_BLOCK))
        self.words = vec[i64]([0] * (self.blocks * inputs * WORDS_PER_BLOCK))
        for block in range(self.blocks):
            for k in range(WORDS_PER_BLOCK):
                first: i64 = block * UNITS_PER_BLOCK + k * UNITS_PER_WORD
                self.start[block * WORDS_PER_BLOCK + k] = _pack(
                    hidden_bias[first], hidden_bias[first + 1], hidden_bias[first + 2]
                )
                for i in range(inputs):
                    self.words[(block * inputs + i) * WORDS_PER_BLOCK + k] = _pack(
                        hidden[first * inputs + i],
                        hidden[(first + 1) * inputs + i],
                        hidden[(first + 2) * inputs + i],
                    )

    def output(self, active: ActiveInputs) -> i64:
        """The output in units of 1 / OUTPUT_UNIT."""
        number = active.number
        amount = active.amount
        count = active.count
        words = self.words
        skip = self.skip
        total = self.bias
        for j in range(count):
            total += amount[j] * skip[number[j]]
        for block in range(self.blocks):
            first: i64 = block * self.inputs
            # A local variable for each word: the C compiler keeps them in registers.
            at: i64 = block * WORDS_PER_BLOCK
            a: i64 = self.start[at]
            b: i64 = self.start[at + 1]
            c: i64 = self.start[at + 2]
            d: i64 = self.start[at + 3]
            e: i64 = self.start[at + 4]
            f: i64 = self.start[at + 5]
            g: i64 = self.start[at + 6]
            h: i64 = self.start[at + 7]
            for j in range(count):
                at = (first + number[j]) * WORDS_PER_BLOCK
                times: i64 = amount[j]
                a += times * words[at]
                b += times * words[at + 1]
                c += times * words[at + 2]
                d += times * words[at + 3]
                e += times * words[at + 4]
                f += times * words[at + 5]
                g += times * words[at + 6]
                h += times * words[at + 7]
            unit: i64 = block * UNITS_PER_BLOCK
            total += self._activate(a, unit) + self._activate(b, unit + 3)
            total += self._activate(c, unit + 6) + self._activate(d, unit + 9)
            total += self._activate(e, unit + 12) + self._activate(f, unit + 15)
            total += self._activate(g, unit + 18) + self._activate(h, unit + 21)
        return total

    def _activate(self, word: i64, unit: i64) -> i64:
        """What the three hidden units of a word add to the output."""
        out = self.out
        total: i64 = 0
        first: i64 = ((word + _HALF_LANE) & _LANE_MASK) - _HALF_LANE
        word = (word - first) >> _LANE
        second: i64 = ((word + _HALF_LANE) & _LANE_MASK) - _HALF_LANE
        third: i64 = (word - second) >> _LANE
        if first > 0:
            total += first * out[unit]
        if second > 0:
            total += second * out[unit + 1]
        if third > 0:
            total += third * out[unit + 2]
        return total


def _pack(first: i64, second: i64, third: i64) -> i64:
    return first + (second << _LANE) + (third << (2 * _LANE))
