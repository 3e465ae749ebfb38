import { defineLifecycle, type StateOf } from '#contract/platform/core/lifecycle.ts'

/**
 * 催收任务: what staff do about the overdue statements of a company. The job opens it, decides its promises, and closes it when nothing is
 * overdue any more.
 */
export const collectionTaskLifecycle = defineLifecycle({
  initial: ['OPEN'],
  states: {
    OPEN: { label: '待跟进' },
    PROMISED: { label: '已承诺' },
    BROKEN: { label: '承诺未兑现' },
    COUNSEL: { label: '已移交律师' },
    CLOSED: { label: '已结清', final: true },
  },
  verbs: {
    promise: { from: ['OPEN', 'BROKEN'], to: 'PROMISED', by: ['staff'], label: '登记承诺' },
    withdraw: { from: ['PROMISED'], to: 'OPEN', by: ['staff'], label: '撤回承诺' },
    keep: { from: ['PROMISED', 'BROKEN'], to: 'OPEN', by: ['clock'], label: '承诺已兑现' },
    break: { from: ['PROMISED', 'OPEN'], to: 'BROKEN', by: ['clock'], label: '承诺未兑现' },
    handOver: { from: ['OPEN', 'PROMISED', 'BROKEN'], to: 'COUNSEL', by: ['staff'], label: '移交律师' },
    takeBack: { from: ['COUNSEL'], to: 'OPEN', by: ['staff'], label: '收回' },
    close: { from: ['OPEN', 'PROMISED', 'BROKEN', 'COUNSEL'], to: 'CLOSED', by: ['clock'], label: '结清' },
  },
})
export type CollectionTaskState = StateOf<typeof collectionTaskLifecycle>

/** 承诺还款. Money that becomes known late, or a corrected value day, may turn a decision over. */
export const collectionPromiseLifecycle = defineLifecycle({
  initial: ['WAIT'],
  states: {
    WAIT: { label: '待兑现' },
    KEPT: { label: '已兑现' },
    BROKEN: { label: '未兑现' },
    WITHDRAWN: { label: '已撤回', final: true },
  },
  verbs: {
    keep: { from: ['WAIT', 'BROKEN'], to: 'KEPT', by: ['clock'], label: '兑现' },
    break: { from: ['WAIT', 'KEPT'], to: 'BROKEN', by: ['clock'], label: '未兑现' },
    withdraw: { from: ['WAIT'], to: 'WITHDRAWN', by: ['staff'], label: '撤回' },
  },
})

/** 停单申请: to put a company on the stop-list, or to take it off. The withdrawal of its author counts as a refusal. */
export const orderStopRequestLifecycle = defineLifecycle({
  initial: ['WAIT'],
  states: {
    WAIT: { label: '待复核' },
    DONE: { label: '已生效', final: true },
    REFUSED: { label: '已驳回', final: true },
  },
  verbs: {
    agree: { from: ['WAIT'], to: 'DONE', by: ['staff'], label: '同意' },
    refuse: { from: ['WAIT'], to: 'REFUSED', by: ['staff'], label: '驳回' },
  },
})
