/* Random playouts of Ameno Kirifuda in hand-written C, as an upper bound for the speed of the rules in Python.
 *
 * It plays the same games as chabudai.kernel.playout, from the same random numbers, and does nothing else: it keeps no
 * shown voids and makes no events. Clauses (AK-n) are in docs/rules/ameno_kirifuda.md. */

#include <stdint.h>

typedef uint32_t u32;
typedef uint64_t u64;

enum { HAND_SIZE = 8, ROUNDS = 2, ANY = 255, OMEGUMI_COUNT = 16, STONES = 7 };
enum { DRAFT = 0, DISCARD = 16, DONE = 32, PLAY = 33, PLACE = 65, PUSH = 81, TO = 97, RETURN = 113 };

typedef struct {
    u32 a, b, c, n;
} Rng;

typedef struct {
    int players, tricks;
    const uint8_t *needs, *points;
} SetupData;

/* Bit sets: the cards in hand, the spaces with the player's stones, the Omegumi cards held, and those scored. Then the
 * number of stones in hand, and of those still in the supply. */
typedef struct {
    u32 hand, board, omegumi, scored;
    int stones, supply;
} Player;

typedef struct {
    const SetupData *setup;
    Rng *rng;
    Player seats[4];
    u32 free, face_up, unturned; /* free spaces of the board; Omegumi cards face up, and those not turned up yet */
    int leader;
    u64 decisions;
    u32 hash;
} Game;

static u32 word(Rng *r) {
    u32 t = r->a + r->b + r->n++;
    r->a = r->b ^ (r->b >> 9);
    r->b = r->c + (r->c << 3);
    r->c = ((r->c << 21) | (r->c >> 11)) + t;
    return t;
}

static u32 below(Rng *r, u32 n) {
    if (n <= 1) return 0;
    u64 product = (u64)word(r) * n;
    if ((u32)product < n) { /* draw again where some numbers would be more likely than others */
        u32 uneven = -n % n;
        while ((u32)product < uneven) product = (u64)word(r) * n;
    }
    return product >> 32;
}

static int member(Rng *r, u32 mask) {
    u32 n = below(r, __builtin_popcount(mask));
    while (n--) mask &= mask - 1;
    return __builtin_ctz(mask);
}

static u32 row(int season) { return 0xFu << season * 4; }

static void add_to_hash(Game *g, u32 number) { g->hash = (g->hash ^ number) * 16777619u; }

static int choose(Game *g, int phase, u32 choices) {
    int choice = member(g->rng, choices);
    g->decisions++;
    add_to_hash(g, phase + choice);
    return choice;
}

static void deal(Game *g) {
    int players = g->setup->players;
    for (int i = 0; i < 2 * players; i++) {
        u32 omegumi = 1u << member(g->rng, g->unturned);
        g->unturned ^= omegumi;
        g->face_up |= omegumi;
    }
    u32 undealt = players == 3 ? 0x3F3F3F3Fu : 0xFFFFFFFFu;
    for (int seat = 0; seat < players; seat++) {
        u32 before = undealt;
        for (int i = 0; i < HAND_SIZE; i++) undealt ^= 1u << member(g->rng, undealt);
        g->seats[seat].hand = before ^ undealt;
        if (g->seats[seat].hand & 1) g->leader = seat; /* AK-10 */
    }
}

static void draft(Game *g) { /* AK-11 */
    int players = g->setup->players;
    for (int i = 0; i < 2 * players; i++) {
        int step = i < players ? i : 2 * players - 1 - i;
        u32 omegumi = 1u << choose(g, DRAFT, g->face_up);
        g->face_up ^= omegumi;
        g->seats[(g->leader + 1 + step) % players].omegumi |= omegumi;
    }
}

static void discard(Game *g) { /* AK-12 */
    for (int i = 0; i < g->setup->players; i++) {
        Player *p = &g->seats[(g->leader + i) % g->setup->players];
        while (p->omegumi && p->supply) {
            int omegumi = choose(g, DISCARD, p->omegumi | 1u << (DONE - DISCARD));
            if (omegumi == DONE - DISCARD) break;
            p->omegumi &= ~(1u << omegumi);
            p->scored &= ~(1u << omegumi);
            p->supply--;
            p->stones++;
        }
    }
}

