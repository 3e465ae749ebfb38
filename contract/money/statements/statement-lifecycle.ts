import { defineLifecycle, type StateOf } from '#contract/platform/core/lifecycle.ts'
import type { Fen } from '#contract/platform/core/money.ts'

/** 账单: the debt from a month's drawdowns, from its close on. An open month has no row yet. */
export const statementLifecycle = defineLifecycle({
  initial: ['CLOSED', 'PAID'],
  states: {
    CLOSED: { label: '待还款' },
    OVERDUE: { label: '已逾期' },
    PAID: { label: '已还清' },
    /** Nothing of it is receivable, but a part was written off and is still claimed. */
    WRITTEN_OFF: { label: '已核销待追偿' },
  },
  verbs: {
    settle: { from: ['CLOSED', 'OVERDUE'], to: 'PAID', by: ['system'], label: '还清' },
    fallDue: { from: ['CLOSED'], to: 'OVERDUE', by: ['clock'], label: '逾期' },
    /** Everything overdue is repaid or in dispute. The rest is due on a later day. */
    ease: { from: ['OVERDUE'], to: 'CLOSED', by: ['system'], label: '解除逾期' },
    /** An acceptance bill bounced, and the amount that it repaid is owed again. */
    reopen: { from: ['PAID', 'WRITTEN_OFF'], to: 'CLOSED', by: ['staff'], label: '恢复待还' },
    /** What was left of it was written off, or the rest was repaid. The claim is kept. */
    writeOff: { from: ['CLOSED', 'OVERDUE', 'PAID'], to: 'WRITTEN_OFF', by: ['staff', 'system'], label: '核销' },
    /** The claim was recovered, or forgiven by two people. */
    recover: { from: ['WRITTEN_OFF'], to: 'PAID', by: ['system', 'staff'], label: '追偿结束' },
  },
})
export type StatementState = StateOf<typeof statementLifecycle>

/** 减免与核销申请: what one person of finance proposes and another one decides. A withdrawal counts as a refusal. */
export const waiverOrWriteOffRequestLifecycle = defineLifecycle({
  initial: ['WAIT'],
  states: {
    WAIT: { label: '待另一人处理' },
    DONE: { label: '已同意', final: true },
    REFUSED: { label: '已驳回', final: true },
  },
  verbs: {
    agree: { from: ['WAIT'], to: 'DONE', by: ['staff'], label: '同意' },
    refuse: { from: ['WAIT'], to: 'REFUSED', by: ['staff'], label: '驳回' },
  },
})

/** The label of the month that is not closed yet. */
export const OPEN_MONTH_LABEL = '未出账'

/** The label of a statement with nothing due because the whole unpaid amount is in dispute. */
const DISPUTED_LABEL = '异议处理中'

/** The label of a statement whose written-off part was forgiven. It was not repaid. */
const FORGIVEN_LABEL = '已免追偿'

/** The label of a closed month: its state, or that it waits for its disputes, or that a part of it was forgiven. */
export const formatClosedMonthStatusLabel = (
  state: StatementState,
  { owedFen, forgivenFen }: { owedFen: Fen; forgivenFen: Fen },
): string => {
  if (state === 'CLOSED' && owedFen === 0) return DISPUTED_LABEL
  return state === 'PAID' && forgivenFen > 0 ? FORGIVEN_LABEL : statementLifecycle.states[state].label
}
