/** Limits and phrases of the FISTF Rules of the Game, edition 5.2 (1 September 2016). Lengths mm, times s. */
export const EDITION = { name: 'fistf-5.2', title: 'FISTF Rules of the Game', edition: '5.2, 1 September 2016' } as const

export const LIMITS = {
  /** 2.1.1.2, 14.1.3: a figure may be forced from up to 21 mm outside the line. */
  forcingMm: 21,
  /** 2.2.1, 2.3.1, 2.4.3, 12.2.2: gap when something is set beside an obstacle or in front of an area. */
  placingGapMm: 1,
  /** 2.6.3 */
  distanceMm: { 'free-flick': 40, 'flick-in': 40, 'corner-flick': 90 } as Readonly<Record<string, number>>,
  /** 15.2.1.3 */
  goalFlickGapMm: 20,
  /** 1.5.1 */
  figures: 10,
  /** 5.2.1, 8.1.5 */
  triesInARow: 3,
  /** 13.3.1 */
  ticks: 3,
  /** 11.2.2, 14.2.3, 16.2.3 */
  positionalFlicks: { 'free-flick': 1, 'flick-in': 1, 'corner-flick': 3, 'flick-off': 0, 'goal-flick': 0, 'penalty-flick': 0 } as Readonly<
    Record<string, number>
  >,
  /** 6.2.3, 4.2.5 */
  blockFlickS: 5,
  flickOffS: 10,
  /** 15.2.1.5 */
  goalFlickS: 10,
  /** 17.2.2, 17.2.3, 17.2.5 */
  shootOutS: 10,
  /** 3.1.1, 3.3.1.1 */
  halfS: 15 * 60,
  extraTimeS: 10 * 60,
  /** Reading F-R18: touching at rest. */
  contactMm: 0.3,
  /** 9.2.1.e */
  openGoalPlays: 5,
  /** Reading F-R31: central on a line. */
  centralMm: 2,
} as const

/** What the referee says; null where the book has no phrase. */
export const PHRASES: Readonly<Record<string, string | null>> = {
  change: 'Change!',
  'flick-in': null,
  'goal-flick': null,
  'corner-flick': null,
  goal: 'Goal!',
  'own-goal': 'Goal!',
  shootable: 'Shootable!',
  offside: 'Offside - Free-flick',
  'incorrect-block-flick:back': 'Incorrect block-flick - Back',
  'incorrect-block-flick:free-flick': 'Incorrect block-flick - Free-flick',
  'incorrect-block-flick:obstruction-back': 'Incorrect block-flick - Obstruction - Back',
  'change-back': 'Change - Back!',
  'illegal-flicking:free-flick': 'Illegal flicking - Free-flick',
  'illegal-flicking:back': 'Illegal flicking - Back',
  'illegal-flicking:change': 'Illegal flicking - Change!',
  'illegal-flicking:replay': 'Illegal flicking - Replay',
  'illegal-flicking:change-of-right': 'Illegal flicking - Change of right',
  'foul-play:free-flick': 'Foul play - Free-flick',
  'foul-play:penalty-flick': 'Foul play - Penalty-flick',
  'finger-foul:free-flick': 'Finger foul - Free-flick',
  'finger-foul:penalty-flick': 'Finger foul - Penalty-flick',
  'finger-foul:back': 'Finger foul - Back',
  smashing: 'Smashing!',
  'blocked-ball': 'Blocked ball - Free-flick',
  'handball:free-flick': 'Handball - Free-flick',
  obstruction: 'Obstruction - Free-flick',
  'obstruction:back': 'Obstruction - Back',
  'illegal-position': 'Illegal position!',
  'illegal-manipulation:stop': 'Illegal manipulation',
  'illegal-manipulation:free-flick': 'Illegal manipulation - Free-flick',
  'illegal-manipulation:penalty-flick': 'Illegal manipulation - Penalty-flick',
  'physical-foul-position': 'Physical foul position - Free-flick',
  'illegal-playing-figure-number': 'Illegal playing figure number - Free-flick',
  'foul-flick-in': 'Foul flick-in - Change of flick-in right',
  'keeper-foul': 'Keeper-foul - Free-flick',
  placing: 'Placing!',
  'verifying-forcing': 'Verifying forcing possibility!',
  'limited-flick': 'Limited flick!',
  replay: 'Replay!',
  'rebound:back': 'Rebound - Back',
  'rebound:free-flick': 'Rebound - Free-flick',
  'time-wasting': 'Time wasting - Change of flick-off right',
  back: 'Back!',
  'free-flick': 'Free-flick',
  'penalty-flick': 'Penalty-flick',
  distance: 'Distance',
  'keeper-may-return': null,
  'shoot-out-goal': 'Goal!',
  'shoot-out-unsuccessful': 'Illegal flicking - Shoot-out unsuccessful',
  'handball:penalty-flick': 'Handball - Penalty-flick',
  'illegal-manipulation:change-of-right': 'Illegal manipulation - Change of right',
  'time-is-up': null,
  'match-over': null,
}

/** The same in Italian, for the referee's screen (rulebook glossary). */
export const PHRASES_IT: Readonly<Record<string, string>> = {
  change: 'Cambio!',
  goal: 'Gol!',
  'own-goal': 'Gol!',
  shootable: 'Tirabile!',
  offside: 'Fuorigioco - Calcio di punizione',
  'flick-in': 'Rimessa laterale',
  'goal-flick': 'Rimessa dal fondo',
  'corner-flick': "Calcio d'angolo",
  back: 'Back!',
  'blocked-ball': 'Palla bloccata - Calcio di punizione',
  smashing: 'Spazzata!',
}
