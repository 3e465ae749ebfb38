import { defineLifecycle, type StateOf } from '#contract/platform/core/lifecycle.ts'
import { SENSITIVE_CHANGE_DELAY_HOURS } from './dual-control.ts'

/**
 * The states of a change that one administrator requests. Another one approves it, or it takes effect a day later unless somebody stops it.
 */
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
    takeEffect: { from: ['PENDING'], to: 'APPLIED', by: ['clock'], label: '到时生效', afterHours: SENSITIVE_CHANGE_DELAY_HOURS },
    reject: { from: ['PENDING'], to: 'REJECTED', by: ['staff'], label: '阻止' },
    /** The time has come, but it cannot be applied any more: the account is gone, or the requester is no longer an administrator. */
    lapse: { from: ['PENDING'], to: 'REJECTED', by: ['clock'], label: '失效' },
    withdraw: { from: ['PENDING'], to: 'WITHDRAWN', by: ['staff'], label: '撤回' },
  },
})
export type SensitiveChangeState = StateOf<typeof sensitiveChangeLifecycle>
