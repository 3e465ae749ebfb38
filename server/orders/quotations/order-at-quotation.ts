// Orders at the prices of a quotation: orders/checkout reads the lines here, and writes here which order has bought them.
import type { QuotationOrderSource } from '#contract/orders/orders/order-sources.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { notifyStaffOfQuotation } from './news/notify-staff.ts'
import {
  insertQuotationOrders,
  listOfferLines,
  listOrdersOfQuotation,
  listQuotationLines,
  mapOrderNumbersByQuotationLine,
  type OfferLineRow,
} from './quotation-lines.ts'
import {
  type Quotation,
  requireLockedQuotation,
  requireQuotation,
  requireQuotationVerbAllowed,
  updateQuotationRow,
} from './quotation-store.ts'

/** A line as it can be ordered: quantity and unit prices are those of the quotation. */
export interface OrderableQuotationLine {
  lineNo: number
  skuId: string
  quantity: number
  salePriceFen: Fen
  creditPriceFen: Fen | null
}

/** The lines of a quotation that an order is made of. */
export interface OrderableQuotation {
  quotationId: string
  quotationNo: string
  version: number
  lines: OrderableQuotationLine[]
}

/** Refuses QUOTATION_CHANGED, QUOTATION_LINE_NOT_OFFERED, QUOTATION_LINE_ORDERED, QUOTATION_EXPIRED, QUOTATION_MOVED. */
async function readOrderableLines(
  db: Db,
  { now }: Moment,
  { quotation, source: { version, lineNos } }: { quotation: Quotation; source: QuotationOrderSource },
): Promise<OrderableQuotation> {
  if (version !== quotation.version) refuse('QUOTATION_CHANGED')
  const offered = new Map((await listOfferLines(db, quotation, version)).map((line) => [line.lineNo, line]))
  const quantities = new Map((await listQuotationLines(db, quotation)).map(({ lineNo, quantity }) => [lineNo, quantity]))
  const ordered = mapOrderNumbersByQuotationLine(await listOrdersOfQuotation(db, quotation))
  const lines = lineNos.toSorted((one, other) => one - other).map((lineNo) => toOrderable(offered.get(lineNo), quantities.get(lineNo)))
  const taken = lines.find(({ lineNo }) => ordered.has(lineNo))
  if (taken) {
    const name = offered.get(taken.lineNo)?.name ?? ''
    refuse('QUOTATION_LINE_ORDERED', { msg: `「${name}」已在订单 ${ordered.get(taken.lineNo)} 中下单`, lineNo: taken.lineNo })
  }
  if (quotation.state === 'EXPIRED') refuse('QUOTATION_EXPIRED')
  requireQuotationVerbAllowed(quotation, 'order')
  for (const { lineNo } of lines) requireLineNotEnded(offered.get(lineNo), toShanghaiDay(now))
  return { quotationId: quotation.id, quotationNo: quotation.quotationNo, version, lines }
}

/** Refuses QUOTATION_EXPIRED for a line whose own last day is over. */
function requireLineNotEnded(line: OfferLineRow | undefined, today: string): void {
  if (!line || line.validUntil === null || line.validUntil >= today) return
  const { name, validUntil, lineNo } = line
  refuse('QUOTATION_EXPIRED', { msg: `「${name}」的报价已于 ${validUntil} 到期，请取消选择或请求重新报价`, lineNo })
}

function toOrderable(line: OfferLineRow | undefined, quantity: number | undefined): OrderableQuotationLine {
  if (!line || quantity === undefined || line.skuId === null || line.saleFen === null) return refuse('QUOTATION_LINE_NOT_OFFERED')
  const { lineNo, skuId, saleFen, creditFen } = line
  return { lineNo, skuId, quantity, salePriceFen: saleFen, creditPriceFen: creditFen }
}

interface SourceOfEnterprise {
  enterpriseId: string
  source: QuotationOrderSource
}

/** Reads lines of a quotation for the confirmation page. Refuses QUOTATION_NOT_FOUND, and what keeps them from being ordered now. */
export const readOrderableQuotation = async (
  db: Db,
  moment: Moment,
  { enterpriseId, source }: SourceOfEnterprise,
): Promise<OrderableQuotation> =>
  readOrderableLines(db, moment, { quotation: await requireQuotation(db, moment, { enterpriseId, id: source.quotationId }), source })

/** Does the same, with the quotation locked until the transaction ends: a line is bought once. */
export const lockAndReadOrderableQuotation = async (
  tx: Tx,
  moment: Moment,
  { enterpriseId, source }: SourceOfEnterprise,
): Promise<OrderableQuotation> =>
  readOrderableLines(tx, moment, {
    quotation: await requireLockedQuotation(tx, moment, { enterpriseId, id: source.quotationId }),
    source,
  })

interface BoughtLines {
  enterpriseId: string
  quotation: OrderableQuotation
  /** The new orders with the SKUs of their lines. */
  orders: readonly { id: string; lines: readonly { skuId: string; giftId?: string | undefined }[] }[]
}

/** Records which order has bought which line of a locked quotation. The last offered line accepts it. */
export async function recordOrdersBoughtFromQuotation(
  tx: Tx,
  moment: Moment,
  { enterpriseId, quotation, orders }: BoughtLines,
): Promise<void> {
  const { version } = quotation
  const ref = { enterpriseId, id: quotation.quotationId }
  const orderOf = new Map(
    orders.flatMap(({ id, lines }) => lines.flatMap(({ skuId, giftId }) => (giftId === undefined ? [[skuId, id] as const] : []))),
  )
  const bought = quotation.lines.flatMap(({ lineNo, skuId }) => {
    const orderId = orderOf.get(skuId)
    return orderId === undefined ? [] : [{ lineNo, orderId }]
  })
  await insertQuotationOrders(tx, ref, { version, bought })
  const ordered = mapOrderNumbersByQuotationLine(await listOrdersOfQuotation(tx, ref))
  const free = (await listOfferLines(tx, ref, version)).filter(({ lineNo, outcome }) => outcome === 'OFFERED' && !ordered.has(lineNo))
  const inPart = free.length > 0
  await updateQuotationRow(tx, moment, ref, { to: inPart ? 'QUOTED' : 'ACCEPTED', change: { inPart } })
  const words = `按报价下单 ${bought.length} 种${describeRest(free, toShanghaiDay(moment.now))}`
  await notifyStaffOfQuotation(tx, moment, { ...ref, quotationNo: quotation.quotationNo }, { act: 'ordered', words })
}

/** Says of the lines that no order has bought how many can still be ordered, and how many have ended. */
function describeRest(free: readonly Pick<OfferLineRow, 'validUntil'>[], today: string): string {
  const ended = free.filter(({ validUntil }) => validUntil !== null && validUntil < today).length
  return `${ended > 0 ? `，${ended} 种报价已到期` : ''}${free.length > ended ? '，其余仍可下单' : ''}`
}
