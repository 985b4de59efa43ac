// Prints what the playground would do with each game of a file, in each seat.
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

// The modules have the ending .js, so Node takes them for modules only beside such a package.json.
const folder = await mkdtemp(join(tmpdir(), "playground-"));
await cp(new URL("../../../../api/playground", import.meta.url), folder, { recursive: true });
await writeFile(join(folder, "package.json"), '{"type":"module"}');
const module = name => import(pathToFileURL(join(folder, name)));
const [{ parse }, { config, cues }] = [await module("record.js"), await module("script.js")];
await rm(folder, { recursive: true });

const presets = ["freeform", "turing", "reverse_turing", "mafia", "gameshow", "avalon"];
const plays = parse(await readFile(process.argv[2], "utf8")).flatMap(game => game.players.map(({ name: seat }) => ({
  config: config(game, seat, { strategy: "scheduler", options: {} }, { speed: 10, seed: 1 }, presets), cues: cues(game, seat, 10),
})));
console.log(JSON.stringify(plays));