static int overflow(const Game *g, int season) { /* AK-23 */
    do season = (season + 1) & 3;
    while (!(g->free & row(season)));
    return season;
}

static void take_trick(Game *g, Player *p, int season) {
    if (p->stones == 0) { /* AK-24 */
        for (int i = 0; i < 3; i++) {
            u32 space = 1u << choose(g, RETURN, p->board);
            p->board ^= space;
            p->stones++;
            g->free |= space;
        }
        return;
    }
    u32 space;
    if (g->free & row(season)) {
        space = 1u << choose(g, PLACE, g->free & row(season));
        g->free ^= space;
    } else { /* AK-23 */
        space = 1u << choose(g, PUSH, row(season));
        u32 to = 1u << choose(g, TO, g->free & row(overflow(g, season)));
        for (int i = 0; i < g->setup->players; i++)
            if (g->seats[i].board & space) g->seats[i].board ^= space | to;
        g->free ^= to;
    }
    p->board |= space;
    p->stones--;
}

static void trick(Game *g) {
    int players = g->setup->players, seat = g->leader, winner = seat, led = -1, best = -1;
    for (int i = 0; i < players; i++) {
        Player *p = &g->seats[seat];
        u32 following = led < 0 ? 0 : p->hand & 0xFFu << led * 8; /* AK-20 */
        int card = choose(g, PLAY, following ? following : p->hand);
        int season = card >> 3;
        p->hand ^= 1u << card;
        if (led < 0) led = season;
        if (best < 0 || (season == best >> 3 ? card > best : season == ((led + 1) & 3))) { /* AK-21 */
            best = card;
            winner = seat;
        }
        seat = seat + 1 == players ? 0 : seat + 1;
    }
    g->leader = winner;
    take_trick(g, &g->seats[winner], best >> 3);
}

static void score_omegumi(Game *g, Player *p) { /* AK-30 */
    for (u32 left = p->omegumi; left; left &= left - 1) {
        int omegumi = __builtin_ctz(left), holds = 1;
        for (int season = 0; season < 4; season++) {
            int need = g->setup->needs[omegumi * 4 + season];
            holds &= need == ANY || need == __builtin_popcount(p->board & row(season));
        }
        p->scored |= (u32)holds << omegumi;
    }
}

static int line_length(u32 board, int step, u32 can_extend) {
    int length = 0;
    for (u32 ends = board; ends; ends = ((ends & can_extend) << step) & board) length++;
    return length;
}

static u32 score(const Game *g, const Player *p) { /* AK-32 */
    u32 board = p->board;
    int lines[] = {line_length(board, 1, 0x7777), line_length(board, 4, 0xFFFF), line_length(board, 5, 0x7777),
                   line_length(board, 3, 0xEEEE)};
    int longest = 0, points = 0;
    for (int i = 0; i < 4; i++) longest = lines[i] > longest ? lines[i] : longest;
    for (u32 left = p->scored; left; left &= left - 1) points += g->setup->points[__builtin_ctz(left)];
    return __builtin_popcount(p->board) * longest + points;
}

/* Play this many games. Return the number of decisions, and write a checksum of all actions and scores to *checksum. */
u64 playouts(const SetupData *setup, Rng *rng, u64 games, u32 *checksum) {
    u64 decisions = 0;
    u32 hash = 2166136261u;
    int stones = setup->players == 3 ? 4 : 3;
    for (u64 i = 0; i < games; i++) {
        Game g = {.setup = setup, .rng = rng, .free = 0xFFFF, .unturned = (1u << OMEGUMI_COUNT) - 1, .hash = hash};
        for (int seat = 0; seat < setup->players; seat++)
            g.seats[seat] = (Player){.stones = stones, .supply = STONES - stones};
        for (int round = 0; round < ROUNDS; round++) {
            deal(&g);
            draft(&g);
            discard(&g);
            for (int t = 0; t < setup->tricks; t++) trick(&g);
            for (int seat = 0; seat < setup->players; seat++) score_omegumi(&g, &g.seats[seat]);
        }
        for (int seat = 0; seat < setup->players; seat++) add_to_hash(&g, score(&g, &g.seats[seat]));
        decisions += g.decisions;
        hash = g.hash;
    }
    *checksum = hash;
    return decisions;
}
