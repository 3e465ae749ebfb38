import { defineLifecycle, type StateOf, type VerbOf } from '#contract/platform/core/lifecycle.ts'

/** A paused shop shows its goods, but nobody can buy them. Orders that were submitted before continue. */
export const shopLifecycle = defineLifecycle({
  initial: ['open'],
  states: {
    open: { label: '营业中' },
    paused: { label: '暂停营业' },
  },
  verbs: {
    pause: { from: ['open'], to: 'paused', by: ['staff'], label: '暂停营业' },
    open: { from: ['paused'], to: 'open', by: ['staff'], label: '恢复营业' },
  },
})
export type ShopState = StateOf<typeof shopLifecycle>
export type ShopVerb = VerbOf<typeof shopLifecycle>

/** Why the goods of a paused shop cannot be bought. */
export const formatShopPausedReason = (shopName: string): string => `店铺「${shopName}」暂停营业，暂时不能购买`
