import { defineLifecycle, type StateOf, type VerbOf } from '#contract/platform/core/lifecycle.ts'

/**
 * 商品: goods that were never published are a draft. Goods on sale or off sale may have another draft beside them, which replaces their
 * content when it is published and does not change their state.
 */
export const goodsLifecycle = defineLifecycle({
  initial: ['draft'],
  states: {
    draft: { label: '草稿' },
    on_sale: { label: '在售' },
    off_sale: { label: '已下架' },
    archived: { label: '已归档', final: true },
  },
  verbs: {
    publish: { from: ['draft'], to: 'on_sale', by: ['staff', 'clock'], label: '发布' },
    takeOff: { from: ['on_sale'], to: 'off_sale', by: ['staff'], label: '下架' },
    relist: { from: ['off_sale'], to: 'on_sale', by: ['staff'], label: '重新上架' },
    archive: { from: ['off_sale'], to: 'archived', by: ['staff'], label: '归档' },
  },
})
export type GoodsState = StateOf<typeof goodsLifecycle>
export type GoodsVerb = VerbOf<typeof goodsLifecycle>
