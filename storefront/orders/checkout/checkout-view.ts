import * as z from 'zod/mini'
import { type PaymentMethod, paymentMethods } from '#contract/orders/orders/amounts.ts'
import { ORDER_LINES_MAX, QuoteChange } from '#contract/orders/orders/api.ts'
import type { OfferedMethod } from '#contract/orders/orders/preview-shapes.ts'
import type { SubmittedTrade } from '#contract/orders/orders/shapes.ts'
import { Quantity } from '#contract/platform/core/fields.ts'
import { type BasisPoints, type Fen, subtract, sum } from '#contract/platform/core/money.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { dueDayOf, startOfDay } from '#contract/platform/core/shanghai.ts'
import { isId } from '#storefront/platform/components/parse-id.ts'
import type { SearchParams } from '#storefront/platform/components/route-types.ts'
import { formatSurcharge } from '#ui/format.ts'

/** What is to be ordered: lines of the cart, or SKUs bought at once. */
export type OrderRequest = { cartIds: string[] } | { lines: { skuId: string; goodsNum: number }[] }

/** A SKU and how many; undefined: it is none. */
function readLine(skuId: string | undefined, goodsNum: string | undefined): { skuId: string; goodsNum: number } | undefined {
  const quantity = Quantity.safeParse(/^\d{1,6}$/.test(goodsNum ?? '') ? Number(goodsNum) : undefined)
  return isId(skuId) && quantity.success ? { skuId, goodsNum: quantity.data } : undefined
}

/** ?lines=sku:num,sku:num; undefined where one of them is none: nobody orders half of what was meant. */
function readLines(text: string): OrderRequest | undefined {
  const lines = text.split(',').flatMap((part) => readLine(part.split(':')[0], part.split(':')[1]) ?? [])
  return lines.length === text.split(',').length && lines.length <= ORDER_LINES_MAX ? { lines } : undefined
}

/** Reads the wish from the address: ?cartIds=a,b,c, ?lines=… or ?skuId=…&goodsNum=…; undefined where it names nothing. */
export function parseOrderRequest({ cartIds, lines, skuId, goodsNum }: SearchParams): OrderRequest | undefined {
  const ids = [...new Set(cartIds?.split(',') ?? [])]
  if (ids.length > 0 && ids.length <= ORDER_LINES_MAX && ids.every(isId)) return { cartIds: ids }
  if (lines !== undefined) return readLines(lines)
  const one = readLine(skuId, goodsNum)
  return one && { lines: [one] }
}

/** The method that the address asks for; undefined: the mall's choice. */
export const parsePaymentMethod = (text: string | undefined): PaymentMethod | undefined =>
  text !== undefined && Object.hasOwn(paymentMethods, text) ? (text as PaymentMethod) : undefined

/** A shop and what its order takes, in an address: 'shop:coupon', or 'shop:' where it takes none. */
const NONE = ''

/** Reads ?coupons=shop:coupon,shop: as submit takes them; what is no such pair is left out, and gets the mall's choice. */
export function parseCouponChoices(text: string | undefined): Record<string, string | null> {
  const pairs = (text ?? '').split(',').map((part) => part.split(':'))
  return Object.fromEntries(
    pairs.flatMap(([shopId, couponId]) => (isId(shopId) && (couponId === NONE || isId(couponId)) ? [[shopId, couponId || null]] : [])),
  )
}

/** The other way round. */
export const formatCouponChoices = (coupons: Readonly<Record<string, string | null>>): string =>
  Object.entries(coupons)
    .map(([shopId, couponId]) => `${shopId}:${couponId ?? NONE}`)
    .join(',')

/** What was said to each shop, where something was: a note, and whose books it goes into. */
export const toShopNotes = (
  shops: readonly { shopId: string }[],
  { remarks, costCentres }: Record<'remarks' | 'costCentres', Readonly<Record<string, string>>>,
): { shopId: string; remark: string; costCentre: string }[] =>
  shops
    .map(({ shopId }) => ({ shopId, remark: remarks[shopId]?.trim() ?? '', costCentre: costCentres[shopId]?.trim() ?? '' }))
    .filter(({ remark, costCentre }) => remark !== '' || costCentre !== '')

