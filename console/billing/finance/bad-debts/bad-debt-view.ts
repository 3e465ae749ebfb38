import type { TagTone } from '#console/platform/components/tag.tsx'
import type { BadDebtState } from '#contract/money/bad-debts/claim.ts'

export const badDebtTones: Record<BadDebtState, TagTone> = { OPEN: 'bad', RECOVERED: 'good', FORGIVEN: 'over' }

/** Formats a share in hundredths of a percent: 50 → '0.5%'. */
export const formatShare = (basisPoints: number): string => `${basisPoints / 100}%`
