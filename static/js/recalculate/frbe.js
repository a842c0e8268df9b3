/* Belgian Elo (FRBE-KBSB), written from the rules a third time. Only whole numbers: a fraction is two of them.
   B: the federation's text; P: what its own program was seen to do; BA: rulings. */
"use strict";

const Frbe = (() => {
  const TOLERANCES = {};
  // B06, table I: the difference for 50, 51 ... 99 per cent; below 50 it is negative.
  const D = [
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184,
    193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538,
    589, 677,
  ];
  // B11, table II: the greatest difference at which the stronger player is expected to score 50, 51 ... 99 per cent.
  const BANDS = [
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179, 188, 197,
    206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456, 484, 517, 559, 619,
    735,
  ];
  const NOTHING = { opponent_rating: 0, difference: 0, expected: 0, k: 0, change: 0, game_number: 0 };

  /* Return the lines of the list by player, and the entries of games. */
  function recompute(players, games, rules) {
    const people = players.map((row) => person(row, rules));
    const places = new Map(players.map((row, place) => [row.player, people[place]]));
    for (const game of games) seat(game, places);
    firstTours(people, rules);
    for (const one of people) finish(one, rules);
    const lines = new Map(people.map((one) => [one.player, lineOf(one)]));
    return { lines, entries: people.flatMap((one) => one.entries) };
  }

  function person(row, rules) {
    const { player, rating, games, opponents_sum, half_points, foreign_rating, last_day } = row;
    const wasRated = games >= rules.games_for_rating && rating > 0;
    return {
      player, rating, games, opponents_sum, half_points, foreign_rating, last_day, wasRated,
      first: 0, shown: 0, status: "", period_games: 0, halves: [], entries: [], collected: new Set(),
    };
  }

  function lineOf({ shown, games, status, period_games, opponents_sum, half_points, last_day }) {
    return { rating: shown, games, status, period_games, opponents_sum, half_points, last_day };
  }

  function seat(game, places) {
    const [white, black] = [places.get(game.white), places.get(game.black)];
    const { white_half_points: points, day } = game;
    if (white) white.halves.push({ game: game.game, opponent: black, given: game.black_given, points, day });
    if (black) black.halves.push({ game: game.game, opponent: white, given: game.white_given, points: 2 - points, day });
  }

  function note(one, half, kind, columns) {
    one.entries.push({
      player: one.player, game: half.game, kind, reason: "", ...NOTHING, half_points: half.points, ...columns,
    });
  }

  /* P2, BA12, BA13: the opponent's rating of the previous list, or the foreign one; 0 for none. */
  function known({ opponent, given }) {
    if (!opponent) return given;
    return opponent.wasRated ? opponent.rating : opponent.foreign_rating;
  }

  /* P1: the nearest whole number to a fraction, a half upwards. */
  function halfUp(numerator, denominator) {
    return Math.floor((2 * numerator + denominator) / (2 * denominator));
  }

  /* B10 to B13: the expected score in hundredths; a great difference counts as the cap. */
  function expectancy(own, opponent, rules) {
    const difference = Math.min(Math.abs(own - opponent), rules.difference_cap);
    const place = BANDS.findIndex((last) => difference <= last);
    const higher = place < 0 ? 100 : 50 + place;
    return own >= opponent ? higher : 100 - higher;
  }

  /* B01 to B03: mean rating of the opponents and D(p); B06, BA2, P6: the limits of p; BA3: how p is rounded. */
  function formulaOne(sum, games, points, rules) {
    const exact = [100 * points, 2 * games];
    let percent = rules.truncate_percent ? Math.floor(exact[0] / exact[1]) : halfUp(...exact);
    percent = Math.min(Math.max(percent, rules.lowest_percent), rules.highest_percent);
    const difference = percent < 50 ? -D[50 - percent] : D[percent - 50];
    return Math.max(halfUp(sum, games) + difference, 1);
  }

  /* B16, BA5: the band of ratings that decides K after many games. */
  function band(rating, rules) {
    const found = rules.k_by_rating.findIndex(
      ([end]) => rating < end || (rating === end && rules.k_band_includes_its_end),
    );
    return found < 0 ? rules.k_by_rating.length : found;
  }

  /* B14 to B17, P4: K of the game with this number. */
  function development(number, rating, rules) {
    const place = band(rating, rules);
    const isHighest = place === rules.k_by_rating.length;
    if (rules.k10_regardless_of_games && isHighest) return rules.k_above;
    const byGames = rules.k_by_games.find(([last]) => number <= last);
    if (byGames) return byGames[1];
    return isHighest ? rules.k_above : rules.k_by_rating[place][1];
  }

  /* B27 to B29: the tours of those without a rating, until nobody new is rated. */
  function firstTours(people, rules) {
    const unrated = people.filter((one) => !one.wasRated);
    const rate = () => unrated.forEach((one) => rateAtEnough(one, rules));
    let newly = new Map(); // rated before this tour
    rate();
    for (;;) {
      for (const one of unrated) {
        if (!one.first) oneTour(one, newly, rules);
      }
      rate();
      const now = unrated.filter((one) => one.first);
      if (now.length === newly.size) return;
      newly = new Map(now.map((one) => [one, one.first]));
    }
  }

  /* B09, BA9: only games against rated opponents are collected. B28, BA10: no more than are needed. B07: sums go on. */
  function oneTour(one, newly, rules) {
    for (const half of one.halves) {
      const value = known(half) || newly.get(half.opponent) || 0;
      if (!value || half.used) continue;
      replaceGamesWithoutSums(one, value, rules);
      if (one.games >= rules.games_for_rating) continue;
      half.used = true;
      one.games += 1;
      one.opponents_sum += value;
      one.half_points += half.points;
      one.period_games += 1;
      one.last_day = Math.max(one.last_day, half.day);
      one.collected.add(half.game);
      note(one, half, "collected", { opponent_rating: value, game_number: one.games });
    }
  }

  /* A starting list may have games without sums: the rating stands for even games; without one the count starts again,
     or the first opponent stands for them. */
  function replaceGamesWithoutSums(one, met, rules) {
    if (!one.games || one.opponents_sum) return;
    const keeps = rules.games_without_sums_count && one.games < rules.games_for_rating;
    const rating = one.rating || (keeps ? met : 0);
    one.opponents_sum = one.games * rating;
    one.games = rating ? one.games : 0;
    one.half_points = one.games;
  }

  /* B08, P8: with enough games the performance over all of them is the first rating. */
  function rateAtEnough(one, rules) {
    if (one.first || one.games < rules.games_for_rating || !one.opponents_sum) return;
    one.first = formulaOne(one.opponents_sum, one.games, one.half_points, rules);
  }

  function finish(one, rules) {
    if (one.wasRated || one.first) thirdTour(one, rules);
    else provisional(one, rules);
    for (const half of one.halves) { // B30: what was not used does not count
      if (!half.used) note(one, half, "not_counted", { reason: half.opponent ? "opponent_unrated" : "unknown_player" });
    }
    if (one.foreign_rating) { // B33, BA19
      one.shown = one.foreign_rating;
      one.status = "foreign";
    }
  }

  /* B32: formula II over all games between rated players. P3, BA11: those against newly rated opponents come last. */
  function thirdTour(one, rules) {
    const start = one.wasRated ? one.rating : one.first;
    const queue = [];
    for (const half of one.halves) {
      if (!half.used && known(half)) queue.push([half, known(half)]);
    }
    const allCount = rules.pooled_games_count ?? true; // BA25
    for (const half of one.halves) {
      const opponent = half.used || known(half) ? null : half.opponent;
      if (opponent?.first && (allCount || !opponent.collected.has(half.game))) queue.push([half, opponent.first]);
    }
    const before = one.games;
    let [gain, surplus, sum, points] = [0, 0, 0, 0]; // gain and surplus in hundredths
    for (const [half, value] of queue) {
      half.used = true;
      one.games += 1;
      one.period_games += 1;
      one.last_day = Math.max(one.last_day, half.day);
      const percent = expectancy(start, value, rules); // B09, P2
      const k = development(one.games, start, rules); // P3, BA4
      const more = 50 * half.points - percent;
      gain += k * more;
      surplus += more;
      sum += value;
      points += half.points;
      const cap = rules.difference_cap;
      note(one, half, "game", {
        opponent_rating: value, difference: Math.max(Math.min(start - value, cap), -cap), expected: 100 * percent,
        k: 10000 * k, change: 100 * k * more, game_number: one.games,
      });
    }
    if (queue.length) {
      one.opponents_sum = sum + (one.wasRated ? 0 : one.opponents_sum);
      one.half_points = points + (one.wasRated ? 0 : one.half_points);
    }
    let now = halfUp(100 * start + gain, 100);
    if (queue.length >= rules.many_games && Math.abs(now - start) > rules.big_change) { // B21 to B24, BA6, BA7
      const other = formulaOne(sum, queue.length, points, rules);
      if (Math.abs(other - start) < Math.abs(now - start)) now = other;
    } else if (queue.length) {
      now = transition(start, now, surplus, before + 1, one.games, rules);
    }
    one.shown = Math.max(now, rules.floor); // B18, BA8, P9
    one.status = "established";
  }

  /* P11: a rating that crosses a limit goes to it with one K and on from it with the other. */
  function transition(old, now, surplus, first, last, rules) {
    const above = (rating, limit) => rating > limit || (rating === limit && !rules.k_band_includes_its_end); // BA5
    const limits = rules.transition_limits.filter((limit) => above(old, limit) !== above(now, limit));
    if (!limits.length) return now;
    const limit = limits.reduce((near, each) => (Math.abs(each - old) < Math.abs(near - old) ? each : near));
    const [firstK, lastK] = [development(first, old, rules), development(last, now, rules)];
    if (firstK === lastK) return now;
    // BA22: in older programs the ratings have to make the difference, not the number of games alone.
    if (!(rules.transition_by_games ?? true) && lastK === development(last, old, rules)) return now;
    if (rules.transition_from_rounded) return halfUp(limit * firstK + (now - limit) * lastK, firstK); // BA23
    return halfUp(100 * firstK * limit + (surplus * firstK + 100 * (old - limit)) * lastK, 100 * firstK);
  }

  /* B05, B31, P7: with enough games the performance is shown, else nothing. */
  function provisional(one, rules) {
    if (one.foreign_rating) return;
    if (one.games < rules.games_for_provisional) one.shown = 0;
    else if (one.opponents_sum) one.shown = formulaOne(one.opponents_sum, one.games, one.half_points, rules);
    else one.shown = one.rating;
    one.status = one.shown ? "provisional" : "unrated";
  }

  return { recompute, TOLERANCES };
})();
