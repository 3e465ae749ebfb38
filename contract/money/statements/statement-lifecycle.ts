import { defineLifecycle, type StateOf } from '#contract/platform/core/lifecycle.ts'
import type { StatementBalance } from './amounts.ts'

/** 账单: what a month's drawdowns owe, from its close on. An open month is no row yet. */
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
    /** All that was late is repaid or in dispute; the rest is due another day. */
    ease: { from: ['OVERDUE'], to: 'CLOSED', by: ['system'], label: '解除逾期' },
    /** An acceptance bill bounced: what it repaid is owed again. */
    reopen: { from: ['PAID'], to: 'CLOSED', by: ['staff'], label: '恢复待还' },
  },
})
export type StatementState = StateOf<typeof statementLifecycle>

/** What the month that is not closed yet is called. */
export const OPEN_LABEL = '未出账'

/** A statement of which nothing is due because all that is unpaid is in dispute. */
const DISPUTED_LABEL = '异议处理中'

/** What a closed month is called: its state, or that it waits for its disputes. */
export const statementLabel = (state: StatementState, { owedFen }: Pick<StatementBalance, 'owedFen'>): string =>
  state === 'CLOSED' && owedFen === 0 ? DISPUTED_LABEL : statementLifecycle.states[state].label
