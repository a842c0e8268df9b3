/* Reads the verification package of a list: the files of the ZIP archive, and their tables as rows.
   Columns and words are explained in the package's own README.txt. */
"use strict";

const Bundle = (() => {
  const TABLES = ["players", "games", "previous", "list", "entries"];
  const SEATS = ["white", "black", "white_partner", "black_partner"];
  const WORDS = new Set([...SEATS, "player", "member_number", "name", "now", "opponent",
    "white_letter", "black_letter", "status", "kind", "reason"]);
  const DAYS = new Set(["day", "last_day"]);
  const DAYS_BEFORE_1970 = 719163; // days are counted from 1 January of the year 1
  const [COMMA, LINE, QUOTE] = [",", "\n", '"'];

  class Unreadable extends Error {}

  /* Return the files of an archive by name (APPNOTE.TXT 4.3). Throw Unreadable if it is damaged. */
  async function unzip(buffer) {
    const view = new DataView(buffer);
    let end = buffer.byteLength - 22;
    while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end -= 1; // end of central directory
    if (end < 0) throw new Unreadable("no ZIP archive");
    const files = new Map();
    let place = view.getUint32(end + 16, true);
    for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
      const [method, size] = [view.getUint16(place + 10, true), view.getUint32(place + 20, true)];
      const [nameSize, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(place + offset, true));
      const start = view.getUint32(place + 42, true);
      const name = new TextDecoder().decode(new Uint8Array(buffer, place + 46, nameSize));
      const data = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
      files.set(name, await inflated(new Uint8Array(buffer, data, size), method));
      place += 46 + nameSize + extra + comment;
    }
    return files;
  }

  async function inflated(bytes, method) {
    if (method === 0) return bytes;
    if (method !== 8) throw new Unreadable(`compression ${method}`);
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }

  /* Return everything in the package. Throw Unreadable if something is missing or damaged. */
  function read(files) {
    const text = (name) => {
      if (!files.has(name)) throw new Unreadable(`${name} is missing`);
      return new TextDecoder().decode(files.get(name));
    };
    const bundle = { files, texts: { manifest: text("manifest.json"), rules: text("rules.json") } };
    bundle.facts = JSON.parse(bundle.texts.manifest);
    bundle.rules = JSON.parse(bundle.texts.rules);
    for (const name of TABLES) bundle[name] = table(text(`${name}.csv`), name);
    bundle.names = new Map(bundle.players.map((row) => [row.player, row.name]));
    bundle.counted = bundle.games.filter((game) => !game.reason);
    return bundle;
  }

  /* Return the rows of a CSV file as objects. */
  function table(text, file) {
    const columns = [];
    let place = cells(text, 0, columns);
    const readers = columns.map(readerOf);
    const rows = [];
    while (place < text.length) {
      const found = [];
      place = cells(text, place, found);
      if (found.length !== columns.length) throw new Unreadable(`${file}.csv, line ${rows.length + 2}`);
      const row = {};
      for (let column = 0; column < columns.length; column += 1) row[columns[column]] = readers[column](found[column]);
      rows.push(row);
    }
    return rows;
  }

  /* Append the cells of the line that begins at a place. Return where the next line begins. */
  function cells(text, place, found) {
    for (;;) {
      if (text[place] === QUOTE) {
        let cell = "";
        do { // a doubled quote stands for one
          const close = text.indexOf(QUOTE, place + 1);
          if (close < 0) throw new Unreadable("a quote is open");
          cell += (cell && QUOTE) + text.slice(place + 1, close);
          place = close + 1;
        } while (text[place] === QUOTE);
        found.push(cell);
      } else {
        const start = place;
        while (place < text.length && text[place] !== COMMA && text[place] !== LINE) place += 1;
        found.push(text.slice(start, text[place - 1] === "\r" ? place - 1 : place));
      }
      if (text[place] === "\r") place += 1;
      if (text[place] !== COMMA) return place + 1;
      place += 1;
    }
  }

  /* Return the function that reads the cells of a column: words, days or numbers. */
  function readerOf(column) {
    if (WORDS.has(column)) return String;
    if (DAYS.has(column)) return (cell) => (cell ? ordinal(cell) : 0);
    if (column === "deviation") return (cell) => (cell ? number(cell) : NaN);
    return number;
  }

  function number(cell) {
    let whole = 0;
    for (let place = 0; place < cell.length; place += 1) { // ten times as fast as Number(), and most cells are digits
      const digit = cell.charCodeAt(place) - 48;
      if (digit < 0 || digit > 9) break;
      whole = 10 * whole + digit;
      if (place === cell.length - 1 && place < 15) return whole;
    }
    const found = Number(cell);
    if (cell === "" || Number.isNaN(found)) throw new Unreadable(`"${cell}" is no number`);
    return found;
  }

  /* Return the days since the beginning of the calendar: 1 January of the year 1 is 1. */
  function ordinal(day) {
    const milliseconds = Date.parse(`${day}T00:00:00Z`);
    if (Number.isNaN(milliseconds)) throw new Unreadable(`"${day}" is no day`);
    return milliseconds / 86400000 + DAYS_BEFORE_1970;
  }

  /* Return a day as 2026-03-01. */
  function isoDay(day) {
    return new Date((day - DAYS_BEFORE_1970) * 86400000).toISOString().slice(0, 10);
  }

  return { unzip, read, ordinal, isoDay, Unreadable, SEATS };
})();
