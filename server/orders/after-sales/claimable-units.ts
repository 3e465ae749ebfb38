import { type GoodsAfterSaleRule, goodsAfterSaleRules } from '#contract/catalog/goods/terms.ts'
import { type AfterSaleType, afterSaleStatesAwaitingPerson, sellerFaultReasons } from '#contract/orders/after-sales/after-sale-lifecycle.ts'
import {
  type AfterSaleLineAmountsAndUnits,
  computeAmountOfNextUnitsOfLine,
  computeRefundOfReturnedUnits,
} from '#contract/orders/after-sales/line-shares.ts'
import type { AfterSaleOptions, AfterSaleRefundPreview, ShippingStage } from '#contract/orders/after-sales/shapes.ts'
import type { PaymentMethod } from '#contract/orders/orders/amounts.ts'
import { type Fen, subtractFen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addHours, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { findAfterSaleRulesByGoodsAtTime } from '#server/catalog/goods-editing/public.ts'
import { distributeReversalOverParcels, type ParcelReversal } from '#server/orders/fulfilment/public.ts'
import { computeUnitsLeftToShip, findOrderReceivedAt, listOrderLines, type Order, type OrderLineRow } from '#server/orders/orders/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { listOpenAfterSalesOfOrder } from './after-sale-store.ts'

/** Days after the receipt within which an after-sale is possible, and how many after-sales of one order may be open at once. */
const CLAIM_DAYS = 15
const OPEN_MAX = 10

export interface RequestedUnits {
  lineNo: number
  stage: ShippingStage
  quantity: number
}

/** The units and freight of an order for which an after-sale is possible now. `why` is the reason if none is. */
export interface UnitsClaimableInAfterSale {
  why: string | null
  deadline: Date | null
  freightLeftFen: Fen
  lines: { line: OrderLineRow; rule: GoodsAfterSaleRule; unsent: number; sent: number }[]
  types: AfterSaleType[]
}

/** Returns why the state of the order allows no after-sale; null: it depends on the units. */
function whyNotNow(order: Order, deadline: Date | null, now: Date): string | null {
  if (order.state === 'WAIT_APPROVAL' || order.state === 'WAIT_PAY') return '订单支付后才能申请售后，未支付的订单可直接取消'
  if (order.state === 'CANCELLED') return '订单已取消，款项已原路退回'
  if (order.cancelAskedAt !== null) return '订单正在申请取消，客服处理后才能申请售后'
  if (deadline !== null && now > deadline) return `收货已超过 ${CLAIM_DAYS} 天（${toShanghaiDay(deadline)} 截止），请联系客服`
  return null
}

/**
 * Returns the freight in fen that can still be refunded. For a shipped order on credit it is at most what disputes have left of the
 * drawdown that contains the freight.
 */
async function freightLeft(db: Db, order: Order, lines: readonly { line: OrderLineRow }[]): Promise<Fen> {
  const amountFen = subtractFen(order.freightFen, order.freightRefundedFen)
  if (amountFen === 0 || order.method !== 'credit' || lines.every(({ line }) => line.shipped === 0)) return amountFen
  const parts = await distributeReversalOverParcels(db, {
    enterpriseId: order.enterpriseId,
    orderId: order.id,
    back: [{ lineNo: null, amountFen }],
  })
  return sum(parts.map((part) => part.amountFen))
}

/** Finds the after-sale rules by which the goods of an order were bought. */
export const findAfterSaleRulesOfOrder = (
  db: Db,
  { createdAt }: Order,
  lines: readonly OrderLineRow[],
): Promise<Map<string, GoodsAfterSaleRule>> =>
  findAfterSaleRulesByGoodsAtTime(db, { goodsIds: [...new Set(lines.map(({ goodsId }) => goodsId))], at: createdAt })

const formatNoReturns = (goodsName: string): string =>
  `「${goodsName}」${goodsAfterSaleRules.none.label}，发货后不能申请售后。如有质量问题，请联系客服`

/** Returns why no after-sale is possible at all. */
function whyNoUnits(lines: UnitsClaimableInAfterSale['lines'], open: number): string {
  if (open > 0) return '商品都已在售后中'
  const custom = lines.find(({ rule, line }) => rule === 'none' && line.shipped > 0)
  return custom ? formatNoReturns(custom.line.goodsName) : '没有可以申请售后的商品'
}

/** Computes for each line which units an after-sale can be about, and the reason if there are none. */
export async function readUnitsClaimableInAfterSale(db: Db, moment: Moment, order: Order): Promise<UnitsClaimableInAfterSale> {
  const received = await findOrderReceivedAt(db, order)
  const deadline = received ? addHours(received, CLAIM_DAYS * 24) : null
  const open = await listOpenAfterSalesOfOrder(db, { enterpriseId: order.enterpriseId, orderId: order.id })
  const toShip = order.state === 'WAIT_SEND' || order.state === 'PART_SENT'
  const ordered = await listOrderLines(db, order.enterpriseId, [order.id])
  const rules = await findAfterSaleRulesOfOrder(db, order, ordered)
  const lines = ordered.map((line) => {
    const rule = rules.get(line.goodsId) ?? 'standard'
    return {
      line,
      rule,
      // A gift has no price, so it cannot be refunded alone.
      unsent: toShip && line.giftId === null ? computeUnitsLeftToShip(line) : 0,
      sent: rule === 'none' ? 0 : line.shipped - line.claimed - line.returned - line.exchanged,
    }
  })
  const freightLeftFen = open.some(({ freightAsked }) => freightAsked) ? ZERO_FEN : await freightLeft(db, order, lines)
  const paid = order.payableFen > 0
  const [unsent, sent] = [lines.some((one) => one.unsent > 0), lines.some((one) => one.sent > 0)]
  const types: AfterSaleType[] = [
    ...(paid && (unsent || sent || freightLeftFen > 0) ? (['REFUND'] as const) : []),
    ...(paid && sent ? (['RETURN'] as const) : []),
    ...(sent ? (['EXCHANGE'] as const) : []),
  ]
  const why =
    whyNotNow(order, deadline, moment.now) ??
    (open.length >= OPEN_MAX ? `该订单有 ${open.length} 个售后在处理，请先等待处理` : null) ??
    (types.length === 0 ? whyNoUnits(lines, open.length) : null)
  return { why, deadline, freightLeftFen, lines, types: why === null ? types : [] }
}

/** Does the same in the form of the page. */
export async function readAfterSaleOptions(db: Db, moment: Moment, order: Order): Promise<AfterSaleOptions> {
  const { why, types, deadline, freightLeftFen, lines } = await readUnitsClaimableInAfterSale(db, moment, order)
  return {
    orderNo: order.orderNo,
    why,
    types,
    deadline,
    freightLeft: freightLeftFen,
    method: order.method,
    lines: lines.map(({ line, rule, unsent, sent }) => ({
      lineNo: line.lineNo,
      goodsName: line.goodsName,
      image: line.picture,
      skuCode: line.skuCode,
      skuProps: JSON.stringify(line.skuProps),
      unit: line.unit,
      goodsNum: line.quantity,
      price: line.unitPriceFen,
      unsent,
      sent,
      rule,
      asked: line.heldBack + line.claimed,
      settled: line.dropped + line.returned + line.exchanged,
    })),
  }
}

export interface AfterSaleRequest {
  type: AfterSaleType
  lines: readonly RequestedUnits[]
  freight: boolean
}

const taken = (line: OrderLineRow, stage: ShippingStage): string =>
  stage === 'unsent'
    ? `未发 ${line.quantity - line.shipped - line.dropped}，其中 ${line.heldBack} 在售后中`
    : `已发 ${line.shipped}，其中 ${line.claimed} 在售后中、${line.returned + line.exchanged} 已处理`

/**
 * Checks that a request is within the claimable units. Refuses AFTER_SALE_NOT_ALLOWED with the line, the number of units and the reason.
 */
export function requireUnitsClaimableInAfterSale(claimable: UnitsClaimableInAfterSale, { type, lines, freight }: AfterSaleRequest): void {
  if (claimable.why !== null) refuse('AFTER_SALE_NOT_ALLOWED', { msg: claimable.why })
  if (lines.length === 0 && !freight) refuse('AFTER_SALE_NOT_ALLOWED', { msg: '请选择要申请售后的商品' })
  if (type !== 'REFUND' && lines.length === 0) refuse('AFTER_SALE_NOT_ALLOWED', { msg: '只退运费请选择仅退款' })
  if (type !== 'REFUND' && lines.some(({ stage }) => stage === 'unsent'))
    refuse('AFTER_SALE_NOT_ALLOWED', { msg: '未发货的商品请选择仅退款' })
  if (freight && type === 'EXCHANGE') refuse('AFTER_SALE_NOT_ALLOWED', { msg: '换货不退运费' })
  if (freight && claimable.freightLeftFen === 0) refuse('AFTER_SALE_NOT_ALLOWED', { msg: '没有可退的运费，或已在售后中' })
  for (const { lineNo, stage, quantity } of lines) {
    const one = claimable.lines.find(({ line }) => line.lineNo === lineNo)
    const max = one?.[stage] ?? 0
    if (quantity <= max) continue
    if (one?.rule === 'none' && stage === 'sent') refuse('AFTER_SALE_NOT_ALLOWED', { msg: formatNoReturns(one.line.goodsName), lineNo })
    const words = one ? `「${one.line.goodsName}」${taken(one.line, stage)}，最多可申请 ${max}` : `第 ${lineNo} 行不是该订单的商品`
    refuse('AFTER_SALE_TOO_MANY', { msg: words, lineNo, stage, most: max })
  }
}

/** The amount of some units of an order and where the money goes back to. All amounts are in fen. */
export interface AfterSaleRefundQuote {
  lines: (RequestedUnits & { amountFen: Fen })[]
  freightFen: Fen
  totalFen: Fen
  /** The amount of unshipped units. It contains the freight if nothing was shipped. */
  unsentFen: Fen
  /** Nothing of the order was shipped, and nothing remains to be shipped. */
  whole: boolean
  /** For an order on credit: which parcels the amount of shipped units was posted with. */
  parts: ParcelReversal[]
  /** The amount that a dispute has already taken back, so it is not refunded again. */
  takenFen: Fen
}

/**
 * Computes the refund of units from the order's own lines. The first refund of a whole order includes the freight (domain §5). The
 * requested freight is limited to what is left of it.
 */
export function computeUnitsRefundQuote(
  order: Order,
  lines: readonly OrderLineRow[],
  { units, freightFen }: { units: readonly RequestedUnits[]; freightFen: Fen },
): AfterSaleRefundQuote {
  const of = (lineNo: number, stage: ShippingStage) => units.find((one) => one.lineNo === lineNo && one.stage === stage)?.quantity ?? 0
  const priced = lines.flatMap((line) => {
    const [unsent, sent] = [of(line.lineNo, 'unsent'), of(line.lineNo, 'sent')]
    const dropFen = unsent > 0 ? computeAmountOfNextUnitsOfLine(line, unsent) : ZERO_FEN
    const after: AfterSaleLineAmountsAndUnits = { ...line, dropped: line.dropped + unsent, droppedFen: sum([line.droppedFen, dropFen]) }
    return [
      ...(unsent > 0 ? [{ lineNo: line.lineNo, stage: 'unsent' as const, quantity: unsent, amountFen: dropFen }] : []),
      ...(sent > 0
        ? [{ lineNo: line.lineNo, stage: 'sent' as const, quantity: sent, amountFen: computeRefundOfReturnedUnits(after, sent) }]
        : []),
    ]
  })
  const anySent = lines.some(({ shipped }) => shipped > 0)
  const whole = !anySent && lines.every((line) => line.dropped + of(line.lineNo, 'unsent') === line.quantity)
  const freight = whole ? subtractFen(order.freightFen, order.freightRefundedFen) : freightFen
  const unsentFen = sum(priced.filter(({ stage }) => stage === 'unsent').map(({ amountFen }) => amountFen))
  return {
    lines: priced,
    freightFen: freight,
    whole,
    parts: [],
    takenFen: ZERO_FEN,
    totalFen: sum([freight, ...priced.map(({ amountFen }) => amountFen)]),
    unsentFen: anySent ? unsentFen : sum([unsentFen, freight]),
  }
}

/** Refuses AFTER_SALE_NOT_ALLOWED for shipped goods that are taken back for quality alone, if the reason is another one. */
export function requireAfterSaleReasonAllowed(
  { lines: claimable }: UnitsClaimableInAfterSale,
  { lines, reason }: Pick<AfterSaleRequest, 'lines'> & { reason: string },
) {
  if (sellerFaultReasons.includes(reason)) return
  for (const { lineNo, stage } of lines) {
    const one = stage === 'sent' ? claimable.find(({ line }) => line.lineNo === lineNo) : undefined
    if (one?.rule === 'qualityOnly')
      refuse('AFTER_SALE_NOT_ALLOWED', {
        msg: `「${one.line.goodsName}」${goodsAfterSaleRules.qualityOnly.label}，请选择相应的原因`,
        field: 'reason',
      })
  }
}

export const isAfterSaleOpen = (state: string): boolean => (afterSaleStatesAwaitingPerson as readonly string[]).includes(state)

/** The text for where the money goes back to, by payment method, for unshipped and shipped units. */
const words: Record<PaymentMethod, { unsent: string; sent: string }> = {
  credit: { unsent: '释放赊销占用额度', sent: '冲减赊销账单，已还的部分退到现金钱包' },
  wallet: { unsent: '退回现金钱包', sent: '退回现金钱包' },
  online: { unsent: '原路退回支付渠道', sent: '原路退回支付渠道' },
  transfer: { unsent: '转账支付，退到现金钱包', sent: '转账支付，退到现金钱包' },
}

export const REFUNDED_BY_DISPUTE_TEXT = '已随账单异议退回，不再重复退款'

/** Describes a refund for the page. An exchange has no quote, and nothing is refunded. */
export function toRefundPreviewOutput(method: PaymentMethod, quote: AfterSaleRefundQuote | null): AfterSaleRefundPreview {
  const none = { lines: [], freightFen: ZERO_FEN, totalFen: ZERO_FEN, unsentFen: ZERO_FEN, takenFen: ZERO_FEN }
  const { lines, freightFen, totalFen, unsentFen, takenFen } = quote ?? none
  const [unsent, sent] = [words[method].unsent, words[method].sent]
  const ways =
    unsent === sent
      ? [{ text: unsent, amount: totalFen }]
      : [
          { text: unsent, amount: unsentFen },
          { text: sent, amount: subtractFen(totalFen, unsentFen) },
        ]
  return {
    lines: lines.map(({ lineNo, stage, quantity, amountFen }) => ({ lineNo, stage, quantity, amount: amountFen })),

    freight: freightFen,
    total: totalFen,
    ways: [...ways, { text: REFUNDED_BY_DISPUTE_TEXT, amount: takenFen }].filter(({ amount }) => amount > 0),
  }
}
