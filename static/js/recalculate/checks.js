/* Compares a list with its verification package: the same checks as verify.py of the package, in the same order.
   A problem is a short line without words, "player name: column found ≠ expected". */
"use strict";

const Checks = (() => {
  const SYSTEMS = { frbe: Frbe, fqe: Fqe, ffg: Ffg, fics: Fics };
  const SHOWN_AT_MOST = 20;
  const MINUTES_A_DAY = 1440;
  const POINT = 10000;
  const HALF_POINTS = { 1: 2, "=": 1, 0: 0 };

  class Problems {
    constructor() {
      this.count = 0;
      this.lines = [];
    }

    add(line) {
      this.count += 1;
      if (this.lines.length < SHOWN_AT_MOST) this.lines.push(line);
    }

    compare(what, found, expected, tolerance = 0) {
      if (!same(found, expected, tolerance)) this.add(`${what} ${found} ≠ ${expected}`);
    }
  }

  /* Run all checks on the bytes of a package. ``report`` is called with each check that is done. */
  async function run(buffer, report) {
    const bundle = Bundle.read(await Bundle.unzip(buffer));
    const steps = [
      ["files", wrongFiles], ["digests", wrongDigests], ["counts", wrongCounts], ["games", rowDigests("games")],
      ["list", rowDigests("list")], ["previous", rowDigests("previous")], ["entries", rowDigests("entries")],
      ["standings", wrongStandings], ["reasons", wrongReasons], ["calculation", calculate], ["lines", wrongLines],
      ["changes", wrongEntries], ["sums", wrongSums], ["ranks", wrongRanks],
    ];
    let wrong = 0;
    for (const [place, [code, look]] of steps.entries()) {
      const problems = new Problems();
      const leftOpen = (await look(bundle, problems)) === "open";
      wrong += problems.count ? 1 : 0;
      const progress = Math.round((100 * (place + 1)) / steps.length);
      report({ code, progress, count: problems.count, lines: problems.lines, leftOpen });
    }
    const { pool, date } = bundle.facts.manifest;
    return { wrong, digest: bundle.facts.digest, pool, date, players: bundle.list.length, games: bundle.counted.length };
  }

  function same(found, expected, tolerance) {
    if (Number.isNaN(found) || Number.isNaN(expected)) return Number.isNaN(found) && Number.isNaN(expected);
    return found === expected || (tolerance > 0 && Math.abs(found - expected) <= tolerance);
  }

  function who(bundle, player) {
    return `${player} ${bundle.names.get(player) || ""}`.trim();
  }

  /* The SHA-256 of each file. */
  async function wrongFiles({ files, facts }, problems) {
    for (const [name, expected] of Object.entries(facts.files)) {
      const found = files.has(name) ? await Digests.ofBytes(files.get(name)) : "–";
      problems.compare(`${name}:`, found, expected);
    }
  }

  /* The digests of the list, of the previous list, and of the rules. */
  async function wrongDigests({ facts, rules, texts }, problems) {
    const { manifest, previous } = facts;
    problems.compare("manifest.json:", await Digests.ofJson(texts.manifest, "manifest"), facts.digest);
    if (previous || manifest.previous) {
      const found = previous ? await Digests.ofJson(texts.manifest, "previous") : null;
      problems.compare("previous:", found, manifest.previous ? manifest.previous.digest : null);
    }
    if (manifest.codes) problems.compare("codes:", JSON.stringify(facts.codes), JSON.stringify(manifest.codes));
    problems.compare("rules.json:", await Digests.ofJson(texts.rules, "values"), manifest.rules.digest);
    problems.compare("rules.json:", rules.system, manifest.system);
    for (const [name, value] of Object.entries(manifest.rules)) {
      problems.compare(`rules.json, ${name}:`, JSON.stringify(rules[name]), JSON.stringify(value));
    }
  }

  /* So that nobody and nothing is left out. */
  function wrongCounts(bundle, problems) {
    const { manifest, previous } = bundle.facts;
    problems.compare("list.csv:", bundle.list.length, manifest.ratings.count);
    problems.compare("entries.csv:", bundle.entries.length, manifest.ledger.count);
    problems.compare("previous.csv:", bundle.previous.length, previous ? previous.ratings.count : 0);
    problems.compare("games.csv:", bundle.counted.length, manifest.games.count);
    problems.compare("games.csv:", bundle.games.length - bundle.counted.length, manifest.games.not_counted);
  }

  /* The digest of a table. With a pseudonym in it, nobody can make it: it is left open. */
  function rowDigests(name) {
    return async ({ facts, [name]: rows }, problems) => {
      const { manifest, previous, codes } = facts;
      const parts = { games: manifest.games, list: manifest.ratings, previous: previous?.ratings, entries: manifest.ledger };
      if (!parts[name]) return "";
      const seats = ["player", "opponent", ...Bundle.SEATS].filter((seat) => rows.length && seat in rows[0]);
      if (rows.some((row) => seats.some((seat) => row[seat][0] === "p"))) return "open"; // of a pseudonym
      const found = await (name === "games" ? Digests.ofGames : Digests.ofLines)(
        rows, codes, name === "previous" ? previous : manifest,
      );
      problems.compare(`${name}.csv:`, found, parts[name].digest);
      return "";
    };
  }

  /* Everybody begins where the previous list left them; merged records go on together. */
  function wrongStandings(bundle, problems) {
    const records = new Map();
    for (const row of bundle.previous) {
      if (records.has(row.now)) records.get(row.now).push(row);
      else records.set(row.now, [row]);
    }
    const levels = entryLevels(bundle.counted);
    const exactly = { ...bundle, tolerances: {} };
    for (const row of bundle.players) {
      const expected = { ...standing(records.get(row.player) || []), entry_level: levels.get(row.player) || 0 };
      differing(exactly, row, expected, problems);
      records.delete(row.player);
    }
    for (const player of records.keys()) problems.add(`players.csv: – ≠ ${player}`);
  }

  /* What somebody brings along: of several records the rating of the one with most games holds. */
  function standing(records) {
    const names = ["rating", "games", "opponents_sum", "half_points", "last_day", "last_minute"];
    if (!records.length) return { ...Object.fromEntries(names.map((name) => [name, 0])), deviation: NaN, known: 0 };
    const clocks = records.map((row) => ({ ...row, last_minute: row.last_minute || MINUTES_A_DAY * row.last_day }));
    const [first, ...others] = clocks.sort((a, b) => b.games - a.games);
    const found = Object.fromEntries(names.map((name) => [name, first[name]]));
    const addsSums = first.status === "unrated" || first.status === "provisional";
    for (const other of others) {
      found.games += other.games;
      for (const name of ["last_day", "last_minute"]) found[name] = Math.max(found[name], other[name]);
      for (const name of addsSums ? ["opponents_sum", "half_points"] : []) found[name] += other[name];
    }
    return { ...found, deviation: first.deviation, known: first.status === "unrated" ? 0 : 1 };
  }

  /* Go: the level of registration, from the first game in whose tournament it is told. */
  function entryLevels(games) {
    const levels = new Map();
    for (const game of games) {
      for (const side of ["white", "black"]) {
        const level = game[`${side}_entry`];
        if (game[side] && level && !levels.has(game[side])) levels.set(game[side], level);
      }
    }
    return levels;
  }

  /* The reasons that follow from the game itself; that a player was irregular is a decision. */
  function wrongReasons(bundle, problems) {
    for (const game of bundle.games) {
      const expected = reasonOf(game);
      if (game.reason !== "irregular") problems.compare(`${game.game}:`, game.reason || "–", expected || "–");
    }
  }

  function reasonOf(game) {
    const letters = [game.white_letter, game.black_letter];
    if (letters.some((letter) => letter === "+" || letter === "-")) return "forfeit";
    if (letters.includes("*")) return "pending";
    if (letters.some((letter) => "WDL".includes(letter) && letter)) return "unrated_game";
    const points = letters.map((letter) => HALF_POINTS[letter]);
    if (points.includes(undefined) || points[0] + points[1] !== 2) return "result";
    const members = Bundle.SEATS.map((seat) => game[seat]).filter(Boolean);
    const isKnown = (game.white || game.white_given) && (game.black || game.black_given);
    return isKnown && new Set(members).size === members.length ? "" : "unknown_player";
  }

  /* The list once more, by the rules. */
  function calculate(bundle) {
    const games = bundle.counted.map((game) => ({
      ...game, white_half_points: HALF_POINTS[game.white_letter], minute: MINUTES_A_DAY * game.day + game.minute,
    }));
    const end = Bundle.ordinal(bundle.facts.manifest.date);
    bundle.again = SYSTEMS[bundle.rules.system].recompute(bundle.players, games, bundle.rules.values, end);
    bundle.tolerances = SYSTEMS[bundle.rules.system].TOLERANCES;
  }

  /* list.csv against the lines calculated. In it is who has a rating or a game, now or before. */
  function wrongLines(bundle, problems) {
    const published = new Map(bundle.list.map((row) => [row.player, row]));
    for (const player of bundle.players) {
      const line = {
        opponents_sum: player.opponents_sum, half_points: player.half_points, deviation: player.deviation,
        previous_rating: player.rating, previous_games: player.games,
        was_rated: (player.known ?? player.rating) ? 1 : 0, ...bundle.again.lines.get(player.player),
      };
      const belongs = line.games > 0 || line.status !== "unrated" || line.was_rated > 0;
      const row = published.get(player.player);
      published.delete(player.player);
      if (belongs && row) differing(bundle, row, line, problems);
      else if (belongs || row) problems.add(`list.csv: ${row ? player.player : "–"} ≠ ${belongs ? player.player : "–"}`);
    }
    for (const player of published.keys()) problems.add(`list.csv: ${player} ≠ –`);
  }

  function differing(bundle, row, expected, problems) {
    for (const name in expected) {
      if (!(name in row) || same(row[name], expected[name], bundle.tolerances[name] || 0)) continue;
      const game = row.game ? `, ${row.game}` : "";
      problems.add(`${who(bundle, row.player)}${game}: ${name} ${row[name]} ≠ ${expected[name]}`);
    }
  }

  /* entries.csv against the entries calculated, and those of games that could not count. */
  function wrongEntries(bundle, problems) {
    const key = (entry) => `${entry.player}/${entry.game}/${entry.kind}`;
    const expected = new Map(bundle.again.entries.filter((entry) => entry.player).map((entry) => [key(entry), entry]));
    for (const game of bundle.games.filter((each) => each.reason)) {
      for (const seat of Bundle.SEATS.filter((each) => game[each])) {
        const entry = { player: game[seat], game: game.game, kind: "not_counted", reason: game.reason, change: 0 };
        expected.set(key(entry), entry);
      }
    }
    for (const row of bundle.entries.filter((each) => each.game)) {
      const entry = expected.get(key(row));
      expected.delete(key(row));
      if (entry) differing(bundle, row, entry, problems);
      else problems.add(`entries.csv: ${key(row)} ≠ –`);
    }
    for (const name of expected.keys()) problems.add(`entries.csv: – ≠ ${name}`);
  }

  /* Games and special rules together, exactly. */
  function wrongSums(bundle, problems) {
    const sums = new Map();
    for (const entry of bundle.entries) sums.set(entry.player, (sums.get(entry.player) || 0) + entry.change);
    for (const row of bundle.list) {
      problems.compare(`${who(bundle, row.player)}:`, sums.get(row.player) || 0, POINT * (row.rating - row.previous_rating));
      sums.delete(row.player);
    }
    for (const [player, sum] of sums) problems.compare(`${who(bundle, player)}:`, sum, 0);
  }

  /* Ranked are the affiliated with an established or a FIDE rating: best first, then by games. */
  function wrongRanks(bundle, problems) {
    const ranked = bundle.list.filter((row) => row.affiliated && ["established", "foreign"].includes(row.status));
    ranked.sort((a, b) => b.rating - a.rating || b.games - a.games || a.rank - b.rank);
    const places = new Map(ranked.map((row, place) => [row.player, place + 1]));
    for (const row of bundle.list) problems.compare(`${who(bundle, row.player)}:`, row.rank, places.get(row.player) || 0);
  }

  return { run };
})();
