import { defineLifecycle, type StateOf, type VerbOf } from '#contract/platform/core/lifecycle.ts'

/**
 * 系统迁入: companies of an older system are tried, approved by two people, and moved in one by one. If a run is stopped, the moved companies
 * stay, and the rest can be resumed. A run also stops by itself at a company that fails for an unexpected reason, because the reason may be
 * gone the next time.
 */
export const movingInLifecycle = defineLifecycle({
  initial: ['trying'],
  states: {
    trying: { label: '试算中' },
    tried: { label: '待提交' },
    submitted: { label: '待复核' },
    applying: { label: '迁入中' },
    stopped: { label: '已停止' },
    done: { label: '已完成', final: true },
    cancelled: { label: '已取消', final: true },
  },
  verbs: {
    finishTrial: { from: ['trying'], to: 'tried', by: ['clock'], label: '试算完成' },
    submit: { from: ['tried'], to: 'submitted', by: ['staff'], label: '提交复核' },
    approve: { from: ['submitted'], to: 'applying', by: ['staff'], label: '同意迁入' },
    cancel: { from: ['trying', 'tried', 'submitted'], to: 'cancelled', by: ['staff'], label: '取消' },
    stop: { from: ['applying'], to: 'stopped', by: ['staff'], label: '停止' },
    /** A company could not be written for a reason outside of its data. */
    fail: { from: ['applying'], to: 'stopped', by: ['clock'], label: '出错停止' },
    resume: { from: ['stopped'], to: 'applying', by: ['staff'], label: '继续' },
    finish: { from: ['applying'], to: 'done', by: ['clock'], label: '完成' },
  },
})
export type MovingInState = StateOf<typeof movingInLifecycle>
export type MovingInVerb = VerbOf<typeof movingInLifecycle>
