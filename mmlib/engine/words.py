"""Codes packed into machine words, in two ways, and the conversions between them and arrays of colors.

*Bit words* serve whole lists of codes. The position words hold one bit for each (color, position), the count words for
each color as many ones as the code has pegs of it: ``popcount(a & b)`` is black on the first, black + white on the
second. Their shape is ``(words, n)``, so that the inner loop runs over codes and vectorizes.

*Nibble words* serve a population: one uint64 a code, four bits a peg, the first peg lowest. A code's *tally* holds, in
four bits a color, how many pegs it has of it.
"""

import numpy as np
from numba.extending import intrinsic

from mmlib.engine.compiled import compiled

WORD_BITS = 64


@intrinsic
def popcount(typing_context, word):
    """Count the ones of an unsigned integer with the machine's own instruction."""

    def generate(context, builder, signature, arguments):
        return builder.ctpop(arguments[0])

    return word(word), generate


@compiled
def pack(codes, colors):
    """Pack codes, shape (n, pegs), into position words and count words, uint64 of shape (words, n)."""
    n, pegs = codes.shape
    words = (pegs * colors + WORD_BITS - 1) // WORD_BITS
    positions = np.zeros((words, n), np.uint64)
    counts = np.zeros((words, n), np.uint64)
    seen = np.empty(colors, np.int64)
    for i in range(n):
        seen[:] = 0
        for p in range(pegs):
            first = np.int64(codes[i, p]) * pegs
            bit = first + p
            positions[bit // WORD_BITS, i] |= np.uint64(1) << np.uint64(bit % WORD_BITS)
            bit = first + seen[codes[i, p]]
            counts[bit // WORD_BITS, i] |= np.uint64(1) << np.uint64(bit % WORD_BITS)
            seen[codes[i, p]] += 1
    return positions, counts


@compiled
def pack_presence(codes, colors):
    """Pack codes into words with all the positions set of every color that occurs in the code, uint64 (words, n)."""
    n, pegs = codes.shape
    words = (pegs * colors + WORD_BITS - 1) // WORD_BITS
    presence = np.zeros((words, n), np.uint64)
    for i in range(n):
        for p in range(pegs):
            for bit in range(np.int64(codes[i, p]) * pegs, (np.int64(codes[i, p]) + 1) * pegs):
                presence[bit // WORD_BITS, i] |= np.uint64(1) << np.uint64(bit % WORD_BITS)
    return presence


EVERY_OTHER = np.uint64(0x0F0F0F0F0F0F0F0F)
BYTE_HIGH, BYTE_LOW = np.uint64(0x8080808080808080), np.uint64(0x0101010101010101)
NIBBLE_LOW = np.uint64(0x1111111111111111)
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
def bits_of_words(nibble_words, pegs, colors):
    """Pack nibble words into bit words, as `pack` packs codes."""
    words = (pegs * colors + WORD_BITS - 1) // WORD_BITS
    positions = np.zeros((words, nibble_words.shape[0]), np.uint64)
    counts = np.zeros((words, nibble_words.shape[0]), np.uint64)
    for i in range(nibble_words.shape[0]):
        seen = np.uint64(0)
        for p in range(pegs):
            color = peg(nibble_words[i], p)
            bit = color * pegs + p
            positions[bit // WORD_BITS, i] |= ONE << np.uint64(bit % WORD_BITS)
            bit = color * pegs + peg(seen, color)
            counts[bit // WORD_BITS, i] |= ONE << np.uint64(bit % WORD_BITS)
            seen += ONE << np.uint64(4 * color)
    return positions, counts


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
    """How many pegs of each color a nibble word has, again four bits a color, uint64."""
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
def lesser_bytes(first, second):
    """The lesser of each two bytes; all of them below 128."""
    not_less = ((first | BYTE_HIGH) - second) & BYTE_HIGH
    mask = not_less - (not_less >> SEVEN)  # seven ones where the first is not less
    return (second & mask) | (first & ~mask)
