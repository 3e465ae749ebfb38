import type { TagTone } from '#console/platform/components/tag.tsx'
import type { LicenceReviewRow } from '#contract/catalog/licences/console-api.ts'
import { type LicenceState, licenceLifecycle } from '#contract/catalog/licences/licence-lifecycle.ts'

const tones: Record<LicenceState, TagTone> = {
  pending: 'wait',
  approved: 'good',
  rejected: 'bad',
  withdrawn: 'over',
  expired: 'bad',
  replaced: 'over',
}

/** The state of a licence in the queue: a waiting one names its reviewer. */
export function toLicenceStatus(
  { state, claimedBy, claimedUntil }: Pick<LicenceReviewRow, 'state' | 'claimedBy' | 'claimedUntil'>,
  now: Date,
): { label: string; tone: TagTone } {
  if (state === 'pending' && claimedBy !== null && claimedUntil !== null && claimedUntil > now)
    return { label: `${claimedBy} 处理中`, tone: 'way' }
  return { label: state === 'pending' ? '待领取' : licenceLifecycle.states[state].label, tone: tones[state] }
}
