import { defineLifecycle, type StateOf } from '#contract/platform/core/lifecycle.ts'

/** A difference that a reconciliation found, until a person explains it or it is gone. */
export const reconciliationDifferenceLifecycle = defineLifecycle({
  initial: ['OPEN'],
  states: {
    OPEN: { label: '待处理' },
    /** The cause is known, and something is still outstanding. */
    EXPLAINED: { label: '已说明' },
    CLOSED: { label: '已关闭' },
    /** A later run found that the three sides agree. */
    GONE: { label: '已一致' },
  },
  verbs: {
    explain: { from: ['OPEN', 'EXPLAINED'], to: 'EXPLAINED', by: ['staff'], label: '说明原因' },
    close: { from: ['OPEN', 'EXPLAINED'], to: 'CLOSED', by: ['staff'], label: '关闭' },
    vanish: { from: ['OPEN', 'EXPLAINED'], to: 'GONE', by: ['system'], label: '复核一致' },
    // If the amounts change, the earlier explanation no longer applies.
    reopen: { from: ['EXPLAINED', 'CLOSED', 'GONE'], to: 'OPEN', by: ['system'], label: '重新出现' },
  },
})
export type ReconciliationDifferenceState = StateOf<typeof reconciliationDifferenceLifecycle>

/** The reasons for a difference, as staff choose them. */
export const reconciliationDifferenceCauses = {
  timing: { label: '跨日时间差' },
  billLate: { label: '机构账单延迟或缺行' },
  notBooked: { label: '本系统漏记，已补记' },
  duplicate: { label: '重复收付，已退回' },
  amount: { label: '金额不符，已与机构核对' },
  fee: { label: '机构手续费或扣款' },
  manual: { label: '人工线下处理' },
  other: { label: '其他' },
} as const
