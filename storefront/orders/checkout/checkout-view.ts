import * as z from 'zod/mini'
import { type PaymentMethod, paymentMethods } from '#contract/orders/orders/amounts.ts'
import { PreviewPriceChange } from '#contract/orders/orders/api.ts'
import { ORDER_LINES_MAX, ProposalOrderSource, QuotationOrderSource } from '#contract/orders/orders/order-sources.ts'
import type { OfferedPaymentMethod } from '#contract/orders/orders/preview-shapes.ts'
import type { SubmittedTrade } from '#contract/orders/orders/shapes.ts'
import { Quantity } from '#contract/platform/core/fields.ts'
import { type BasisPoints, type Fen, subtractFen, sum } from '#contract/platform/core/money.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { getStartOfShanghaiDay, getStatementDueDay } from '#contract/platform/core/shanghai.ts'
import { isId } from '#storefront/platform/components/parse-id.ts'
import type { SearchParams } from '#storefront/platform/routing/types.ts'
import { formatSurchargePercent } from '#ui/format.ts'

/** The items to order: lines of the cart, SKUs that are bought directly, lines of a quotation at its prices, or of a proposal of staff. */
export type GoodsToOrder =
  | { cartIds: string[] }
  | { lines: { skuId: string; goodsNum: number }[] }
  | { quotation: QuotationOrderSource }
  | { proposal: ProposalOrderSource }

/** Parses a SKU and a quantity; undefined if the text is invalid. */
function readLine(skuId: string | undefined, goodsNum: string | undefined): { skuId: string; goodsNum: number } | undefined {
  const quantity = Quantity.safeParse(/^\d{1,6}$/.test(goodsNum ?? '') ? Number(goodsNum) : undefined)
  return isId(skuId) && quantity.success ? { skuId, goodsNum: quantity.data } : undefined
}

/** Parses ?lines=sku:num,sku:num; undefined if one of them is invalid, so that a part of an order is never submitted. */
function readLines(text: string): GoodsToOrder | undefined {
  const lines = text.split(',').flatMap((part) => readLine(part.split(':')[0], part.split(':')[1]) ?? [])
  return lines.length === text.split(',').length && lines.length <= ORDER_LINES_MAX ? { lines } : undefined
}

/** Parses ?quotationId=…&version=2&lineNos=1,3; undefined if a part is invalid. Prices and quantities are those of the quotation. */
function readQuotation({ quotationId, version = '', lineNos = '' }: SearchParams): GoodsToOrder | undefined {
  const [shown, ...numbers] = [version, ...lineNos.split(',')].map((text) => (/^\d{1,3}$/.test(text) ? Number(text) : undefined))
  const read = QuotationOrderSource.safeParse({ quotationId, version: shown, lineNos: numbers })
  return read.success ? { quotation: read.data } : undefined
}

/** Parses ?proposalId=…&lineNos=1,3; undefined if a part is invalid. Quantities are those of the proposal. */
function readProposal({ proposalId, lineNos = '' }: SearchParams): GoodsToOrder | undefined {
  const numbers = lineNos.split(',').map((text) => (/^\d{1,3}$/.test(text) ? Number(text) : undefined))
  const read = ProposalOrderSource.safeParse({ proposalId, lineNos: numbers })
  return read.success ? { proposal: read.data } : undefined
}

/**
 * Parses the goods in the URL: ?quotationId=…, ?proposalId=…, ?cartIds=a,b,c, ?lines=… or ?skuId=…&goodsNum=…; undefined if there are none.
 */
export function parseGoodsToOrder(search: SearchParams): GoodsToOrder | undefined {
  const { cartIds, lines, skuId, goodsNum, quotationId, proposalId } = search
  if (quotationId !== undefined) return readQuotation(search)
  if (proposalId !== undefined) return readProposal(search)
  const ids = [...new Set(cartIds?.split(',') ?? [])]
  if (ids.length > 0 && ids.length <= ORDER_LINES_MAX && ids.every(isId)) return { cartIds: ids }
  if (lines !== undefined) return readLines(lines)
  const one = readLine(skuId, goodsNum)
  return one && { lines: [one] }
}

/** The payment method in the URL; undefined: the server chooses. */
export const parsePaymentMethod = (text: string | undefined): PaymentMethod | undefined =>
  text !== undefined && Object.hasOwn(paymentMethods, text) ? (text as PaymentMethod) : undefined

/** A shop and its coupon in the URL: 'shop:coupon', or 'shop:' for no coupon. */
const NONE = ''

/** Parses ?coupons=shop:coupon,shop: as submit expects it. Invalid pairs are ignored, so that the server chooses for those shops. */
export function parseCouponIdsByShopParam(text: string | undefined): Record<string, string | null> {
  const pairs = (text ?? '').split(',').map((part) => part.split(':'))
  return Object.fromEntries(
    pairs.flatMap(([shopId, couponId]) => (isId(shopId) && (couponId === NONE || isId(couponId)) ? [[shopId, couponId || null]] : [])),
  )
}

/** Builds the value of ?coupons=. */
export const formatCouponIdsByShopParam = (coupons: Readonly<Record<string, string | null>>): string =>
  Object.entries(coupons)
    .map(([shopId, couponId]) => `${shopId}:${couponId ?? NONE}`)
    .join(',')

