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
MAX_COUNTS: Final = 128
MAX_SUM: Final = 2**20 - 1  # of a hidden unit

# A word has 32 flags: the lowest one that is set can then be numbered by a multiplication with a
# de Bruijn sequence (Leiserson, Prokop, Randall: Using de Bruijn Sequences to Index a 1 in a
# Computer Word, 1998), which needs no loop over the bits.
_FLAG_WORD_BITS: Final = 5
_FLAG_BIT_MASK: Final = 31
_DE_BRUIJN: Final = 0x077CB531
_DE_BRUIJN_SHIFT: Final = 27
_WORD_MASK: Final = 2**32 - 1

_LANE: Final = 21
_LANE_MASK: Final = 2**21 - 1
_HALF_LANE: Final = 2**20


class ActiveInputs:
    """The inputs of one position that are not 0: flags, which are 0 or 1, and amounts.

    An input is either always set as a flag or always added as an amount.
    """

    def __init__(self, capacity: i64) -> None:
        self.flags = vec[i64]([0] * flag_words(capacity))
        self.number = vec[i64]([0] * capacity)
        self.amount = vec[i64]([0] * capacity)
        self.count: i64 = 0  # of amounts
        # For the game's own counting; an array for each position would cost time.
        self.counts = vec[i64]([0] * MAX_COUNTS)

    def clear(self) -> None:
        flags = self.flags
        for k in range(len(flags)):
            flags[k] = 0
        self.count = 0

    def set(self, number: i64) -> None:
        self.flags[number >> _FLAG_WORD_BITS] |= _FLAG[number & _FLAG_BIT_MASK]

    def add(self, number: i64, amount: i64) -> None:
        at = self.count
        self.number[at] = number
        self.amount[at] = amount
        self.count = at + 1

    def set_flags(self) -> list[int]:
        """The numbers of all flags that are set, in order."""
        return [
            32 * k + bit
            for k in range(len(self.flags))
            for bit in range(32)
            if (self.flags[k] >> bit) & 1 == 1
        ]


def flag_words(inputs: i64) -> i64:
    """The words that the flags of so many inputs take."""
    return (inputs >> _FLAG_WORD_BITS) + 1


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


