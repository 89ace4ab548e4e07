/** Limits and phrases of the FISTF Rules of the Game, edition 5.2 (1 September 2016). Lengths mm, times s. */
export const EDITION = { name: 'fistf-5.2', title: 'FISTF Rules of the Game', edition: '5.2, 1 September 2016' } as const

/** 2.1.1.2, 14.1.3: a figure may be forced from up to 21 mm outside the line. */
export const FORCING_LIMIT_MM = 21
/** 5.2.1: the same figure may try three times in a row. */
export const TRIES_IN_A_ROW = 3

/** Phrases that the referee speaks; null where the book has none. */
export const PHRASES: Readonly<Record<string, string | null>> = {
  change: 'Change!',
  goal: 'Goal!',
  'own-goal': 'Goal!',
  shootable: 'Shootable!',
  'flick-in': null,
  'goal-flick': null,
  'corner-flick': null,
}

/** The same in Italian, for the referee's screen. */
export const PHRASES_IT: Readonly<Record<string, string>> = {
  change: 'Cambio!',
  goal: 'Gol!',
  'own-goal': 'Gol!',
  shootable: 'Tirabile!',
  'flick-in': 'Rimessa laterale',
  'goal-flick': 'Rimessa dal fondo',
  'corner-flick': "Calcio d'angolo",
}
