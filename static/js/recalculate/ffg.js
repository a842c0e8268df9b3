/* The French go scale (FFG, 2003 to 2012), written from the rules a third time. F: the published text; A: rulings.
   Levels are ordinary numbers; nine decimals are kept wherever a level is rounded (A8). */
"use strict";

const Ffg = (() => {
  const TOLERANCES = { expected: 1, k: 1, change: 1 }; // the last ten-thousandth depends on the order of additions
  const NOTHING = { opponent_rating: 0, difference: 0, expected: 0, k: 0, change: 0, game_number: 0 };

  /* Return the lines of the list by player, and the entries of games. */
  function recompute(players, rows, rules) {
    const people = new Map(players.map((row) => [row.player, entrant(row, rules)]));
    const members = [...people.keys()];
    const games = rows.map((row) => written(row, people, rules));
    const events = inOrder(games); // A13
    register(people, events, rules);
    for (const event of events) {
      const played = event.filter((game) => !whyNot(game, rules));
      if (played.length) rateTournament(played, rules);
    }
    for (const game of games) {
      const reason = whyNot(game, rules);
      if (!reason) continue;
      notCounted(game.white, game, game.points, reason);
      notCounted(game.black, game, 2 - game.points, reason);
    }
    const lines = new Map(members.map((name) => [name, lineOf(people.get(name))]));
    const entries = members.flatMap((name) => people.get(name).entries.map((entry) => ({ player: name, ...entry })));
    return { lines, entries };
  }

  /* F16: who has no level starts from the one that they register with; F15: not below the floor. */
  function entrant(row, rules) {
    const isKnown = "known" in row ? row.known : row.rating !== 0;
    const entry = Math.max(row.entry_level || rules.default_entry_level, rules.floor);
    return person(isKnown ? row.rating : null, entry, row.games, row.last_day);
  }

  function person(level, registered, games = 0, lastDay = 0) {
    return { level, registered, games, last_day: lastDay, period_games: 0, entries: [] };
  }

  function lineOf({ level, games, period_games, last_day }) {
    return { rating: level || 0, games, status: level === null ? "unrated" : "established", period_games, last_day };
  }

  /* Return a game with its people. A guest is somebody else in each game, unless the file tells guests apart. */
  function written(row, people, rules) {
    const [white, black] = ["white", "black"].map((side) => {
      if (row[side]) return people.get(row[side]);
      const name = `${row.tournament}/${row[`${side}_guest`] || `${side}/${row.game}`}`;
      if (!people.has(name)) people.set(name, person(null, Math.max(row[`${side}_given`], rules.floor)));
      return people.get(name);
    });
    const lines = row.board_size || 19; // not stated: the usual one
    const tables = { 9: rules.handicaps_on_9, 13: rules.handicaps_on_13 };
    const asOn19 = (tables[lines] || []).find(([stones]) => stones === row.handicap); // A4
    const stones = asOn19 ? asOn19[1] : row.handicap;
    return { row, white, black, lines, stones, points: row.white_half_points, ...blackPoints(stones, rules) };
  }

  /* F4, A2: what Black's stones are worth; one stone is half a stone. */
  function blackPoints(stones, rules) {
    return { ahead: stones ? (stones - 0.5) * rules.handicap_points : 0 };
  }

  /* Return the tournaments in the order in which they ended, each with its games. */
  function inOrder(games) {
    const events = new Map();
    for (const game of games) {
      const number = game.row.tournament;
      if (!events.has(number)) events.set(number, { number, end: 0, games: [] });
      const event = events.get(number);
      event.end = Math.max(event.end, game.row.day);
      event.games.push(game);
    }
    return [...events.values()].sort((a, b) => a.end - b.end || a.number - b.number).map((event) => event.games);
  }

  /* F16: the level told for the first tournament in which a game of theirs counts. */
  function register(people, events, rules) {
    const told = new Set();
    for (const { row } of events.flat().filter((game) => !whyNot(game, rules))) {
      for (const side of ["white", "black"]) {
        const [name, level] = [row[side], row[`${side}_entry`]];
        if (!name || !level || told.has(name)) continue;
        told.add(name);
        people.get(name).registered = Math.max(level, rules.floor);
      }
    }
  }

  /* Return why a game does not count, "" if it does. */
  function whyNot(game, rules) {
    if (game.points === 1) return "result"; // A6: jigo
    if (game.stones > rules.most_handicap && !rules.high_handicap_counts_below) return "handicap"; // F9, A3
    if (!boardPercent(game, rules)) return "board_size"; // F10
    return rules.tempo_percents[game.row.tempo] ? "" : "tempo"; // F11
  }

  function boardPercent(game, rules) {
    const found = rules.board_percents.find(([lines]) => lines === game.lines);
    return found ? found[1] : 0;
  }

  function rateTournament(games, rules) {
    const { levels, shares } = settled(games, rules);
    for (const [one, level] of levels) one.level = halfUp(level);
    for (const share of shares) {
      const { one, game, points } = share;
      // A3: taken literally, a game with too many stones counts below the beginner's level alone.
      if (game.stones > rules.most_handicap && share.level >= rules.beginner_level) {
        notCounted(one, game, points, "handicap");
        continue;
      }
      one.games += 1;
      one.period_games += 1;
      one.last_day = Math.max(one.last_day, game.row.day);
      one.entries.push({
        game: game.row.game, kind: "game", reason: "", opponent_rating: halfUp(share.opponent),
        difference: halfUp(share.ahead), expected: tenThousandths(share.raw), k: tenThousandths(share.factor),
        half_points: points, change: tenThousandths(share.raw * share.factor), game_number: one.games,
      });
    }
  }

  /* Return the levels after the passes over a tournament, and what the last pass did. */
  function settled(games, rules) {
    const people = [...new Set(games.flatMap((game) => [game.white, game.black]))];
    const start = new Map(people.map((one) => [one, one.level ?? one.registered])); // F16, F19
    const threshold = (one) => (one.level === null ? rules.unknown_threshold : rules.known_threshold);
    const rounds = [...new Set(games.map((game) => game.row.round))].sort((a, b) => a - b)
      .map((round) => games.filter((game) => game.row.round === round));
    let previous = null;
    for (let passes = 1; ; passes += 1) {
      const found = onePass(start, rounds, rules);
      const delta = (one) => found.levels.get(one) - start.get(one);
      const tooFar = people.filter((one) => Math.abs(delta(one)) > threshold(one));
      const moved = previous && Math.max(...people.map((one) => Math.abs(found.levels.get(one) - previous.get(one))));
      // F18, A12: nobody is to be adjusted, or nobody moved any more, or it never ends.
      if (!tooFar.length || (previous && moved < rules.convergence) || passes === rules.most_passes) return found;
      const changes = tooFar.map((one) => [one, delta(one)]);
      for (const [one, change] of changes) { // F17, A10, A11: what goes beyond the threshold
        start.set(one, start.get(one) + change - Math.sign(change) * threshold(one));
      }
      previous = found.levels;
    }
  }

  /* F14: all games of a round are calculated from the levels before it. F15, A9: nobody falls below the floor. */
  function onePass(start, rounds, rules) {
    const [levels, shares] = [new Map(start), []];
    for (const games of rounds) {
      const before = new Map(levels);
      for (const game of games) {
        const [white, black] = [before.get(game.white), before.get(game.black)];
        const [won, lost] = rawVariations(white, black, game, rules);
        const ahead = white - black - game.ahead;
        for (const [one, level, opponent, mine, raw, points] of [
          [game.white, white, black, ahead, won, game.points], [game.black, black, white, -ahead, lost, 2 - game.points],
        ]) {
          const share = { one, game, level, opponent, ahead: mine, raw, points, factor: factor(level, game, rules) };
          levels.set(one, levels.get(one) + share.raw * share.factor);
          shares.push(share);
        }
      }
      for (const [one, level] of levels) levels.set(one, Math.max(level, rules.floor));
    }
    return { levels, shares };
  }

  function limited(value, low, high) {
    return Math.min(Math.max(value, low), high);
  }

  /* Step 1: White's and Black's raw variation. F4: the fictitious levels; F5 to F7, A1: limits; F8: beginners. */
  function rawVariations(white, black, game, rules) {
    const whiteWon = game.points === 2;
    const [winner, loser] = whiteWon ? [white, black] : [black, white];
    const surprise = whiteWon ? black + game.ahead - white : white - black - game.ahead;
    const gain = rules.base_gain + surprise / rules.points_for_one_more;
    let won = limited(gain, winner > rules.strong_level ? 0 : rules.least_gain, rules.most_gain);
    const beginner = rules.beginner_level;
    let lost = loser < beginner ? limited(-gain, -rules.beginner_most_loss, 0)
      : limited(-gain, -rules.most_loss, -rules.least_loss);
    const most = rules.most_against_beginner;
    if (winner >= beginner && loser < beginner) won = limited(won, -most, most);
    if (loser >= beginner && winner < beginner) lost = limited(lost, -most, most);
    return whiteWon ? [won, lost] : [lost, won];
  }

  /* Steps 2 to 5: F13: the weight of a level; F12: no coefficients for a beginner; F9 to F11: the coefficients. */
  function factor(level, game, rules) {
    const weight = limited(
      1 - level / rules.weight_scale, rules.least_weight_percent / 100, rules.most_weight_percent / 100,
    );
    if (level < rules.beginner_level) return weight;
    const handicap = game.stones <= rules.most_handicap ? 100 - rules.handicap_percent * game.stones : 0;
    return weight * ((handicap * boardPercent(game, rules) * rules.tempo_percents[game.row.tempo]) / 1000000);
  }

  /* A8: nine decimals tell a half from a loop that stopped a hair before it. */
  function halfUp(level) {
    return Math.floor((Math.round(level * 1e9) + 5e8) / 1e9);
  }

  function tenThousandths(value) {
    return Math.round(value * 10000);
  }

  function notCounted(one, game, points, reason) {
    one.entries.push({ game: game.row.game, kind: "not_counted", reason, half_points: points, ...NOTHING });
  }

  return { recompute, TOLERANCES };
})();
