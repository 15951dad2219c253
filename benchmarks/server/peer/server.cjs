// Run boardgame.io's own server: node server.cjs PORT [FOLDER]. Matches are stored in the folder (FlatFile), or in memory.

const { FlatFile, Server } = require("boardgame.io/server");
const { Season } = require("./game.cjs");

const [port, folder] = process.argv.slice(2);
const server = Server({ games: [Season], ...(folder && { db: new FlatFile({ dir: folder }) }) });
server.run(Number(port));
