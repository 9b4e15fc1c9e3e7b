"""Nibble words: codes packed for a population, one uint64 a code.

Each peg has four bits, the first peg the lowest. A code's *tally* holds, in four bits a
color, how many pegs it has of it.
"""

import numpy as np

from mmlib.engine.compiled import compiled
from mmlib.engine.interrupt import generated


def _count_ones(word):
    return type(word)(int(word).bit_count())


@generated(uncompiled=_count_ones)
def popcount(typing_context, word):
    """Count the ones of an unsigned integer with the machine's own instruction."""

    def generate(context, builder, signature, arguments):
        return builder.ctpop(arguments[0])

    return word(word), generate


#: Every other nibble: masks every other count of a tally, which leaves a byte to each.
EVERY_OTHER = np.uint64(0x0F0F0F0F0F0F0F0F)

#: The highest bit of each byte.
BYTE_HIGH = np.uint64(0x8080808080808080)

#: The lowest bit of each byte: a product with it sums up all bytes in the highest one.
BYTE_LOW = np.uint64(0x0101010101010101)

#: The lowest bit of each nibble.
NIBBLE_LOW = np.uint64(0x1111111111111111)

#: Numbers of the words' own type: shifts, and 15, which masks one nibble.
ONE, TWO, FOUR, SEVEN, FIFTEEN, FIFTY_SIX = (np.uint64(n) for n in (1, 2, 4, 7, 15, 56))


@compiled
def to_words(codes):
    """Pack codes, shape (n, pegs), into nibble words, uint64 (n,)."""
    words = np.zeros(codes.shape[0], np.uint64)
    for p in range(codes.shape[1]):
        for i in range(codes.shape[0]):
            words[i] |= np.uint64(codes[i, p]) << np.uint64(4 * p)
    return words


@compiled
def from_words(words, pegs):
    """Unpack nibble words into codes, uint8 (n, pegs)."""
    codes = np.empty((words.shape[0], pegs), np.uint8)
    for i in range(words.shape[0]):
        for p in range(pegs):
            codes[i, p] = peg(words[i], p)
    return codes


@compiled
def from_word(word, pegs):
    """Unpack one nibble word into a code, uint8 (pegs,)."""
    code = np.empty(pegs, np.uint8)
    for p in range(pegs):
        code[p] = peg(np.uint64(word), p)
    return code


@compiled
def peg(code, index):
    """The color of one peg of a nibble word."""
    return np.int64((code >> np.uint64(4 * index)) & FIFTEEN)


@compiled
def set_peg(code, index, color):
    """The nibble word with another color at one peg."""
    shift = np.uint64(4 * index)
    return (code & ~(FIFTEEN << shift)) | (np.uint64(color) << shift)


@compiled
def tally(code, pegs):
    """Count the pegs of each color in a nibble word, four bits a color, uint64."""
    counts = np.uint64(0)
    for p in range(pegs):
        counts += ONE << (((code >> np.uint64(4 * p)) & FIFTEEN) << TWO)
    return counts


@compiled
def tallies(codes, pegs):
    """`tally` of every nibble word, uint64 (n,)."""
    counts = np.zeros(codes.shape[0], np.uint64)
    for p in range(pegs):
        shift = np.uint64(4 * p)
        for i in range(codes.shape[0]):
            counts[i] += ONE << (((codes[i] >> shift) & FIFTEEN) << TWO)
    return counts


@compiled
def equal_pegs(code, other, pegs):
    """At how many pegs two nibble words agree, uint64: the black pegs."""
    different = code ^ other
    different |= different >> TWO
    different |= different >> ONE
    return np.uint64(pegs) - popcount(
        different & (NIBBLE_LOW >> np.uint64(64 - 4 * pegs))
    )


@compiled
def lesser_bytes(first, second):
    """The lesser of each two bytes; all of them below 128."""
    not_less = ((first | BYTE_HIGH) - second) & BYTE_HIGH
    mask = not_less - (not_less >> SEVEN)  # seven ones where the first is not less
    return (second & mask) | (first & ~mask)
