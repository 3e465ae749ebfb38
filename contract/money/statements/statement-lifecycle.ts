import { defineLifecycle, type StateOf } from '#contract/platform/core/lifecycle.ts'
import type { StatementBalance } from './amounts.ts'

/** 账单: the debt from a month's drawdowns, from its close on. An open month has no row yet. */
export const statementLifecycle = defineLifecycle({
  initial: ['CLOSED', 'PAID'],
  states: {
    CLOSED: { label: '待还款' },
    OVERDUE: { label: '已逾期' },
    PAID: { label: '已还清' },
  },
  verbs: {
    settle: { from: ['CLOSED', 'OVERDUE'], to: 'PAID', by: ['system'], label: '还清' },
    fallDue: { from: ['CLOSED'], to: 'OVERDUE', by: ['clock'], label: '逾期' },
    /** Everything overdue is repaid or in dispute. The rest is due on a later day. */
    ease: { from: ['OVERDUE'], to: 'CLOSED', by: ['system'], label: '解除逾期' },
    /** An acceptance bill bounced, and the amount that it repaid is owed again. */
    reopen: { from: ['PAID'], to: 'CLOSED', by: ['staff'], label: '恢复待还' },
  },
})
export type StatementState = StateOf<typeof statementLifecycle>

/** The label of the month that is not closed yet. */
export const OPEN_MONTH_LABEL = '未出账'

/** The label of a statement with nothing due because the whole unpaid amount is in dispute. */
const DISPUTED_LABEL = '异议处理中'

/** The label of a closed month: its state, or that it waits for its disputes. */
export const formatStatementLabel = (state: StatementState, { owedFen }: Pick<StatementBalance, 'owedFen'>): string =>
  state === 'CLOSED' && owedFen === 0 ? DISPUTED_LABEL : statementLifecycle.states[state].label
