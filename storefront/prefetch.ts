import { goodsCategoryEndpoints, goodsEndpoints } from '#contract/catalog/goods/api.ts'
import { creditEndpoints } from '#contract/money/credit/api.ts'
import { homeEndpoints } from '#contract/operations/home/api.ts'
import { cartEndpoints } from '#contract/orders/cart/api.ts'
import { cartLineCountEndpoints } from '#contract/orders/cart/count-api.ts'
import { orderEndpoints } from '#contract/orders/orders/api.ts'
import { currentUserEndpoints } from '#contract/people/identity/api.ts'
import { captchaAndSmsCodeEndpoints } from '#contract/people/identity/system-api.ts'
import { unreadMessageCountEndpoints } from '#contract/people/messaging/unread-api.ts'
import type { Endpoint } from '#contract/platform/core/endpoint.ts'
import { API_BASE } from '#contract/platform/core/envelope.ts'
import { parseGoodsListFilter, toGoodsListInput } from '#storefront/catalog/goods/goods-list/shop-view.ts'
import { PAGE_SIZE } from '#storefront/orders/orders/order-view.ts'

/** A request that the screen of a URL sends first. It must be identical to the screen's own request, or its answer is not used. */
export interface PrefetchCall {
  path: string
  wire: Record<string, unknown>
  /** A field of the request that is in the URL under the same name. Without it there is no request. */
  field?: string
  /** Only if the URL has no other parameters, because only the screen parses those. */
  bare?: true
  who: 'guest' | 'member' | 'anybody'
  /** Sent once the answer to the call of the user says that he has all permissions. For others the screen sends it. */
  afterUser?: true
}

/** The call that says which permissions a member has. */
export const USER_CALL_PATH = API_BASE + currentUserEndpoints.detail.path

type More = Partial<Pick<PrefetchCall, 'wire' | 'field' | 'bare' | 'afterUser'>>
const first = (who: PrefetchCall['who'], { path }: Endpoint, more: More = {}): PrefetchCall => ({
  path: API_BASE + path,
  wire: {},
  who,
  ...more,
})

/** The requests of every screen's header and footer: the user and his counts. */
const frame = [
  first('member', currentUserEndpoints.detail),
  first('member', cartLineCountEndpoints.count),
  first('member', unreadMessageCountEndpoints.countNotRead),
]

/**
 * The first requests of the screens on which people arrive. A script in the page sends them while the screen's code loads
 * (`tools/entry-preload.ts`), and the screen takes the answers (`ui/prefetch.ts`). The permissions of a member are not known at that time, so
 * the goods of the home page are prefetched only for guests, and orders after the user.
 */
export const prefetchCallsByPath: Readonly<Record<string, readonly PrefetchCall[]>> = {
  '/': [
    ...frame,
    first('guest', goodsCategoryEndpoints.recom),
    first('guest', goodsCategoryEndpoints.list),
    first('guest', goodsEndpoints.hardness),
    first('anybody', homeEndpoints.sections),
  ],
  '/shop': [
    ...frame,
    first('anybody', goodsEndpoints.list, { wire: toGoodsListInput(parseGoodsListFilter({})), bare: true }),
    first('anybody', goodsCategoryEndpoints.list),
  ],
  '/categories': [...frame, first('anybody', goodsCategoryEndpoints.list)],
  '/detail': [...frame, first('anybody', goodsEndpoints.detail, { field: 'goodsId' })],
  '/cart': [...frame, first('member', cartEndpoints.list)],
  // The same sizes as in `useCaptcha`.
  '/login': [
    first('guest', captchaAndSmsCodeEndpoints.captcha, { wire: { longValue: 256, fontSize: 48, widthValue: 96, purpose: 'login' } }),
  ],
  '/user_center': frame,
  '/my_order': [
    ...frame,
    first('member', orderEndpoints.list, { wire: { pageNo: 1, pageSize: PAGE_SIZE }, bare: true, afterUser: true }),
    first('member', orderEndpoints.count, { afterUser: true }),
  ],
  '/order_info': frame,
  '/credit_account': [...frame, first('member', creditEndpoints.overview)],
}
