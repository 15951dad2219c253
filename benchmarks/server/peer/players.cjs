// Play many matches with four players each, as fast as possible: node players.cjs PORT MATCHES SECONDS. After two seconds
// of warm-up, it counts answered moves and then prints the counts as JSON. When a match ends, a new one begins.

const crypto = require("crypto");
const { io } = require("socket.io-client");
const { legal } = require("./game.cjs");

const [port, matches, seconds] = process.argv.slice(2).map(Number);
const address = `http://127.0.0.1:${port}`;
const count = { moves: 0, updates: 0, received: 0, answered: [] };

// A match is created by the first request for it, and moves are sent only to players who are known to be connected. So the
// four players join one after the other before anyone plays.
async function begin() {
  const matchID = crypto.randomUUID();
  const players = ["0", "1", "2", "3"].map((playerID) => new Player(matchID, playerID, end));
  let ended = false;
  function end() {
    if (ended) return;
    ended = true;
    players.forEach(({ socket }) => socket.disconnect());
    begin();
  }
  for (const player of players) await player.join();
  for (const player of players) player.begin();
}

class Player {
  constructor(matchID, playerID, onEnd) {
    Object.assign(this, { matchID, playerID, onEnd, state: null, begun: false });
    this.sent = 0; // when the unanswered move was sent, or 0
  }

  async join() {
    const { matchID, playerID } = this;
    this.socket = io(`${address}/season`, { transports: ["websocket"], forceNew: true });
    this.socket.io.engine.on("packet", ({ data }) => (count.received += data?.length ?? 0));
    this.socket.on("connect", () => this.socket.emit("sync", matchID, playerID, undefined, 4));
    this.socket.on("sync", (_, { state }) => this.update(state));
    this.socket.on("update", (_, state) => {
      count.updates += 1;
      this.update(state);
    });
    await new Promise((joined) => this.socket.once("matchData", joined));
  }

  begin() {
    this.begun = true;
    this.choose();
  }

  update(state) {
    if (this.state && state._stateID <= this.state._stateID) return;
    this.state = state;
    if (this.sent) {
      count.moves += 1;
      count.answered.push(performance.now() - this.sent);
      this.sent = 0;
    }
    if (this.begun) this.choose();
  }

  choose() {
    const { matchID, playerID } = this;
    const { G, ctx, _stateID } = this.state;
    if (ctx.gameover) return this.onEnd();
    if (ctx.currentPlayer !== playerID || this.sent) return;
    const choices = legal(G.players[playerID].hand, G.led);
    const card = choices[Math.floor(Math.random() * choices.length)];
    this.sent = performance.now();
    const payload = { type: "play", args: [card.id], playerID };
    this.socket.emit("update", { type: "MAKE_MOVE", payload }, _stateID, matchID, playerID);
  }
}

async function main() {
  await Promise.all(Array.from({ length: matches }, begin));
  await new Promise((done) => setTimeout(done, 2000));
  console.log("begin");
  Object.assign(count, { moves: 0, updates: 0, received: 0, answered: [] });
  const began = performance.now();
  await new Promise((done) => setTimeout(done, 1000 * seconds));
  const took = (performance.now() - began) / 1000;
  // Writing to a pipe can take several steps: exit when everything is written.
  process.stdout.write(`${JSON.stringify({ ...count, seconds: took })}\n`, () => process.exit(0));
}

main();
