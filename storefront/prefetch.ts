import { goods, goodsCategory } from '#contract/catalog/goods/api.ts'
import { site } from '#contract/content/content/api.ts'
import { cart } from '#contract/orders/cart/api.ts'
import { cartCount } from '#contract/orders/cart/count-api.ts'
import { user } from '#contract/people/identity/api.ts'
import { unread } from '#contract/people/messaging/unread-api.ts'
import type { Endpoint } from '#contract/platform/core/endpoint.ts'
import { API_BASE } from '#contract/platform/core/envelope.ts'
import { parseFilter, toGoodsListInput } from '#storefront/catalog/goods/shop/shop-view.ts'

/** A call that an address begins with, as it goes over the wire: the screen's own, to the letter, or its answer is not taken. */
export interface PrefetchCall {
  path: string
  wire: Record<string, unknown>
  /** A field of the wire that stands in the address under the same name; without it there is nothing to ask. */
  field?: string
  /** Only where the address says nothing more: what it narrows is the screen's to read. */
  bare?: true
  who: 'guest' | 'member' | 'anybody'
}

type More = Partial<Pick<PrefetchCall, 'wire' | 'field' | 'bare'>>
const first = (who: PrefetchCall['who'], { path }: Endpoint, more: More = {}): PrefetchCall => ({
  path: API_BASE + path,
  wire: {},
  who,
  ...more,
})

/** What every screen's head and foot ask: what the mall says of itself, who sits here, and what waits for him. */
const frame = [
  first('anybody', site.info),
  first('member', user.detail),
  first('member', cartCount.count),
  first('member', unread.countNotRead),
]

/**
 * What the screens where people arrive ask for first. The page's own script sends it while theirs is on its way (`tools/arrivals.ts`), and they
 * take the answers (`ui/prefetch.ts`). A member's codes are not known so early: of the home's shelves only guests are sure.
 */
export const prefetchCalls: Readonly<Record<string, readonly PrefetchCall[]>> = {
  '/': [...frame, first('guest', goodsCategory.recom), first('guest', goodsCategory.list), first('guest', goods.hardness)],
  '/shop': [
    ...frame,
    first('anybody', goods.list, { wire: toGoodsListInput(parseFilter({})), bare: true }),
    first('anybody', goodsCategory.list),
  ],
  '/categories': [...frame, first('anybody', goodsCategory.list)],
  '/detail': [...frame, first('anybody', goods.detail, { field: 'goodsId' })],
  '/cart': [...frame, first('member', cart.list)],
  '/user_center': frame,
  '/my_order': frame,
}
