import { defineLifecycle, type StateOf, type VerbOf } from '#contract/platform/core/lifecycle.ts'

/**
 * 批量修改: a change of many goods is tried first and then, if somebody confirms it, applied. For a day it can be undone, even if only a part
 * of it was written.
 */
export const goodsBulkEditLifecycle = defineLifecycle({
  initial: ['trying'],
  states: {
    trying: { label: '试算中' },
    tried: { label: '待确认' },
    applying: { label: '修改中' },
    done: { label: '已完成' },
    stopped: { label: '已停止' },
    undoing: { label: '撤销中' },
    undone: { label: '已撤销', final: true },
  },
  verbs: {
    finishTrial: { from: ['trying'], to: 'tried', by: ['clock'], label: '试算完成' },
    apply: { from: ['tried'], to: 'applying', by: ['staff'], label: '修改' },
    finish: { from: ['applying'], to: 'done', by: ['clock'], label: '完成' },
    stop: { from: ['trying', 'tried', 'applying'], to: 'stopped', by: ['staff'], label: '停止' },
    undo: { from: ['done', 'stopped'], to: 'undoing', by: ['staff'], label: '撤销' },
    finishUndo: { from: ['undoing'], to: 'undone', by: ['clock'], label: '撤销完成' },
  },
})
export type GoodsBulkEditState = StateOf<typeof goodsBulkEditLifecycle>
export type GoodsBulkEditVerb = VerbOf<typeof goodsBulkEditLifecycle>
