import { type ReviewRow, rejectReasons, type Step, steps } from '../../contract/verification/api.ts'
import type { Tone } from '../kit/tag.tsx'

export const stepChoices = Object.fromEntries(Object.entries(steps).map(([step, label]) => [step, { label }])) as Record<
  Step,
  { label: string }
>
export const reviewStates = { WAIT: { label: '待审核' }, PASS: { label: '已通过' }, FAIL: { label: '已驳回' } } as const

/** Steps whose approval gives the company its base limit. */
export const givesLimit = (step: Step): boolean => step !== 'agent'

/** How a case stands for whoever looks at the queue. */
export function standingOf({ state, claimedBy, claimedUntil, secondNeeded }: ReviewRow, now: Date): { label: string; tone: Tone } {
  if (state === 'PASS') return { label: '已通过', tone: 'good' }
  if (state === 'FAIL') return { label: '已驳回', tone: 'bad' }
  if (claimedBy !== null && claimedUntil !== null && claimedUntil > now) return { label: `${claimedBy} 处理中`, tone: 'way' }
  return secondNeeded ? { label: '待第二人复核', tone: 'wait' } : { label: '待领取', tone: 'wait' }
}

/** Past the day by which it was promised. */
export const isLate = ({ state, expectedDay }: Pick<ReviewRow, 'state' | 'expectedDay'>, today: string): boolean =>
  state === 'WAIT' && today > expectedDay

export const reasonsOf = (step: Step): readonly string[] => rejectReasons[step]
