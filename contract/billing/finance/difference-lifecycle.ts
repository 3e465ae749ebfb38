import { defineLifecycle, type StateOf } from '#contract/platform/core/lifecycle.ts'

/** A difference of a day's reconciliation, from when it is found until somebody answers for it or it is gone. */
export const differenceLifecycle = defineLifecycle({
  initial: ['OPEN'],
  states: {
    OPEN: { label: '待处理' },
    /** The cause is known; something is still to come. */
    EXPLAINED: { label: '已说明' },
    CLOSED: { label: '已关闭' },
    /** Told again, the three sides agree. */
    GONE: { label: '已一致' },
  },
  verbs: {
    explain: { from: ['OPEN', 'EXPLAINED'], to: 'EXPLAINED', by: ['staff'], label: '说明原因' },
    close: { from: ['OPEN', 'EXPLAINED'], to: 'CLOSED', by: ['staff'], label: '关闭' },
    vanish: { from: ['OPEN', 'EXPLAINED'], to: 'GONE', by: ['system'], label: '复核一致' },
    // Other figures than those that were answered for are a question of their own.
    reopen: { from: ['EXPLAINED', 'CLOSED', 'GONE'], to: 'OPEN', by: ['system'], label: '重新出现' },
  },
})
export type DifferenceState = StateOf<typeof differenceLifecycle>

/** Why the sides may differ, as people say it. */
export const differenceCauses = {
  timing: { label: '跨日时间差' },
  billLate: { label: '机构账单延迟或缺行' },
  notBooked: { label: '本系统漏记，已补记' },
  duplicate: { label: '重复收付，已退回' },
  amount: { label: '金额不符，已与机构核对' },
  fee: { label: '机构手续费或扣款' },
  manual: { label: '人工线下处理' },
  other: { label: '其他' },
} as const
