import type { TagTone } from '#console/platform/components/tag.tsx'
import type { Statement } from '#contract/money/statements/shapes.ts'

export const statementTones: Record<Statement['state'], TagTone> = { CLOSED: 'way', OVERDUE: 'bad', PAID: 'good', WRITTEN_OFF: 'bad' }
export const disputeLabels = {
  OPEN: '待处理',
  FOR_BUYER: '支持买家',
  PARTLY_FOR_BUYER: '部分支持',
  AGAINST_BUYER: '维持原账',
  WITHDRAWN: '买家已撤回',
} as const
export const disputeTones: Record<keyof typeof disputeLabels, TagTone> = {
  OPEN: 'wait',
  FOR_BUYER: 'good',
  PARTLY_FOR_BUYER: 'good',
  AGAINST_BUYER: 'over',
  WITHDRAWN: 'over',
}
/** Formats a daily rate in basis points: 5 → '万分之 5'. */
export const formatDailyInterestRate = (basisPoints: number): string => `万分之 ${basisPoints}`