/** The coupons that the page shows, as submit takes them: it is held to these, and to none where none is shown. */
export const toCouponChoices = (shops: readonly { shopId: string; couponId: string | null }[]): Record<string, string | null> =>
  Object.fromEntries(shops.map(({ shopId, couponId }) => [shopId, couponId]))

/** What moved between what was shown and what holds now. */
export interface OrderChanges {
  changes: QuoteChange[]
  freightMoved: boolean
  couponMoved: boolean
  giftMoved: boolean
}

const MovedDetail = z.object({ changes: z.array(QuoteChange), freightMoved: z.boolean(), couponMoved: z.boolean(), giftMoved: z.boolean() })

/** What a refused submit says has moved; undefined: it was refused for another reason. */
export function orderChangesOf(error: unknown): OrderChanges | undefined {
  if (!(error instanceof Refusal) || error.reason !== 'ORDER_CHANGED') return undefined
  const read = MovedDetail.safeParse(error.detail)
  return read.success ? read.data : { changes: [], freightMoved: false, couponMoved: false, giftMoved: false }
}

/** Where a price went, in words: colour alone says nothing. */
export function formatPriceDirection({ was, is }: Pick<QuoteChange, 'was' | 'is'>): '上涨' | '下降' | '变动' {
  if (was === null || is === null || was === is) return '变动'
  return is > was ? '上涨' : '下降'
}

/** What buying on credit costs beside paying now. */
export interface CreditCost {
  extra: Fen
  /** What it would come to now. */
  cash: Fen
  /** Of what leaves this month, and how many days from today that is. */
  dueDay: string
  days: number
  /** '95.5%': the extra as a yearly rate, were it shipped today. */
  yearly: string
}

const DAY_MS = 86_400_000

/** The price of waiting: the difference of both totals, and what it is a year. Undefined where one of the two is not to be had. */
export function creditCost(methods: readonly OfferedMethod[], today: string): CreditCost | undefined {
  const payable = (wanted: PaymentMethod) => methods.find(({ method }) => method === wanted)?.payable ?? null
  const [credit, cash] = [payable('credit'), payable('online')]
  if (credit === null || cash === null || cash <= 0 || credit < cash) return undefined
  const dueDay = dueDayOf(today.slice(0, 7))
  const days = (startOfDay(dueDay).getTime() - startOfDay(today).getTime()) / DAY_MS
  const extra = subtract(credit, cash)
  return { extra, cash, dueDay, days, yearly: formatSurcharge(yearlyRate(extra, cash, days)).slice(1) }
}

/** In whole numbers, half up: amounts are too large for a product of three. */
function yearlyRate(extra: Fen, base: Fen, days: number): BasisPoints {
  const divisor = BigInt(base) * BigInt(days)
  return Number((BigInt(extra) * 365n * 20_000n + divisor) / (2n * divisor))
}

/** Where to go to make a method available that is not. */
export const insufficientFundsLinks: Partial<Record<PaymentMethod, { to: '/credit_account' | '/cash_account_charge'; label: string }>> = {
  credit: { to: '/credit_account', label: '前往赊销账户' },
  wallet: { to: '/cash_account_charge', label: '去充值' },
}

/** A trade as its orders stand: what of it is still open, and what that comes to. */
export interface TradeView {
  state: 'unpaid' | 'approval' | 'paid' | 'cancelled'
  open: SubmittedTrade['orders']
  payable: Fen
}

/** An order that was cancelled has split off; the others are paid together or not at all. */
export function toTradeView({ orders }: Pick<SubmittedTrade, 'orders'>): TradeView {
  const open = orders.filter(({ state }) => state !== 'CANCELLED')
  const has = (wanted: string) => open.some(({ state }) => state === wanted)
  const state = open.length === 0 ? 'cancelled' : has('WAIT_APPROVAL') ? 'approval' : has('WAIT_PAY') ? 'unpaid' : 'paid'
  return { state, open, payable: sum(open.map(({ payable }) => payable)) }
}

/** Where the buyer goes to see what he ordered: the one order, or the list of those in its state. */
export function ordersAt(
  { open }: TradeView,
  orders: SubmittedTrade['orders'],
): { to: '/my_order_detail' | '/my_order'; search: Record<string, string> } {
  const [only, second] = open.length > 0 ? open : orders
  if (only === undefined || second !== undefined) return { to: '/my_order', search: {} }
  return { to: '/my_order_detail', search: { orderNo: only.orderNo } }
}
