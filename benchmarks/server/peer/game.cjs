// A trick-taking game similar to ours, written as boardgame.io's guide recommends: four players, 32 cards of four seasons.
// Players must follow the led season, and the season after it is trump. Hands are hidden from the other players.

const { INVALID_MOVE } = require("boardgame.io/core");

const SEASONS = ["spring", "summer", "fall", "winter"];
const CARDS = SEASONS.flatMap((season) => [1, 2, 3, 4, 5, 6, 7, 8].map((value) => ({ id: `${season}-${value}`, season, value })));

function strength(card, led) {
  const trump = SEASONS[(SEASONS.indexOf(led) + 1) % 4];
  return card.season === trump ? 100 + card.value : card.season === led ? card.value : 0;
}

const legal = (hand, led) => {
  const following = hand.filter((card) => card.season === led);
  return led && following.length ? following : hand;
};

const play = ({ G, ctx, events, playerID }, id) => {
  const { hand } = G.players[playerID];
  const card = legal(hand, G.led).find((each) => each.id === id);
  if (!card) return INVALID_MOVE;
  G.players[playerID].hand = hand.filter((each) => each.id !== id);
  G.led = G.led || card.season;
  G.trick[playerID] = card;
  G.log.push(`player ${playerID} plays ${id}`);
  if (Object.keys(G.trick).length < ctx.numPlayers) return events.endTurn();
  const winner = Object.keys(G.trick).reduce((best, other) =>
    strength(G.trick[other], G.led) > strength(G.trick[best], G.led) ? other : best,
  );
  G.players[winner].won.push(...Object.values(G.trick));
  G.players[winner].points += 1;
  G.log.push(`player ${winner} wins the trick`);
  G.trick = {};
  G.led = null;
  return events.endTurn({ next: winner });
};

const Season = {
  name: "season",
  setup: ({ ctx, random }) => {
    const deck = random.Shuffle(CARDS);
    const players = {};
    for (let seat = 0; seat < ctx.numPlayers; seat++) {
      players[seat] = { hand: deck.slice(seat * 8, seat * 8 + 8), won: [], points: 0 };
    }
    return { players, trick: {}, led: null, log: [] };
  },
  moves: { play: { move: play, client: false } },
  turn: { order: { first: () => 0, next: ({ ctx }) => (ctx.playOrderPos + 1) % ctx.numPlayers } },
  endIf: ({ G }) => Object.values(G.players).every(({ hand }) => !hand.length) || undefined,
  playerView: ({ G, playerID }) => ({
    ...G,
    players: Object.fromEntries(
      Object.entries(G.players).map(([seat, player]) => [
        seat,
        seat === playerID ? player : { ...player, hand: player.hand.length },
      ]),
    ),
  }),
};

module.exports = { Season, legal };
