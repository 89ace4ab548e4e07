/** FISTF 14.1.1, 14.1.2: the ball over the touchline; forced flick-ins with the quarter condition and the 21 mm limit. */
import { probabilityAbove } from '../../calibration/estimate.ts'
import { otherSide } from '../../calibration/units.ts'
import type { Placed } from '../../vision/events/game-event.ts'
import { type Band, bandOf, insideBand } from '../common/areas.ts'
import type { MatchSetup, Rule } from '../rule.ts'
import { type BallOut, ballOut, flickInSpot, outFinding } from './ball-out.ts'
import { FORCING_LIMIT_MM } from './limits.ts'
import type { FistfState } from './state.ts'

export const flickIn: Rule<FistfState> = {
  ref: 'FISTF 14.1.1',
  title: 'Flick-in to the side that did not touch the ball last',
  find(before, event, after, setup) {
    const out = ballOut(before, event, after, setup)
    if (out?.line !== 'touchline' || isForcing(out)) return []
    const at = flickInSpot(out, setup)
    const side = out.last?.side ?? null
    if (!out.last || side === null) {
      const candidates = out.last?.candidates ?? []
      return [
        outFinding(out, {
          rule: this.ref,
          code: 'flick-in',
          gains: null,
          restart: { kind: 'flick-in', for: null, at, candidates },
          because: candidates.length ? `last touched by ${candidates.join(' or ')}` : 'nobody was seen to touch the ball',
        }),
      ]
    }
    const taker = otherSide(side)
    return [
      outFinding(out, {
        rule: this.ref,
        code: 'flick-in',
        gains: taker,
        against: side,
        restart: { kind: 'flick-in', for: taker, at },
        because: `${out.last.by ?? side} touched the ball last`,
      }),
    ]
  },
}

export const forcedFlickIn: Rule<FistfState> = {
  ref: 'FISTF 14.1.2',
  title: 'Forced flick-in: ball, deflecting and forcing figure completely inside the quarter that the ball leaves',
  find(before, event, after, setup) {
    const out = ballOut(before, event, after, setup)
    if (out?.line !== 'touchline' || !isForcing(out)) return []
    const at = flickInSpot(out, setup)
    const attacker = out.played!.side!
    const forced = forcedProbability(out, setup)
    // doubt goes against the attacker (2.1.1.4)
    const taker = forced >= 0.95 ? attacker : otherSide(attacker)
    const because = taker === attacker ? `${out.last!.by} was forced inside the quarter` : 'the forcing conditions were not met'
    return [
      outFinding(out, { rule: this.ref, code: 'flick-in', gains: taker, against: otherSide(taker), restart: { kind: 'flick-in', for: taker, at }, because }),
    ]
  },
}

/** The attacker's ball went out off a still figure of the other side. */
function isForcing(out: BallOut): boolean {
  const { played, last } = out
  return Boolean(played?.side && last?.side && last.side !== played.side && !last.keeper && !last.byMoving)
}

function forcedProbability(out: BallOut, setup: MatchSetup): number {
  const band: Band = bandOf(setup.pitch, out.at.xMm)
  const inside = (p: Placed | null) => (p ? probabilityAbove(insideBand(setup.pitch, band, p), 0) : 0)
  const defenders = out.deflections.filter((d) => d.side !== out.played!.side)
  const half = setup.pitch.widthMm / 2
  const withinLimit = (p: Placed | null) => (p ? Math.abs(p.where.at.yMm) - p.radiusMm - half <= FORCING_LIMIT_MM : false)
  if (!defenders.every((d) => withinLimit(d.toucher))) return 0
  const exit = { where: out.event.place, radiusMm: setup.ballRadiusMm }
  return Math.min(
    inside(out.played!.ball),
    inside(out.played!.figureBefore),
    probabilityAbove(insideBand(setup.pitch, band, exit), 0),
    ...defenders.map((d) => inside(d.toucher)),
  )
}
