import { defineLifecycle, type StateOf } from '#contract/platform/core/lifecycle.ts'
import { CHANGE_DELAY_HOURS } from './dual-control.ts'

/** A change that one administrator asks for and that another one approves, or that takes effect a day later unless somebody stops it. */
export const sensitiveChangeLifecycle = defineLifecycle({
  initial: ['PENDING'],
  states: {
    PENDING: { label: '待生效' },
    APPLIED: { label: '已生效', final: true },
    REJECTED: { label: '已阻止', final: true },
    WITHDRAWN: { label: '已撤回', final: true },
  },
  verbs: {
    approve: { from: ['PENDING'], to: 'APPLIED', by: ['staff'], label: '同意' },
    takeEffect: { from: ['PENDING'], to: 'APPLIED', by: ['clock'], label: '到时生效', afterHours: CHANGE_DELAY_HOURS },
    reject: { from: ['PENDING'], to: 'REJECTED', by: ['staff'], label: '阻止' },
    /** Its time has come, and it cannot be done any more: the account is gone, whoever asked is no administrator now. */
    lapse: { from: ['PENDING'], to: 'REJECTED', by: ['clock'], label: '失效' },
    withdraw: { from: ['PENDING'], to: 'WITHDRAWN', by: ['staff'], label: '撤回' },
  },
})
export type SensitiveChangeState = StateOf<typeof sensitiveChangeLifecycle>
