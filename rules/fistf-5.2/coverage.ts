/** Every chapter of the book that can be decided from above, and what of it is done. Printed by `greenline rules fistf-5.2`. */
import type { Coverage } from '../rule.ts'

const done = (rule: string, title: string, note = ''): Coverage => ({ rule, title, status: 'done', note })
const notYet = (rule: string, title: string, note = ''): Coverage => ({ rule, title, status: 'not yet', note })
const referee = (rule: string, title: string, note: string): Coverage => ({ rule, title, status: 'needs the referee', note })
const unseen = (rule: string, title: string, note: string): Coverage => ({ rule, title, status: 'cannot be seen', note })

export const COVERAGE: readonly Coverage[] = [
  unseen('1.1.1', 'Flick with the nail on the base', 'nail and height of the touch'),
  referee('1.1.2', 'No pushing, dragging or leverage', 'long contact can be shown'),
  notYet('1.2.1', 'Flicking when not allowed'),
  notYet('1.3.1', 'Physical foul position'),
  notYet('1.5.1', 'More than ten figures in the field'),
  notYet('2.1.1.2', 'Forcing up to 21 mm outside the line', 'applied in 14.1.2, 15.1.2, 16.1.1.1; the measurement on request is not yet there'),
  notYet('2.1.2', 'Figure off the playing surface'),
  notYet('2.1.3', 'Figure bounced off the fence'),
  notYet('2.1.4', 'Figure left the table'),
  notYet('2.2.1', 'Figure in the goal area when the ball is still'),
  notYet('2.3.1', 'Placing beside an obstacle'),
  notYet('2.4', 'Lying and hooked figures'),
  notYet('2.6', 'Distances'),
  notYet('4.2', 'Flick-off'),
  done('4.3.2', 'Ball completely over a line stops play', 'notes 1 to 3 (after an offence) not yet'),
  done('5.1.2.a', 'Change: flicked figure misses the ball', 'ticks and positional flicks not yet told apart'),
  done('5.1.2.b', 'Change: ball touches a still figure or the goalkeeper of the defender'),
  notYet('5.1.3', 'Running figures after a change'),
  notYet('5.2.1', 'Three tries in a row', 'counted, not called'),
  notYet('5.3', 'Foul play, smashing, blocked ball'),
  notYet('6', 'Block-flicks'),
  done('7.1.1', 'Goal', 'under the bar and the end signal: the referee'),
  done('7.1.2', 'Shootable'),
  done('7.2.1', 'No goal from outside the shooting area'),
  done('7.3.1', 'Own goal', '7.3.2 and 7.3.3 not yet'),
  notYet('8', 'Goalkeeper'),
  notYet('9', 'Reserve keeper'),
  unseen('10.1', 'Cards', 'the referee enters them'),
  notYet('11', 'Free-flick'),
  notYet('12', 'Penalty-flick'),
  notYet('13', 'Offside'),
  done('14.1.1', 'Flick-in'),
  done('14.1.2', 'Forced flick-in'),
  notYet('14.2', 'Taking a flick-in'),
  done('15.1.1', 'Goal-flick'),
  done('15.1.2', 'Forced goal-flick'),
  notYet('15.2', 'Taking a goal-flick'),
  done('16.1.1.1', 'Forced corner-flick'),
  done('16.1.1.2', 'Corner-flick: over the own goal line'),
  notYet('16.2', 'Taking a corner-flick'),
  notYet('17', 'Shoot-outs'),
]
