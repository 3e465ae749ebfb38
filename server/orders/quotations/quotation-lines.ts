// Reads and writes what quotations are about: their lines, the offers of staff, and which orders have bought which line.
import { sql } from 'kysely'
import type { OrderState } from '#contract/orders/orders/order-lifecycle.ts'
import type { QuotationLineOutcome } from '#contract/orders/quotations/quotation-lifecycle.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { QuotationRef } from './quotation-store.ts'

/** Goods as they were named when the row was written. */
export interface StoredGoodsName {
  skuId: string | null
  name: string
  spec: string
  unit: string
  skuCode: string
}

export interface QuotationLineRow extends StoredGoodsName {
  lineNo: number
  quantity: number
  wishedFen: Fen | null
  note: string
}

export interface OfferLineRow extends StoredGoodsName {
  lineNo: number
  outcome: QuotationLineOutcome
  saleFen: Fen | null
  creditFen: Fen | null
  leadDays: number | null
  /** The last day on which it can be ordered, if that is before the last day of the offer. */
  validUntil: string | null
  note: string
}

/** The last day on which an offered line can be ordered: its own, but never one after the last day of its offer. */
export const getLastDayOfOfferedLine = ({ validUntil }: Pick<OfferLineRow, 'validUntil'>, lastDayOfOffer: string): string =>
  validUntil !== null && validUntil < lastDayOfOffer ? validUntil : lastDayOfOffer

export interface OfferRow {
  version: number
  validUntil: string
  note: string
  madeAt: Date
  lines: OfferLineRow[]
}

export async function insertQuotationLines(tx: Tx, { enterpriseId, id }: QuotationRef, lines: readonly QuotationLineRow[]): Promise<void> {
  const rows = lines.map((line) => ({
    enterprise_id: enterpriseId,
    quotation_id: id,
    line_no: line.lineNo,
    sku_id: line.skuId,
    name: line.name,
    spec: line.spec,
    unit: line.unit,
    sku_code: line.skuCode,
    quantity: line.quantity,
    wished_fen: line.wishedFen,
    note: line.note,
  }))
  await tx.insertInto('quotation_line').values(rows).execute()
}

export async function listQuotationLines(db: Db, { enterpriseId, id }: QuotationRef): Promise<QuotationLineRow[]> {
  const rows = await db
    .selectFrom('quotation_line')
    .selectAll()
    .where('enterprise_id', '=', enterpriseId)
    .where('quotation_id', '=', id)
    .orderBy('line_no')
    .execute()
  return rows.map((row) => ({
    lineNo: row.line_no,
    skuId: row.sku_id,
    name: row.name,
    spec: row.spec,
    unit: row.unit,
    skuCode: row.sku_code,
    quantity: row.quantity,
    wishedFen: row.wished_fen,
    note: row.note,
  }))
}

/** A line that was asked for, with what the current version of the offer says of it. */
export interface QuotationLineWithOffer {
  quotationId: string
  lineNo: number
  name: string
  spec: string
  unit: string
  skuCode: string
  quantity: number
  wishedFen: Fen | null
  note: string
  outcome: QuotationLineOutcome | null
  offeredName: string | null
  offeredCode: string | null
  saleFen: Fen | null
  creditFen: Fen | null
  leadDays: number | null
  validUntil: string | null
}

/** Lists the lines of quotations with their current offer, those of one quotation together and in their order. */
export async function listLinesOfQuotationsWithOffer(db: Db, refs: readonly QuotationRef[]): Promise<QuotationLineWithOffer[]> {
  return db
    .selectFrom('quotation')
    .innerJoin('quotation_line as line', (join) =>
      join.onRef('line.enterprise_id', '=', 'quotation.enterprise_id').onRef('line.quotation_id', '=', 'quotation.id'),
    )
    .leftJoin('quotation_offer_line as offered', (join) =>
      join
        .onRef('offered.enterprise_id', '=', 'line.enterprise_id')
        .onRef('offered.quotation_id', '=', 'line.quotation_id')
        .onRef('offered.version', '=', 'quotation.version')
        .onRef('offered.line_no', '=', 'line.line_no'),
    )
    .select(['line.quotation_id as quotationId', 'line.line_no as lineNo', 'line.name', 'line.spec', 'line.unit'])
    .select(['line.sku_code as skuCode', 'line.quantity', 'line.wished_fen as wishedFen', 'line.note', 'offered.outcome'])
    .select(['offered.name as offeredName', 'offered.sku_code as offeredCode', 'offered.sale_fen as saleFen'])
    .select(['offered.credit_fen as creditFen', 'offered.lead_days as leadDays'])
    .select(
      sql<string | null>`case when offered.outcome = 'OFFERED' then least(offered.valid_until, quotation.valid_until) end`.as('validUntil'),
    )
    .where('quotation.enterprise_id', '=', anyOfIdsSql([...new Set(refs.map(({ enterpriseId }) => enterpriseId))]))
    .where('quotation.id', '=', anyOfIdsSql(refs.map(({ id }) => id)))
    .orderBy('line.quotation_id')
    .orderBy('line.line_no')
    .execute()
}

