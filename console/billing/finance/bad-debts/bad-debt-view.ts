import type { TagTone } from '#console/platform/components/tag.tsx'
import type { BadDebtState } from '#contract/money/bad-debts/bad-debt-lifecycle.ts'

export const badDebtTones: Record<BadDebtState, TagTone> = { OPEN: 'bad', RECOVERED: 'good', FORGIVEN: 'over' }
