/* The digests of a list: SHA-256 of the one form of its numbers on which everybody agrees. */
"use strict";

const Digests = (() => {
  const NOT_IN_DIGESTS = new Set(["now", "game"]);
  const GAME_COLUMNS = [
    "day", "round", "board", "white", "black", "white_given", "black_given", "white_letter", "black_letter",
    "handicap", "board_size", "tempo", "reason", "white_guest", "black_guest", "minute", "white_partner", "black_partner",
  ];
  const OF_TOURNAMENTS = ["rounds", "participants"]; // where tournaments are rated as a whole
  // The first version of the site wrote digests of lines of text: of these columns, and without these others.
  const TEXT_OF_GAMES = ["white_letter", "black_letter", "handicap", "board_size", "tempo", "reason"];
  const NOT_IN_TEXT = new Set([...NOT_IN_DIGESTS, "was_rated", "last_minute"]);
  const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

  async function sha256(bytes) {
    return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  }

  function hex(bytes) {
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  async function ofBytes(bytes) {
    return hex(await sha256(bytes));
  }

  /* Return the digest of a part of a JSON text, named by its keys: keys are sorted already, blanks do not count.
     Numbers stay as they are written, because 1.0 and 1 are not the same text. */
  async function ofJson(text, ...keys) {
    return ofBytes(new TextEncoder().encode(part(text.match(TOKENS), keys)));
  }

  function part(tokens, keys) {
    let start = 0;
    for (const key of keys) start = valueOf(tokens, start, JSON.stringify(key));
    return tokens.slice(start, after(tokens, start)).join("");
  }

  /* Return the place of the value of a key in the object that begins at a place. */
  function valueOf(tokens, start, key) {
    let place = start + 1;
    while (tokens[place] !== "}") {
      if (tokens[place] === key) return place + 2;
      place = after(tokens, place + 2);
      if (tokens[place] === ",") place += 1;
    }
    throw new Bundle.Unreadable(`${key} is missing`);
  }

  /* Return the place behind the value that begins at a place. */
  function after(tokens, place) {
    let depth = 0;
    do {
      if (tokens[place] === "{" || tokens[place] === "[") depth += 1;
      if (tokens[place] === "}" || tokens[place] === "]") depth -= 1;
      place += 1;
    } while (depth);
    return place;
  }

  /* Return the digest of the games: that of the digests of their tournaments, of numbers of four bytes, in form 2
     of eight, the lowest first. */
  async function ofGames(rows, codes, manifest) {
    if (!("facts" in manifest)) return ofText(rows.map((row) => `${row.tournament} ${textOfGame(row, codes)}`));
    const size = manifest.games.form === 2 ? 8 : 4;
    const tournaments = new Map();
    for (const row of rows) {
      if (!tournaments.has(row.tournament)) tournaments.set(row.tournament, []);
      tournaments.get(row.tournament).push(row);
    }
    const columns = GAME_COLUMNS.concat(OF_TOURNAMENTS.filter((name) => rows.length && name in rows[0]));
    const coders = columns.map((name) => coderOf(codes, name));
    const digests = [];
    for (const number of [...tournaments.keys()].sort((a, b) => a - b)) {
      const games = tournaments.get(number);
      const view = new DataView(new ArrayBuffer(size * columns.length * games.length));
      let place = 0;
      for (const game of games) {
        for (let column = 0; column < columns.length; column += 1) {
          const number = coders[column](gameValue(game, columns[column]));
          if (size === 8) setLong(view, place, number);
          else view.setInt32(place, number, true);
          place += size;
        }
      }
      digests.push(await sha256(view.buffer));
    }
    const all = new Uint8Array(32 * digests.length);
    digests.forEach((digest, place) => all.set(digest, 32 * place));
    return ofBytes(all);
  }

  function gameValue(game, name) {
    if (name === "white_given") return game.white_given || game.white_entry;
    if (name === "black_given") return game.black_given || game.black_entry;
    return game[name] ?? 0;
  }

  /* Return the digest of the lines of a list or a ledger: numbers of eight bytes, the lowest first. */
  async function ofLines(rows, codes, manifest) {
    if (!("facts" in manifest)) return ofText(rows.map((row) => textOfLine(row, codes)));
    const columns = rows.length ? Object.keys(rows[0]).filter((name) => !NOT_IN_DIGESTS.has(name)) : [];
    const coders = columns.map((name) => coderOf(codes, name));
    const view = new DataView(new ArrayBuffer(8 * columns.length * rows.length));
    let place = 0;
    for (const row of rows) {
      for (let column = 0; column < columns.length; column += 1) {
        const number = coders[column](row[columns[column]]);
        setLong(view, place, number);
        place += 8;
      }
    }
    return ofBytes(view.buffer);
  }

  function setLong(view, place, number) {
    view.setUint32(place, number, true);
    view.setInt32(place + 4, Math.floor(number / 2 ** 32), true);
  }

  /* Return the digest of lines that each end with a line feed. */
  function ofText(lines) {
    return ofBytes(new TextEncoder().encode(lines.map((line) => `${line}\n`).join("")));
  }

  /* A player who is not a member appears as minus the rating given for them. */
  function textOfGame(row, codes) {
    const [won, lost, ...rest] = TEXT_OF_GAMES.map((name) => coderOf(codes, name)(row[name]));
    const players = ["white", "black"].map((side) => row[side] || -row[`${side}_given`]);
    const letters = String.fromCharCode(won, lost);
    return [Bundle.isoDay(row.day), row.round, row.board, ...players, letters, ...rest].join(" ");
  }

  /* A deviation has nine digits. */
  function textOfLine(row, codes) {
    const names = Object.keys(row).filter((name) => !NOT_IN_TEXT.has(name));
    return names.map((name) => (name === "deviation" ? nineDigits(row[name]) : coderOf(codes, name)(row[name]))).join(" ");
  }

  function nineDigits(value) {
    return Number.isNaN(value) ? "nan" : String(Number(value.toPrecision(9)));
  }

  /* Return the function that gives the cells of a column as digests have them: a deviation counts in thousandths,
     -1 for none. */
  function coderOf(codes, name) {
    if (name in codes) return (word) => codes[name][word];
    if (name === "deviation") return (value) => (Number.isNaN(value) ? -1 : halfEven(1000 * value));
    if (name === "white_letter" || name === "black_letter") return (letter) => (letter ? letter.charCodeAt(0) : 0);
    return Number; // players are written as their member numbers
  }

  function halfEven(number) {
    const below = Math.floor(number);
    if (number - below !== 0.5) return Math.round(number);
    return below % 2 ? below + 1 : below;
  }

  return { ofBytes, ofJson, ofGames, ofLines };
})();
