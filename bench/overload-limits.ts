// The limits of the overload bench: what a flood has measured, compared with what is promised.
import { percentile, tenths } from './clients.ts'
import type { FloodResult } from './overload-flood.ts'

/** What a flood, and the payments and probes beside it, have measured. Times are milliseconds. */
export interface OverloadFigures extends FloodResult {
  /** The answers of /healthz and /readyz, and how often /healthz was not 200. */
  health: readonly number[]
  unwell: number
  /** Payments of each kind, and how many of them were paid on credit and settled by a callback. */
  payments: number
  paid: number
  settled: number
  recoveryMs: number
}

interface OverloadLimit {
  name: string
  value: string
  limit: string
  kept: boolean
}

const ANSWER_MS = 100
const ACCEPTED_MS = 1_000
const RECOVERY_MS = 5_000
/** Of the payments of each kind. */
const PAID_SHARE = 0.99

const sort = (times: readonly number[]) => times.toSorted((a, b) => a - b)
const ms = (value: number) => `${tenths(value)} ms`

const limitTime = (name: string, value: number, limit: number): OverloadLimit => ({
  name,
  value: ms(value),
  limit: `${limit} ms`,
  kept: value <= limit,
})
const limitShare = (name: string, count: number, of: number): OverloadLimit => ({
  name: `${name}, of ${of}`,
  value: String(count),
  limit: '99 %',
  kept: count >= of * PAID_SHARE,
})

/**
 * Lists each limit with its figure. Of refusals the p99 is limited, and the slowest is named beside it. A generator that is late offers
 * less than it says, so its figures prove nothing.
 */
export function listOverloadLimits(figures: OverloadFigures): OverloadLimit[] {
  const { health, unwell, accepted, refused, other, lateMs, payments, paid, settled, recoveryMs } = figures
  const [probes, fast, slow] = [sort(health), sort(accepted), sort(refused)]
  const probed = limitTime(`/healthz and /readyz, ${probes.length} answers: slowest`, probes.at(-1) ?? 0, ANSWER_MS)
  return [
    { ...probed, kept: probed.kept && unwell === 0 },
    limitTime(`refused ${slow.length}: p99 is limited, slowest ${ms(slow.at(-1) ?? 0)}`, percentile(slow, 0.99), ANSWER_MS),
    limitTime(`accepted ${fast.length}: p99`, percentile(fast, 0.99), ACCEPTED_MS),
    limitShare('paid on credit', paid, payments),
    limitShare('settled by a callback', settled, payments),
    { name: 'neither answered nor refused', value: String(other), limit: '0', kept: other === 0 },
    limitTime('recovery', recoveryMs, RECOVERY_MS),
    limitTime('generator late by at most', lateMs, ANSWER_MS),
  ]
}

/** The medians, which have no limit. */
export function describeOverloadMedians({ health, accepted, refused }: OverloadFigures): string {
  const [probes, fast, slow] = [sort(health), sort(accepted), sort(refused)]
  return `p50: health ${ms(percentile(probes, 0.5))} (p99 ${ms(percentile(probes, 0.99))}), refused ${ms(percentile(slow, 0.5))}, accepted ${ms(percentile(fast, 0.5))}`
}
