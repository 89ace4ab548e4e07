/** Limits of the FISTF Rules of the Game, edition 5.2 (1 September 2016). Lengths mm, times s. */
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
