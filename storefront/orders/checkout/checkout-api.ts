import { keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query'
import type { PaymentMethod } from '#contract/orders/orders/amounts.ts'
import { orderEndpoints } from '#contract/orders/orders/api.ts'
import type { OfferedPaymentMethod } from '#contract/orders/orders/preview-shapes.ts'
import type { SubmittedTrade } from '#contract/orders/orders/shapes.ts'
import type { UserDetail } from '#contract/people/identity/shapes.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { parseId } from '#storefront/platform/components/parse-id.ts'
import type { SearchParams } from '#storefront/platform/routing/types.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'
import { queryClient, userQuery } from '#storefront/platform/sessions/session.ts'
import { type GoodsToOrder, parseCouponIdsByShopParam, parseGoodsToOrder, parsePaymentMethod } from './checkout-view.ts'

const { preview, submit, changeMethod, trade, payByCredit, payByWallet } = orderEndpoints
export const checkoutApi = createApiClient({ preview, submit, changeMethod, trade, payByCredit, payByWallet }, sendOrHoldUntilLogin)

interface PreviewQueryInput {
  goods: GoodsToOrder
  method: PaymentMethod | undefined
  /** The method that was used last. */
  preferred: PaymentMethod | undefined
  addressId: string | undefined
  /** The coupon of each shop for which the buyer has chosen one, or none. */
  coupons: Readonly<Record<string, string | null>>
}

/** Long enough for an answer that was fetched before the page renders. Whatever this browser changes invalidates it at once. */
const PREVIEW_STALE_MS = 2_000

/** The preview of an order. While another method or address is fetched, the earlier answer stays visible. */
const orderPreviewQuery = ({ goods, method, preferred, addressId, coupons }: PreviewQueryInput) =>
  queryOptions({
    queryKey: ['preview', goods, method, preferred, addressId, coupons],
    queryFn: () =>
      checkoutApi.preview({
        ...goods,
        coupons: { ...coupons },
        ...(method === undefined ? {} : { method }),
        ...(preferred === undefined ? {} : { preferred }),
        ...(addressId === undefined ? {} : { addressId }),
      }),
    staleTime: PREVIEW_STALE_MS,
    // What was offered or prepared is used up by the submit. A page that was fetched again would then take the dialog of the payment away.
    refetchOnWindowFocus: !('quotation' in goods || 'proposal' in goods),
    placeholderData: keepPreviousData,
  })

/** The preview of goods as the URL asks for it. */
export function toPreviewQuery(goods: GoodsToOrder, { method, addressId, coupons }: SearchParams, preferred: PaymentMethod | undefined) {
  const named = { method: parsePaymentMethod(method), addressId: parseId(addressId), coupons: parseCouponIdsByShopParam(coupons) }
  return orderPreviewQuery({ goods, preferred, ...named })
}

/** A trade as the server answered last. Without methods: it is from the answer to a write, and they are fetched. */
export type TradeOfQuery = SubmittedTrade & { methods?: OfferedPaymentMethod[] }

export const tradeQuery = (tradeId: string) =>
  queryOptions({
    queryKey: ['order', 'trade', tradeId],
    queryFn: (): Promise<TradeOfQuery> => checkoutApi.trade({ tradeId }),
    staleTime: 0,
  })

/** Invalidates the queries that change when an order is submitted, paid or changed. */
export const invalidatedByOrder: readonly QueryKey[] = [
  ['order'],
  ['cart'],
  ['credit'],
  ['wallet'],
  ['message'],
  ['goods'],
  ['coupon'],
  ['quotation'],
  ['proposal'],
]

type Member = Pick<UserDetail, 'userId' | 'enterpriseId'>
/** Each person has a habit of his own in each company. */
const keyOf = ({ userId, enterpriseId }: Member) => `yanfeng.method.${userId}@${enterpriseId}`

/** The method by which a member has submitted the last order in this browser; undefined: none, and the server finds it. */
export const readLastPaymentMethod = (member: Member | undefined): PaymentMethod | undefined =>
  member === undefined ? undefined : parsePaymentMethod(localStorage.getItem(keyOf(member)) ?? undefined)

export function saveLastPaymentMethod(member: Member | undefined, method: PaymentMethod): void {
  if (member !== undefined) localStorage.setItem(keyOf(member), method)
}

/** Fetches the preview before the confirmation page renders. A guest has none. */
export function prefetchOrderPreview(search: SearchParams): void {
  const goods = parseGoodsToOrder(search)
  const user = queryClient.getQueryData<UserDetail>(userQuery.queryKey)
  if (goods && user) void queryClient.prefetchQuery(toPreviewQuery(goods, search, readLastPaymentMethod(user)))
}
