/* Glicko as on FICS, written from the rules a third time. K: the server's help page and games; B: rulings. */
"use strict";

const Fics = (() => {
  const TOLERANCES = { expected: 1, k: 1, change: 1, opponent_rating: 1, deviation: 1e-6 };
  const NOTHING = { opponent_rating: 0, difference: 0, expected: 0, k: 0, change: 0, game_number: 0 };
  const MINUTES_A_DAY = 1440;

  /* Return the lines of the list by player, and the entries of games. ``end`` is the day of the list. */
  function recompute(players, games, rules, end) {
    const people = new Map(players.map((row) => [row.player, entrant(row)]));
    const entries = [];
    const inOrder = games.map((game) => [minuteOf(game), game]).sort((a, b) => a[0] - b[0]); // B10
    for (const [minute, game] of inOrder) {
      const teams = teamsOf(game, people);
      if (teams.every((team) => team.length)) play(teams, game, minute, rules, entries);
      else leftOut(game, entries);
    }
    const lines = new Map(players.map((row) => [row.player, lineOf(row, people.get(row.player), rules, end)]));
    return { lines, entries };
  }

  /* Where there are no clocks, everybody stopped at midnight of their last day. */
  function entrant(row) {
    const minute = row.last_minute ?? row.last_day * MINUTES_A_DAY;
    return {
      player: row.player, rating: row.rating || null, rd: Number.isNaN(row.deviation) ? null : row.deviation,
      minute: minute || null, games: row.games, last_day: row.last_day,
    };
  }

  function minuteOf(game) {
    return game.minute ?? game.day * MINUTES_A_DAY;
  }

  /* Return who plays whom, [] for a team in which somebody is not known. A guest is somebody else in each game. */
  function teamsOf(game, people) {
    return ["white", "black"].map((side) => {
      const one = people.get(game[side]);
      if (`${side}_partner` in game) {
        const partner = people.get(game[`${side}_partner`]);
        return one && partner ? [one, partner] : [];
      }
      if (one) return [one];
      const given = game[`${side}_given`];
      return given ? [{ player: "", rating: given, rd: null, minute: null, games: 0, last_day: 0 }] : [];
    });
  }

  /* Step 1: rating and RD before a game that ends in a minute. K1, K2: of a newcomer; K3, B1: growth with time. */
  function initial(one, minute, rules) {
    if (one.rating === null) return [rules.initial_rating, rules.initial_deviation];
    const grown = (rules.growth_millionths / 1000000) * idle(one, minute);
    return [one.rating, Math.min(rules.most_deviation, Math.sqrt(stored(one, rules) ** 2 + grown))];
  }

  /* K2, B4: the RD that the last game left. */
  function stored(one, rules) {
    if (one.rating === null) return rules.initial_deviation;
    return Math.min(one.rd ?? rules.transfer_deviation, rules.most_deviation);
  }

  /* B7: minutes since the last game; an unknown clock stands still, and none runs backwards. */
  function idle(one, minute) {
    return one.minute === null || one.rating === null ? 0 : Math.max(minute - one.minute, 0);
  }

  /* Steps 2 to 6: expected score, K and new RD of a player with the RD ``own`` among others. */
  function result(own, others, difference, unit, rules) {
    const p = (3 * Math.log(10) ** 2) / (Math.PI ** 2 * unit ** 2);
    const q = Math.log(10) / unit;
    const f = 1 / Math.sqrt(1 + p * others.reduce((sum, rd) => sum + rd ** 2, 0)); // K4, K9, B2
    const e = 1 / (1 + 10 ** ((-difference * f) / rules.scale)); // K5
    const precision = 1 / own ** 2 + q ** 2 * f ** 2 * e * (1 - e);
    return [e, (q * f) / precision, 1 / Math.sqrt(precision)]; // K6, B3, K7
  }

  /* B5: half away from zero; the new rating of a newcomer half up. */
  function rounded(change, isNewcomer, rules) {
    if (isNewcomer) return Math.floor(rules.initial_rating + change + 0.5) - rules.initial_rating;
    return Math.floor(Math.abs(change) + 0.5) * (change > 0 ? 1 : -1);
  }

  /* One game of two teams: entries and new ratings, all from what was before it (K8). */
  function play(teams, game, minute, rules, entries) {
    const before = new Map(teams.flat().map((one) => [one, initial(one, minute, rules)]));
    const unit = teams[0].length === 1 ? rules.scale : rules.bughouse_scale; // K9
    const isReformed = minute >= Bundle.ordinal(rules.reform) * MINUTES_A_DAY;
    const leastK = isReformed ? rules.least_k : 0; // K6, B8
    const mean = (team) => team.reduce((sum, one) => sum + before.get(one)[0], 0) / team.length;
    const after = [];
    for (const [place, team] of teams.entries()) {
      const points = place ? 2 - game.white_half_points : game.white_half_points;
      const [mine, theirs] = [mean(team), mean(teams[1 - place])];
      for (const one of team) {
        const [rating, own] = before.get(one);
        const others = [...before].filter(([each]) => each !== one).map(([, [, rd]]) => rd);
        const [e, plainK, rd] = result(own, others, mine - theirs, unit, rules);
        const k = Math.max(plainK, leastK);
        const change = k * (points / 2 - e); // K7: the new RD knows no least K
        after.push([one, rating + rounded(change, one.rating === null, rules), rd]);
        const facts = { player: one.player, game: game.game, reason: "" };
        entries.push({
          ...facts, kind: "time", opponent_rating: tenThousandths(Math.sqrt(others.reduce((sum, each) => sum + each ** 2, 0))),
          difference: idle(one, minute), expected: tenThousandths(stored(one, rules)), k: tenThousandths(own),
          half_points: 0, change: 0, game_number: 0,
        }, {
          ...facts, kind: "game", opponent_rating: Math.floor(theirs + 0.5), difference: Math.floor(mine - theirs + 0.5),
          expected: tenThousandths(e), k: tenThousandths(k), half_points: points, change: tenThousandths(change),
          game_number: one.games + 1,
        });
      }
    }
    for (const [one, rating, rd] of after) {
      Object.assign(one, { rating, rd, minute, games: one.games + 1, last_day: Math.max(one.last_day, game.day) });
    }
  }

  /* The entries of a game in which somebody is not known: it does not count. */
  function leftOut(game, entries) {
    const white = game.white_half_points;
    const points = { white, black: 2 - white, white_partner: white, black_partner: 2 - white };
    for (const seat of Bundle.SEATS.filter((each) => game[each])) {
      const facts = { player: game[seat], game: game.game, kind: "not_counted", reason: "unknown_player" };
      entries.push({ ...facts, ...NOTHING, half_points: points[seat] });
    }
  }

  /* B8: the day of the list decides by which measure somebody is active. */
  function lineOf(row, one, rules, end) {
    const isReformed = end >= Bundle.ordinal(rules.reform);
    const isActive = isReformed ? initial(one, end * MINUTES_A_DAY, rules)[1] <= rules.active_deviation
      : one.games >= rules.active_games;
    return {
      rating: one.rating || 0, // K1: a newcomer shows nothing
      games: one.games,
      status: one.rating === null ? "unrated" : isActive ? "established" : "provisional",
      period_games: one.games - row.games,
      deviation: one.rating === null ? row.deviation : one.rd ?? rules.transfer_deviation, // K2
      last_minute: one.minute || 0,
      last_day: one.last_day,
    };
  }

  function tenThousandths(value) {
    return Math.round(10000 * value);
  }

  return { recompute, TOLERANCES };
})();
