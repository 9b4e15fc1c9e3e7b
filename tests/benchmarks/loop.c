/* Scoring as a plain loop in C, the size of the board a constant: what a compiler makes of codes in columns. */

#include <stdint.h>

static void score(const uint8_t *restrict guess, const uint8_t *restrict limits, const long *restrict places,
                  const uint8_t *restrict columns, long n, uint8_t *restrict answers)
{
    for (long i = 0; i < n; i++) {
        uint8_t black = 0, both = 0;
        for (int p = 0; p < PEGS; p++) {
            uint8_t has = columns[places[p] * n + i];
            black += columns[p * n + i] == guess[p];
            both += has < limits[p] ? has : limits[p];
        }
        answers[i] = black * PEGS + both;
    }
}

/* Columns of n bytes: PEGS of colors, then for each color how many pegs have it, then zeros. Answers are coded. */
void answer(const uint8_t *guesses, long n_guesses, const uint8_t *columns, long n, uint8_t *answers)
{
    for (long g = 0; g < n_guesses; g++) {
        const uint8_t *guess = guesses + g * PEGS;
        uint8_t limits[PEGS] = {0};
        long places[PEGS];
        int colors = 0;
        for (int color = 0; color < COLORS; color++) {
            uint8_t pegs = 0;
            for (int p = 0; p < PEGS; p++)
                pegs += guess[p] == color;
            if (pegs) {
                limits[colors] = pegs;
                places[colors++] = PEGS + color;
            }
        }
        while (colors < PEGS)
            places[colors++] = PEGS + COLORS;
        score(guess, limits, places, columns, n, answers + g * n);
    }
}
