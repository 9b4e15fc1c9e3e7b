"""Check a strategy for Mastermind, with nothing but Python's standard library.

The file holds a strategy: a guess, or a guess with the strategy after each reply, as in
{AB:{10:{AC:{10:AA,01:CB,00:BB}},02:BA,01:{BC:{01:CA}},00:CC}}. Letters are colors, the
digits of a reply are blacks and whites. "All black" ends the game and is not written.
Where no guess has a color twice, the codes are those without repeats.
"""

import argparse
import re
import sys
import time
from collections import Counter, defaultdict
from functools import cache
from itertools import compress, permutations, product
from math import perm
from operator import eq, itemgetter
from pathlib import Path


def reply_to(guess, code):
    """Return blacks (right color, right peg), then whites (further colors shared)."""
    if guess == code:
        return ""  # "all black" is not written
    blacks = sum(map(eq, guess, code))
    shared = sum(min(guess.count(color), code.count(color)) for color in set(guess))
    return sys.intern(f"{blacks}{shared - blacks}")


def take(tokens, wanted):
    """Return the next token, which must match the pattern."""
    token = tokens.pop()
    if not re.fullmatch(wanted, token[0]):
        sys.exit(f"malformed at character {token.start() + 1}: {token[0] or 'the end'}")
    return token[0]


def play(tokens, codes, path, taken):
    """Play the strategy that comes next with these codes: all that come to it."""
    word = f"[A-Z]{{{len(codes[0])}}}"
    head = take(tokens, rf"{word}|\{{\s*{word}\s*:\s*\{{")
    guess = re.sub("[^A-Z]", "", head)
    where = " ".join([*path, guess])
    # A code follows its own replies. So it goes one way, and is counted where found.
    classes = defaultdict(list)
    for code in codes:
        classes[reply_to(guess, code)].append(code)
    taken[len(path) + 1] += len(classes.pop("", []))
    mark = "," if ":" in head else "}}"
    while mark == ",":
        reply = take(tokens, r"[0-9]{2}\s*:")[:2]
        if reply not in classes:
            sys.exit(f"no code comes to the branch {where}:{reply}")
        play(tokens, classes.pop(reply), [*path, f"{guess}:{reply}"], taken)
        mark = take(tokens, r",|\}\s*\}")
    for reply, lost in classes.items():
        sys.exit(f"{lost[0]} is not found: there is no branch {where}:{reply}")


@cache
def floor(count, most, positions=1):
    """Return a total of guesses that so many codes cannot go below."""
    if count <= positions:
        return count
    # Each code takes a guess now. It finds one code a position at best, and each
    # position leaves `most` new ones at most. Room for more codes early is never worse.
    return count + floor(count - positions, most, positions * most)


def moved(guess, order, names):
    """Return the guess with its pegs in another order and its colors renamed."""
    return "".join([guess[peg] for peg in order]).translate(names)


def least(position, budget, symmetries, replies, known):
    """Return the least total for codes (by place), or a floor not below the budget."""
    if len(position) < 3:
        return 2 * len(position) - 1  # one guess for a code, two for another one
    proven, exact = known.get(position, (0, False))
    if exact or proven >= budget:
        return proven
    # The symmetries leave all guesses so far as they are, and so the position, too.
    # Guesses that they exchange do equally well, so the first of them is enough.
    tried = [g for g in replies if all(g <= moved(g, *s) for s in symmetries)]
    answers = itemgetter(*position)  # and of guesses with the same answers, any one
    splits = {answers(replies[guess]): guess for guess in tried}
    classes = {split: Counter(filter(None, split)) for split in splits}
    # A guess makes no more classes of a part than of the whole: so this holds below.
    most = max(map(len, classes.values()))
    rests = {s: sum(floor(n, most) for n in classes[s].values()) for s in splits}
    hopeful = [split for split in splits if len(position) + rests[split] < budget]
    best = budget
    for split in sorted(hopeful, key=rests.get):
        # The guess counts once for each code. The parts' floors rise as these are
        # searched, and once the sum is not below `best`, the guess is refuted.
        total = len(position) + rests[split]
        kept = [s for s in symmetries if moved(splits[split], *s) == splits[split]]
        for reply, count in reversed(classes[split].most_common()):
            if total < best:
                part = tuple(compress(position, [r == reply for r in split]))
                low = floor(count, most)
                total += least(part, best - total + low, kept, replies, known) - low
        best = min(best, total)
    # Below the budget, `best` was reached. If not, every guess was refuted at it.
    known[position] = best, best < budget
    return best


def prove(codes, colors, total):
    """Prove that no strategy for all these codes has a lower total."""
    names = [str.maketrans(colors, "".join(new)) for new in permutations(colors)]
    symmetries = list(product(permutations(range(len(codes[0]))), names))
    replies = {guess: [reply_to(guess, code) for code in codes] for guess in codes}
    known = {}
    lowest = least(tuple(range(len(codes))), total, symmetries, replies, known)
    if lowest < total:
        sys.exit(f"the total is {total}, and the least is {lowest}")
    print(f"proved least: {len(known)} positions in {time.process_time():.1f} s")


def main():
    """Check the file that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--total", type=int, help="fail if the total is another one")
    parser.add_argument("--bound", action="store_true", help="prove that none is lower")
    asked = parser.parse_args()
    text = asked.file.read_text(encoding="utf-8", errors="replace")
    guesses = re.findall("[A-Z]+", text) or sys.exit("there is no guess")
    colors = "".join(map(chr, range(ord("A"), ord(max(map(max, guesses))) + 1)))
    repeats = any(len(set(guess)) < len(guess) for guess in guesses)
    pegs = len(guesses[0])
    if (len(colors) ** pegs if repeats else perm(len(colors), pegs)) > len(text):
        sys.exit("not all codes are found: there are too few guesses")
    every = product(colors, repeat=pegs) if repeats else permutations(colors, pegs)
    codes = ["".join(code) for code in every]
    pattern = r"\{\s*[A-Z]+\s*:\s*\{|\}\s*\}|[A-Z]+|[0-9]+\s*:|\S|\Z"
    tokens = list(re.finditer(pattern, text))[::-1]
    taken = Counter()
    play(tokens, codes, [], taken)  # counts one guess first, then two, and so on
    take(tokens, "")
    total = sum(turn * number for turn, number in taken.items())
    which = "codes" if repeats else "codes without repeats"
    print(f"{pegs} pegs, {len(colors)} colors, {len(codes)} {which}")
    print(f"total {total}, mean {total / len(codes):.4f}, by turn:", *taken.values())
    if asked.total not in (None, total):
        sys.exit(f"the total is {total}, not {asked.total}")
    if asked.bound:
        prove(codes, colors, total)


if __name__ == "__main__":
    try:
        main()
    except (KeyboardInterrupt, OSError, RecursionError) as error:
        sys.exit(str(error) or 1)
