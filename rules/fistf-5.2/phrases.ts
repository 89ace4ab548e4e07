/** What the referee says, as the book has it: in English, and in Italian, the language of the edition at hand. Null where the book has no phrase. */
export interface Phrase {
  readonly en: string
  readonly it: string
}

const p = (en: string, it: string): Phrase => ({ en, it })
const RESTART_IT = { back: 'Back', 'free-flick': 'Calcio di punizione', 'penalty-flick': 'Calcio di rigore' } as const
const RESTART_EN = { back: 'Back', 'free-flick': 'Free-flick', 'penalty-flick': 'Penalty-flick' } as const
type Sanction = keyof typeof RESTART_EN
/** "Illegal flicking - Free-flick / Back": the branch that applies. */
const branches = (code: string, en: string, it: string, ...of: readonly Sanction[]): Record<string, Phrase> =>
  Object.fromEntries(of.map((k) => [`${code}:${k}`, p(`${en} - ${RESTART_EN[k]}`, `${it} - ${RESTART_IT[k]}`)]))

export const PHRASES: Readonly<Record<string, Phrase | null>> = {
  change: p('Change!', 'Cambio!'),
  'change-back': p('Change - Back!', 'Cambio - Back'),
  'flick-in': null,
  'goal-flick': null,
  'corner-flick': null,
  'keeper-may-return': null,
  'time-is-up': null,
  'match-over': null,
  goal: p('Goal!', 'Rete!'),
  'own-goal': p('Goal!', 'Rete!'),
  'shoot-out-goal': p('Goal!', 'Rete!'),
  'shoot-out-unsuccessful': p('Illegal flicking - Shoot-out unsuccessful', 'Colpo irregolare - Tiro piazzato fallito'),
  shootable: p('Shootable!', 'Tirabile!'),
  offside: p('Offside - Free-flick', 'Fuorigioco - Calcio di punizione'),
  ...branches('incorrect-block-flick', 'Incorrect block-flick', 'Marcamento difensivo scorretto', 'back', 'free-flick'),
  'incorrect-block-flick:obstruction-back': p('Incorrect block-flick - Obstruction - Back', 'Marcamento difensivo scorretto - Ostruzione - Back'),
  ...branches('illegal-flicking', 'Illegal flicking', 'Colpo irregolare', 'back', 'free-flick'),
  'illegal-flicking:change': p('Illegal flicking - Change!', 'Colpo irregolare - Cambio!'),
  'illegal-flicking:replay': p('Illegal flicking - Replay', 'Colpo irregolare - Ripetizione'),
  'illegal-flicking:change-of-right': p('Illegal flicking - Change of right', 'Colpo irregolare - Cambio del diritto'),
  ...branches('foul-play', 'Foul play', 'Fallo di gioco', 'free-flick', 'penalty-flick'),
  ...branches('finger-foul', 'Finger foul', 'Fallo di dito', 'back', 'free-flick', 'penalty-flick'),
  ...branches('handball', 'Handball', 'Fallo di mano', 'free-flick', 'penalty-flick'),
  smashing: p('Smashing!', 'Spazzata!'),
  'blocked-ball': p('Blocked ball - Free-flick', 'Palla bloccata - Calcio di punizione'),
  obstruction: p('Obstruction - Free-flick', 'Ostruzione - Calcio di punizione'),
  'obstruction:back': p('Obstruction - Back', 'Ostruzione - Back'),
  'illegal-position': p('Illegal position!', 'Posizione irregolare!'),
  'illegal-manipulation:stop': p('Illegal manipulation', 'Manipolazione irregolare'),
  ...branches('illegal-manipulation', 'Illegal manipulation', 'Manipolazione irregolare', 'free-flick', 'penalty-flick'),
  'illegal-manipulation:change-of-right': p('Illegal manipulation - Change of right', 'Manipolazione irregolare - Cambio del diritto'),
  'physical-foul-position': p('Physical foul position - Free-flick', 'Fallo di posizione fisica - Calcio di punizione'),
  'illegal-playing-figure-number': p('Illegal playing figure number - Free-flick', 'Numero irregolare di miniature - Calcio di punizione'),
  'foul-flick-in': p('Foul flick-in - Change of flick-in right', 'Fallo di rimessa laterale - Cambio del diritto di rimessa laterale'),
  'keeper-foul': p('Keeper-foul - Free-flick', 'Fallo del portiere - Calcio di punizione'),
  placing: p('Placing!', 'Piazzamento!'),
  'verifying-forcing': p('Verifying forcing possibility!', 'Verifica della possibilità di forzare!'),
  'limited-flick': p('Limited flick!', 'Colpo limitato!'),
  replay: p('Replay!', 'Ripetizione!'),
  ...branches('rebound', 'Rebound', 'Rimpallo', 'back', 'free-flick'),
  'time-wasting': p('Time wasting - Free-flick', 'Perdita di tempo - Calcio di punizione'),
  back: p('Back!', 'Back!'),
  'free-flick': p('Free-flick', 'Calcio di punizione'),
  'penalty-flick': p('Penalty-flick', 'Calcio di rigore'),
  distance: p('Distance', 'Distanza'),
}

const RIGHT_IT: Readonly<Record<string, string>> = {
  'flick-off': "calcio d'inizio",
  'flick-in': 'rimessa laterale',
  'goal-flick': 'rimessa dal fondo',
  'corner-flick': "calcio d'angolo",
  'free-flick': 'calcio di punizione',
  'penalty-flick': 'calcio di rigore',
}
const OFFENCE_IT: Readonly<Record<string, string>> = {
  'Illegal flicking': 'Colpo irregolare',
  'Illegal manipulation': 'Manipolazione irregolare',
  'Time wasting': 'Perdita di tempo',
}
/** "Illegal flicking - Change of flick-off right": the right that passes to the other side. */
export const changeOfRight = (offence: keyof typeof OFFENCE_IT, restart: string): Phrase =>
  p(`${offence} - Change of ${restart} right`, `${OFFENCE_IT[offence]} - Cambio del diritto di ${RIGHT_IT[restart]}`)
