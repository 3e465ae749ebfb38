import type { TagTone } from '#console/platform/components/tag.tsx'
import type { BadDebtState } from '#contract/money/bad-debts/claim.ts'

export const badDebtTones: Record<BadDebtState, TagTone> = { OPEN: 'bad', RECOVERED: 'good', FORGIVEN: 'over' }
