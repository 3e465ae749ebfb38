import { goodsEndpoints } from '#contract/catalog/goods/api.ts'
import { cartEndpoints } from '#contract/orders/cart/api.ts'

/** The steps of the funnel that are counted by visitors. */
export const countedSteps = ['visited', 'viewed', 'added'] as const
export type CountedStep = (typeof countedSteps)[number]

/** Which steps a call is, by its path. Who looks at a goods has come as well, and so has who adds one to the cart. */
export const stepsByPath: ReadonlyMap<string, readonly CountedStep[]> = new Map<string, readonly CountedStep[]>([
  [goodsEndpoints.list.path, ['visited']],
  [goodsEndpoints.skuList.path, ['visited']],
  [goodsEndpoints.detail.path, ['visited', 'viewed']],
  [cartEndpoints.add.path, ['visited', 'added']],
  [cartEndpoints.addMany.path, ['visited', 'added']],
])
