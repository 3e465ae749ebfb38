import { goods, goodsCategory } from '#contract/catalog/goods/api.ts'
import { site } from '#contract/content/content/api.ts'
import { cart } from '#contract/orders/cart/api.ts'
import { cartCount } from '#contract/orders/cart/count-api.ts'
import { user } from '#contract/people/identity/api.ts'
import { unread } from '#contract/people/messaging/unread-api.ts'
import type { Endpoint } from '#contract/platform/core/endpoint.ts'
import { API_BASE } from '#contract/platform/core/envelope.ts'
import { parseFilter, toGoodsListInput } from '#storefront/catalog/goods/shop/shop-view.ts'

/** A request that the screen of a URL sends first. It must be identical to the screen's own request, or its answer is not used. */
export interface PrefetchCall {
  path: string
  wire: Record<string, unknown>
  /** A field of the request that is in the URL under the same name. Without it there is no request. */
  field?: string
  /** Only if the URL has no other parameters, because only the screen parses those. */
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

/** The requests of every screen's header and footer: the data of the mall, the user, and his counts. */
const frame = [
  first('anybody', site.info),
  first('member', user.detail),
  first('member', cartCount.count),
  first('member', unread.countNotRead),
]

/**
 * The first requests of the screens on which people arrive. A script in the page sends them while the screen's code loads
 * (`tools/entry-preload.ts`), and the screen takes the answers (`ui/prefetch.ts`). The permissions of a member are not known at that time, so
 * the goods of the home page are prefetched only for guests.
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
