/* The Quebec cote (FQE), written from the rules a third time. Q: the federation's text; QA: rulings. */
"use strict";

const Fqe = (() => {
  const TOLERANCES = {};
  // Q14: the greatest difference at which the stronger player's probable result is 50, 51 ... 99 per cent.
  const BANDS = [
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179, 188, 197,
    206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456, 484, 517, 559, 619,
    734,
  ];
  const NOTHING = { opponent_rating: 0, difference: 0, expected: 0, k: 0, change: 0, game_number: 0 };

  /* Return the lines of the list by player, and the entries of games. Q03: one tournament after the other. */
  function recompute(players, games, rules) {
    const people = new Map(players.map(({ player, rating, games: before, last_day }) => [
      player, { player, rating, games: before, last_day, period_games: 0, entries: [] },
    ]));
    const events = new Map();
    for (const game of games) {
      if (!events.has(game.tournament)) events.set(game.tournament, []);
      events.get(game.tournament).push(game);
    }
    for (const number of [...events.keys()].sort((a, b) => a - b)) rateTournament(people, events.get(number), rules);
    const lines = new Map();
    for (const one of people.values()) {
      const { rating, games: counted, period_games, last_day } = one;
      lines.set(one.player, { rating, games: counted, status: statusOf(one, rules), period_games, last_day });
    }
    return { lines, entries: [...people.values()].flatMap((one) => one.entries) };
  }

  /* Q01, Q08, Q09. */
  function statusOf({ rating, games }, rules) {
    if (!rating) return "unrated";
    return games > rules.provisional_games ? "established" : "provisional";
  }

  /* Q02: first the unrated, then the provisional, then the permanent ratings. */
  function rateTournament(people, event, rules) {
    const halves = halvesOf(people, event);
    const members = [...halves.keys()];
    const isPermanent = (one) => one.rating > 0 && one.games > rules.provisional_games; // Q09
    const unrated = members.filter((one) => !one.rating); // Q04
    const provisional = members.filter((one) => one.rating && !isPermanent(one)); // Q08, QA12
    const permanent = members.filter(isPermanent);
    const met = (one, enters) => halves.get(one).map((half) => ({
      ...half, rating: half.opponent ? enters.get(half.opponent) ?? half.opponent.rating : half.given,
    }));
    const known = (games) => games.filter((game) => game.rating); // QA11
    const after = new Map();
    const first = new Map(unrated.map((one) => [one, rules.unrated_opponent])); // Q06, QA2
    for (const one of unrated) after.set(one, rateUnrated(known(met(one, first)), rules));
    // QA1: what opponents enter with who were rated in this tournament.
    const ratedNow = (group) => group.map((one) => [one, after.get(one)]);
    const updated = rules.updated_opponents === "none" ? first : new Map(ratedNow(unrated));
    for (const one of provisional) after.set(one, rateProvisional(one, known(met(one, updated)), rules));
    const last = rules.updated_opponents === "order" ? new Map([...updated, ...ratedNow(provisional)]) : updated;
    for (const one of permanent) after.set(one, ratePermanent(one.rating, known(met(one, last)), event[0], rules));
    const games = new Map(members.map((one) => [
      one, met(one, isPermanent(one) ? last : one.rating ? updated : first),
    ]));
    const wasPermanent = new Set(permanent);
    for (const one of members) {
      for (const game of games.get(one)) note(one, game, rules, wasPermanent.has(one));
      one.rating = after.get(one);
    }
  }

  /* Return the games of each member in the order of play. */
  function halvesOf(people, event) {
    const halves = new Map();
    const add = (one, half) => (halves.has(one) ? halves.get(one).push(half) : halves.set(one, [half]));
    for (const { game, day, white, black, white_given, black_given, white_half_points: points } of event) {
      const [first, second] = [people.get(white), people.get(black)];
      if (first) add(first, { game, day, opponent: second, given: black_given, points });
      if (second) add(second, { game, day, opponent: first, given: white_given, points: 2 - points });
    }
    return halves;
  }

  /* Q14, QA10: the probable result in hundredths. */
  function probable(own, opponent) {
    const place = BANDS.findIndex((last) => Math.abs(own - opponent) <= last);
    const higher = place < 0 ? 100 : 50 + place;
    return own >= opponent ? higher : 100 - higher;
  }

  /* QA3: a fraction as a rating: rounded once, a half upwards, at least 1. */
  function rounded(numerator, denominator) {
    return Math.max(Math.floor((2 * numerator + denominator) / (2 * denominator)), 1);
  }

  /* Q05, QA4: the performance times the number of games: sum of ratings + 400 (wins - losses). */
  function performances(games, rules) {
    return games.reduce((sum, game) => sum + game.rating + rules.performance_spread * (game.points - 1), 0);
  }

  /* Q05, Q07: the performance; what is below 1200 is raised by half of what it lacks. */
  function rateUnrated(games, rules) {
    if (!games.length) return 0;
    const [sum, count, limit] = [performances(games, rules), games.length, rules.adjusted_below];
    return sum < limit * count ? rounded(sum + limit * count, 2 * count) : rounded(sum, count);
  }

  /* Q10, Q12: old rating and performance, each with the weight of its games. */
  function rateProvisional(one, games, rules) {
    if (!games.length) return one.rating;
    return rounded(one.games * one.rating + performances(games, rules), one.games + games.length);
  }

  /* Q13 and the rules about great gains; the gain is in two-hundredths, so that half of it is whole. */
  function ratePermanent(old, games, { rounds, participants }, rules) {
    const UNIT = 200;
    let gain = 2 * rules.k * games.reduce((sum, game) => sum + 50 * game.points - probable(old, game.rating), 0);
    if (!rules.halved_bonus) gain = halved(old, gain, UNIT, rules); // Q18, QA7
    if (rules.bonus_on_rounded_gain) gain = UNIT * Math.floor((gain + UNIT / 2) / UNIT); // Q16, Q17, QA5
    const more = Math.max(rounds - rules.bonus_rounds, 0); // QA6
    const threshold = UNIT * (rules.bonus_limit + rules.bonus_limit_per_round * more);
    if (gain > threshold) gain += gain - threshold;
    if (rules.halved_bonus) gain = halved(old, gain, UNIT, rules);
    if (participants === 2) gain = Math.min(gain, UNIT * rules.match_cap); // Q19, QA9: a match
    return rounded(UNIT * old + gain, UNIT);
  }

  /* Q18, QA7, QA8: above 2300 changes are halved. */
  function halved(old, gain, unit, rules) {
    const room = unit * (rules.halved_above - old);
    if (room < 0) return gain / 2;
    return rules.halving === "split" && gain > room ? room + (gain - room) / 2 : gain;
  }

  /* Count a game and write its entry: shares, K and changes in ten-thousandths. */
  function note(one, game, rules, isPermanent) {
    const facts = { player: one.player, game: game.game, half_points: game.points };
    if (!game.rating) {
      one.entries.push({ ...facts, kind: "not_counted", reason: "unknown_player", ...NOTHING });
      return;
    }
    one.games += 1;
    one.period_games += 1;
    one.last_day = Math.max(one.last_day, game.day);
    const entry = { ...facts, kind: "collected", reason: "", ...NOTHING, opponent_rating: game.rating, game_number: one.games };
    if (isPermanent) {
      const share = probable(one.rating, game.rating);
      entry.kind = "game";
      entry.difference = one.rating - game.rating;
      entry.expected = 100 * share;
      entry.k = 10000 * rules.k;
      entry.change = 100 * rules.k * (50 * game.points - share);
    }
    one.entries.push(entry);
  }

  return { recompute, TOLERANCES };
})();