class Accumulator:
    """The output of a network for one position after another.

    It keeps the sums of the hidden layer and adds only what differs from the position before, as
    NNUE does (Nasu: Efficiently Updatable Neural-Network-based Evaluation Functions for Computer
    Shogi, 2018). The sums are integers, so the output does not depend on the positions before.
    """

    def __init__(self, network: Network) -> None:
        inputs = network.inputs
        self.network = network
        self.sums = network.start[:]
        self.linear: i64 = network.bias  # and the weights that lead straight to the output
        # The flags and the numbers of the amounts in the sums.
        self.flags = vec[i64]([0] * flag_words(inputs))
        self.number = vec[i64]([0] * inputs)
        self.count: i64 = 0
        self.amount = vec[i64]([0] * inputs)  # of every input
        self.position = vec[i64]([0] * inputs)  # the last one that had each amount
        self.positions: i64 = 0
        self.changed = vec[i64]([0] * (2 * inputs))
        self.change = vec[i64]([0] * (2 * inputs))

    def output(self, active: ActiveInputs) -> i64:
        """The output for a position, in units of 1 / OUTPUT_UNIT; no input may occur twice."""
        count = self._find_changes(active)
        network = self.network
        total = self.linear
        for block in range(network.blocks):
            total += self._add_changes(network, block, count)
        return total

    def _find_changes(self, active: ActiveInputs) -> i64:
        """Replace the inputs; return how many have changed."""
        return self._find_changed_amounts(active, self._find_changed_flags(active))

    def _find_changed_flags(self, active: ActiveInputs) -> i64:
        """Replace the flags; return how many have changed."""
        words, new_words = self.flags, active.flags
        changed, change = self.changed, self.change
        skip = self.network.skip
        numbers = _NUMBER_OF_FLAG
        linear = self.linear
        count: i64 = 0
        for k in range(len(words)):
            word: i64 = new_words[k]
            differing: i64 = words[k] ^ word
            if differing == 0:
                continue
            words[k] = word
            while differing != 0:
                flag: i64 = differing & -differing
                differing ^= flag
                hashed: i64 = (flag * _DE_BRUIJN) & _WORD_MASK
                number: i64 = (k << _FLAG_WORD_BITS) + numbers[hashed >> _DE_BRUIJN_SHIFT]
                changed[count] = number
                if word & flag != 0:
                    linear += skip[number]
                    change[count] = 1
                else:
                    linear -= skip[number]
                    change[count] = -1
                count += 1
        self.linear = linear
        return count

    def _find_changed_amounts(self, active: ActiveInputs, count: i64) -> i64:
        """Replace the amounts; return how many inputs have changed, with `count` flags."""
        self.positions += 1
        position = self.positions
        positions, amounts, numbers = self.position, self.amount, self.number
        changed, change = self.changed, self.change
        new_numbers, new_amounts = active.number, active.amount
        skip = self.network.skip
        linear = self.linear
        for j in range(active.count):
            number: i64 = new_numbers[j]
            positions[number] = position
            difference: i64 = new_amounts[j] - amounts[number]
            if difference != 0:
                amounts[number] += difference
                linear += difference * skip[number]
                changed[count] = number
                change[count] = difference
                count += 1
        for j in range(self.count):
            number = numbers[j]
            if positions[number] != position:
                difference = -amounts[number]
                amounts[number] = 0
                linear += difference * skip[number]
                changed[count] = number
                change[count] = difference
                count += 1
        for j in range(active.count):
            numbers[j] = new_numbers[j]
        self.count = active.count
        self.linear = linear
        return count

    def _add_changes(self, network: Network, block: i64, count: i64) -> i64:
        """Bring the sums of a block up to date; return what its units add to the output."""
        words, sums = network.words, self.sums
        changed, change = self.changed, self.change
        first: i64 = block * network.inputs
        # A local variable for each word: the C compiler keeps them in registers.
        start: i64 = block * WORDS_PER_BLOCK
        a: i64 = sums[start]
        b: i64 = sums[start + 1]
        c: i64 = sums[start + 2]
        d: i64 = sums[start + 3]
        e: i64 = sums[start + 4]
        f: i64 = sums[start + 5]
        g: i64 = sums[start + 6]
        h: i64 = sums[start + 7]
        for j in range(count):
            at: i64 = (first + changed[j]) * WORDS_PER_BLOCK
            times: i64 = change[j]
            a += times * words[at]
            b += times * words[at + 1]
            c += times * words[at + 2]
            d += times * words[at + 3]
            e += times * words[at + 4]
            f += times * words[at + 5]
            g += times * words[at + 6]
            h += times * words[at + 7]
        sums[start] = a
        sums[start + 1] = b
        sums[start + 2] = c
        sums[start + 3] = d
        sums[start + 4] = e
        sums[start + 5] = f
        sums[start + 6] = g
        sums[start + 7] = h
        out = network.out
        unit: i64 = block * UNITS_PER_BLOCK
        total = _activate(out, a, unit) + _activate(out, b, unit + 3)
        total += _activate(out, c, unit + 6) + _activate(out, d, unit + 9)
        total += _activate(out, e, unit + 12) + _activate(out, f, unit + 15)
        return total + _activate(out, g, unit + 18) + _activate(out, h, unit + 21)


def _activate(out: vec[i64], word: i64, unit: i64) -> i64:
    """What the three hidden units of a word add to the output."""
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


def _numbers_of_flags() -> list[int]:
    """The number of a flag in its word, by what the multiplication makes of the flag."""
    numbers = [0] * 32
    for number in range(32):
        numbers[((1 << number) * _DE_BRUIJN & _WORD_MASK) >> _DE_BRUIJN_SHIFT] = number
    return numbers


_FLAG: Final = vec[i64]([1 << number for number in range(32)])
_NUMBER_OF_FLAG: Final = vec[i64](_numbers_of_flags())


def _pack(first: i64, second: i64, third: i64) -> i64:
    return first + (second << _LANE) + (third << (2 * _LANE))