/** Inserts one version of the answer with its lines. */
export async function insertOffer(
  tx: Tx,
  moment: Moment,
  { enterpriseId, id }: QuotationRef,
  { version, validUntil, note, lines, staffId }: Omit<OfferRow, 'madeAt'> & { staffId: string },
): Promise<void> {
  const key = { enterprise_id: enterpriseId, quotation_id: id, version }
  const made = { valid_until: validUntil, note, made_by: staffId, made_at: moment.now }
  await tx
    .insertInto('quotation_offer')
    .values({ ...key, ...made })
    .execute()
  const rows = lines.map((line) => ({
    ...key,
    line_no: line.lineNo,
    outcome: line.outcome,
    sku_id: line.skuId,
    name: line.name,
    spec: line.spec,
    unit: line.unit,
    sku_code: line.skuCode,
    sale_fen: line.saleFen,
    credit_fen: line.creditFen,
    lead_days: line.leadDays,
    valid_until: line.validUntil,
    note: line.note,
  }))
  await tx.insertInto('quotation_offer_line').values(rows).execute()
}

/** Lists the lines of the offers of a quotation, of one version or of all, by version and line number. */
export async function listOfferLines(
  db: Db,
  { enterpriseId, id }: QuotationRef,
  version?: number,
): Promise<(OfferLineRow & { version: number })[]> {
  let query = db.selectFrom('quotation_offer_line').selectAll().where('enterprise_id', '=', enterpriseId).where('quotation_id', '=', id)
  if (version !== undefined) query = query.where('version', '=', version)
  const rows = await query.orderBy('version').orderBy('line_no').execute()
  return rows.map((row) => ({
    version: row.version,
    lineNo: row.line_no,
    outcome: row.outcome,
    skuId: row.sku_id,
    name: row.name,
    spec: row.spec,
    unit: row.unit,
    skuCode: row.sku_code,
    saleFen: row.sale_fen,
    creditFen: row.credit_fen,
    leadDays: row.lead_days,
    validUntil: row.valid_until,
    note: row.note,
  }))
}

/** Lists all versions of the answer, the current one first. */
export async function listOffers(db: Db, ref: QuotationRef): Promise<OfferRow[]> {
  const offers = await db
    .selectFrom('quotation_offer')
    .select(['version', 'valid_until', 'note', 'made_at'])
    .where('enterprise_id', '=', ref.enterpriseId)
    .where('quotation_id', '=', ref.id)
    .orderBy('version', 'desc')
    .execute()
  if (offers.length === 0) return []
  const lines = Map.groupBy(await listOfferLines(db, ref), ({ version }) => version)
  return offers.map(({ version, valid_until, note, made_at }) => ({
    version,
    validUntil: valid_until,
    note,
    madeAt: made_at,
    lines: lines.get(version) ?? [],
  }))
}

/** An order that has bought lines of a quotation. */
export interface OrderOfQuotation {
  orderId: string
  orderNo: string
  state: OrderState
  payableFen: Fen
  createdAt: Date
  lineNos: number[]
}

/** Lists the orders that were made from a quotation, also those that are cancelled, newest first. */
export async function listOrdersOfQuotation(db: Db, { enterpriseId, id }: QuotationRef): Promise<OrderOfQuotation[]> {
  return db
    .selectFrom('quotation_order as bought')
    .innerJoin('order', (join) => join.onRef('order.enterprise_id', '=', 'bought.enterprise_id').onRef('order.id', '=', 'bought.order_id'))
    .select(['order.id as orderId', 'order.order_no as orderNo', 'order.state', 'order.payable_fen as payableFen'])
    .select(['order.created_at as createdAt', sql<number[]>`array_agg(bought.line_no order by bought.line_no)`.as('lineNos')])
    .where('bought.enterprise_id', '=', enterpriseId)
    .where('bought.quotation_id', '=', id)
    .groupBy(['order.enterprise_id', 'order.id'])
    .orderBy('order.created_at', 'desc')
    .orderBy('order.id')
    .execute()
}

/** The order that has each line, by line number. A line whose orders are all cancelled is free. */
export const mapOrderNumbersByQuotationLine = (orders: readonly OrderOfQuotation[]): Map<number, string> =>
  new Map(
    orders
      .filter(({ state }) => state !== 'CANCELLED')
      .flatMap(({ orderNo, lineNos }) => lineNos.map((lineNo) => [lineNo, orderNo] as const)),
  )

export async function insertQuotationOrders(
  tx: Tx,
  { enterpriseId, id }: QuotationRef,
  { version, bought }: { version: number; bought: readonly { lineNo: number; orderId: string }[] },
): Promise<void> {
  if (bought.length === 0) refuse('ORDER_EMPTY')
  const rows = bought.map(({ lineNo, orderId }) => ({
    enterprise_id: enterpriseId,
    quotation_id: id,
    line_no: lineNo,
    order_id: orderId,
    version,
  }))
  await tx.insertInto('quotation_order').values(rows).execute()
}