/** Returns the buyer's notes and cost centre for each shop that has any. */
export const toShopNoteInputs = (
  shops: readonly { shopId: string }[],
  { remarks, costCentres }: Record<'remarks' | 'costCentres', Readonly<Record<string, string>>>,
): { shopId: string; remark: string; costCentre: string }[] =>
  shops
    .map(({ shopId }) => ({ shopId, remark: remarks[shopId]?.trim() ?? '', costCentre: costCentres[shopId]?.trim() ?? '' }))
    .filter(({ remark, costCentre }) => remark !== '' || costCentre !== '')

/** Returns the coupons on the page, as submit expects them. Submit must use exactly these, and none for a shop without one. */
export const toCouponIdsByShop = (shops: readonly { shopId: string; couponId: string | null }[]): Record<string, string | null> =>
  Object.fromEntries(shops.map(({ shopId, couponId }) => [shopId, couponId]))

/** The differences between the page and the current state. */
export interface OrderChanges {
  changes: PreviewPriceChange[]
  quantityMoved: boolean
  freightMoved: boolean
  couponMoved: boolean
  giftMoved: boolean
}

const MovedDetail = z.object({
  changes: z.array(PreviewPriceChange),
  quantityMoved: z._default(z.boolean(), false),
  freightMoved: z.boolean(),
  couponMoved: z.boolean(),
  giftMoved: z.boolean(),
})

/** Returns what changed, from the refusal of submit; undefined if the refusal has another reason. */
export function parseOrderChangesInRefusal(error: unknown): OrderChanges | undefined {
  if (!(error instanceof Refusal) || error.reason !== 'ORDER_CHANGED') return undefined
  const read = MovedDetail.safeParse(error.detail)
  return read.success ? read.data : { changes: [], quantityMoved: false, freightMoved: false, couponMoved: false, giftMoved: false }
}

/** Describes a price change in words, because colour alone is not accessible. */
export function formatPriceDirection({ was, is }: Pick<PreviewPriceChange, 'was' | 'is'>): '上涨' | '下降' | '变动' {
  if (was === null || is === null || was === is) return '变动'
  return is > was ? '上涨' : '下降'
}

/** The extra cost of credit compared with cash. */
export interface CreditCost {
  extra: Fen
  /** The total with cash now. */
  cash: Fen
  /** The part that is shipped this month, and the number of days until it is due. */
  dueDay: string
  days: number
  /** '95.5%': the extra cost as a yearly rate, if everything were shipped today. */
  yearly: string
}

const DAY_MS = 86_400_000

/** Computes the cost of credit: the difference of both totals, and the yearly rate. Undefined if one of the totals is not available. */
export function computeCreditCost(methods: readonly OfferedPaymentMethod[], today: string): CreditCost | undefined {
  const payable = (wanted: PaymentMethod) => methods.find(({ method }) => method === wanted)?.payable ?? null
  const [credit, cash] = [payable('credit'), payable('online')]
  if (credit === null || cash === null || cash <= 0 || credit < cash) return undefined
  const dueDay = getStatementDueDay(today.slice(0, 7))
  const days = (getStartOfShanghaiDay(dueDay).getTime() - getStartOfShanghaiDay(today).getTime()) / DAY_MS
  const extra = subtractFen(credit, cash)
  return { extra, cash, dueDay, days, yearly: formatSurchargePercent(yearlyRate(extra, cash, days)).slice(1) }
}

/** Uses BigInt, rounding half up, because the product of the three numbers is too large for a safe integer. */
function yearlyRate(extra: Fen, base: Fen, days: number): BasisPoints {
  const divisor = BigInt(base) * BigInt(days)
  return Number((BigInt(extra) * 365n * 20_000n + divisor) / (2n * divisor))
}

/** Returns the URL that helps to make an unavailable method available. */
export const insufficientFundsLinksByMethod: Partial<
  Record<PaymentMethod, { to: '/credit_account' | '/cash_account_charge'; label: string }>
> = {
  credit: { to: '/credit_account', label: '前往赊销账户' },
  wallet: { to: '/cash_account_charge', label: '去充值' },
}

/** The state of a trade's orders: which are still open, and their total. */
export interface TradeViewModel {
  state: 'unpaid' | 'approval' | 'paid' | 'cancelled'
  open: SubmittedTrade['orders']
  payable: Fen
}

/** A cancelled order is not part of the payment any more. The others can only be paid together. */
export function toTradeViewModel({ orders }: Pick<SubmittedTrade, 'orders'>): TradeViewModel {
  const open = orders.filter(({ state }) => state !== 'CANCELLED')
  const has = (wanted: string) => open.some(({ state }) => state === wanted)
  const state = open.length === 0 ? 'cancelled' : has('WAIT_APPROVAL') ? 'approval' : has('WAIT_PAY') ? 'unpaid' : 'paid'
  return { state, open, payable: sum(open.map(({ payable }) => payable)) }
}

/** Returns the URL of the result: the only order, or the list of orders in that state. */
export function tradeOrdersLink(
  { open }: TradeViewModel,
  orders: SubmittedTrade['orders'],
): { to: '/my_order_detail' | '/my_order'; search: Record<string, string> } {
  const [only, second] = open.length > 0 ? open : orders
  if (only === undefined || second !== undefined) return { to: '/my_order', search: {} }
  return { to: '/my_order_detail', search: { orderNo: only.orderNo } }
}
