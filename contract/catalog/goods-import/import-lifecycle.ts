import { defineLifecycle, type StateOf, type VerbOf } from '#contract/platform/core/lifecycle.ts'

/** 商品导入: a file is tried first and then, if somebody confirms it, applied. If it is stopped, the goods that were already applied stay. */
export const goodsImportLifecycle = defineLifecycle({
  initial: ['trying'],
  states: {
    trying: { label: '试算中' },
    tried: { label: '待确认' },
    applying: { label: '导入中' },
    done: { label: '已完成', final: true },
    stopped: { label: '已停止', final: true },
  },
  verbs: {
    finishTrial: { from: ['trying'], to: 'tried', by: ['clock'], label: '试算完成' },
    apply: { from: ['tried'], to: 'applying', by: ['staff'], label: '导入' },
    finish: { from: ['applying'], to: 'done', by: ['clock'], label: '完成' },
    stop: { from: ['trying', 'tried', 'applying'], to: 'stopped', by: ['staff'], label: '停止' },
  },
})
export type GoodsImportState = StateOf<typeof goodsImportLifecycle>
export type GoodsImportVerb = VerbOf<typeof goodsImportLifecycle>
