// 已收未开票: what came of purchase orders and is on no invoice.
import { sql } from 'kysely'
import { SUPPLIER_INVOICE_LINES_MAX, type UninvoicedLine, type UninvoicedSupplier } from '#contract/catalog/supplier-invoices/shapes.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { describeSkusById } from '#server/catalog/goods/public.ts'
import { receivedUnitsSql } from '#server/catalog/purchase-orders/public.ts'
import { findShopIdsStaffIsLimitedTo, isInShopsOrUnrestrictedSql } from '#server/catalog/shops/public.ts'
import { findSupplierIdsByName, findSupplierNamesById } from '#server/catalog/suppliers/public.ts'
import { anyOfIdsSql, type Db } from '#server/platform/core/db.ts'
import { fetchPageWithTotal, type PageInput, toSlice } from '#server/platform/core/paging.ts'

/** Selects the lines of placed orders of the shops that a person keeps. */
async function selectPlacedLines(db: Db, staffId: string) {
  const own = await findShopIdsStaffIsLimitedTo(db, staffId)
  return db
    .selectFrom('purchase_order_line as line')
    .innerJoin('purchase_order as ordered', 'ordered.id', 'line.purchase_order_id')
    .where(isInShopsOrUnrestrictedSql('ordered.shop_id', own))
    .where('ordered.state', 'in', ['ORDERED', 'RECEIVED'])
}

/** What came of each line of an order, less what was taken back. */
const selectReceivedUnits = (db: Db) =>
  db
    .selectFrom('goods_receipt as receipt')
    .innerJoin('goods_receipt_line as part', 'part.receipt_id', 'receipt.id')
    .select(['receipt.purchase_order_id', 'part.line_no', sql<number>`sum(part.quantity)::int`.as('units')])
    .groupBy(['receipt.purchase_order_id', 'part.line_no'])
    .as('came')

/**
 * SQL: when the oldest unit of a line came that is on no invoice, if the units that came first are invoiced first. Receipts that were taken
 * back do not count. It needs the line as `line`.
 */
const oldestUninvoicedSql = sql<Date>`(select min(step.at) from (
  select receipt.at, sum(part.quantity) over (order by receipt.receipt_no) as so_far
  from goods_receipt as receipt join goods_receipt_line as part on part.receipt_id = receipt.id
  where receipt.purchase_order_id = line.purchase_order_id and part.line_no = line.line_no and receipt.reverses is null
    and not exists (select from goods_receipt as later where later.reverses = receipt.id)) as step where step.so_far > line.invoiced)`

/** Lists what can be invoiced of a supplier, or of one order of it, the oldest order first; at most one invoice of it. */
export async function listUninvoicedLines(
  db: Db,
  { supplierId, purchaseOrderId }: { supplierId: string; purchaseOrderId?: string | undefined },
  staffId: string,
): Promise<UninvoicedLine[]> {
  let query = (await selectPlacedLines(db, staffId))
    .where('ordered.supplier_id', '=', supplierId)
    .where(sql<boolean>`line.invoiced < ${receivedUnitsSql}`)
  if (purchaseOrderId !== undefined) query = query.where('ordered.id', '=', purchaseOrderId)
  const rows = await query
    .select(['ordered.id', 'ordered.order_no', 'ordered.rate_bp', 'line.line_no', 'line.sku_id', 'line.quantity', 'line.price_fen'])
    .select(['line.invoiced', receivedUnitsSql.as('received')])
    .orderBy('ordered.made_at')
    .orderBy('ordered.id')
    .orderBy('line.line_no')
    .limit(SUPPLIER_INVOICE_LINES_MAX)
    .execute()
  const skus = await describeSkusById(
    db,
    rows.map(({ sku_id }) => sku_id),
  )
  return rows.map((row): UninvoicedLine => {
    const { skuCode = '', goodsName = '', skuProps = '{}', unit = '' } = skus.get(row.sku_id) ?? {}
    const terms = { ordered: row.quantity, orderedPrice: row.price_fen, orderedTaxRate: row.rate_bp }
    const facts = { received: row.received, invoiced: row.invoiced }
    const line = { purchaseOrderId: row.id, orderNo: row.order_no, orderLineNo: row.line_no }
    return Object.assign({ skuId: row.sku_id, skuCode, goodsName, skuProps, unit }, line, terms, facts)
  })
}

/** SQL: the amount without its tax, half a fen rounded up, as `computeNetAmount` has it. */
const netAmountSql = sql<Fen>`round(open.units::numeric * open.price_fen * 10000 / (10000 + open.rate_bp))`

/** Lists a page of suppliers with what came of them and is on no invoice, the largest amount first. */
export async function listUninvoicedSuppliers(
  db: Db,
  { pageNo, pageSize, supplier }: PageInput & { supplier?: string | undefined },
  staffId: string,
): Promise<{ dataList: UninvoicedSupplier[]; total: number }> {
  let lines = (await selectPlacedLines(db, staffId))
    .innerJoin(selectReceivedUnits(db), (join) =>
      join.onRef('came.purchase_order_id', '=', 'line.purchase_order_id').onRef('came.line_no', '=', 'line.line_no'),
    )
    .whereRef('line.invoiced', '<', 'came.units')
  if (supplier) lines = lines.where('ordered.supplier_id', '=', anyOfIdsSql(await findSupplierIdsByName(db, supplier)))
  const open = lines
    .select(['ordered.id as order_id', 'ordered.supplier_id', 'ordered.rate_bp', 'line.price_fen'])
    .select([sql<number>`came.units - line.invoiced`.as('units'), oldestUninvoicedSql.as('since')])
  const bySupplier = db
    .selectFrom(open.as('open'))
    .select('open.supplier_id')
    .select([sql<number>`count(distinct open.order_id)::int`.as('orders'), sql<number>`sum(open.units)::int`.as('units')])
    .select(sql<Fen>`sum(open.units * open.price_fen)::bigint`.as('amount'))
    .select(sql<Fen>`sum(${netAmountSql})::bigint`.as('net'))
    .select(sql<Date>`min(open.since)`.as('since'))
    .groupBy('open.supplier_id')
  const ordered = db.selectFrom(bySupplier.as('sums')).selectAll().orderBy('sums.amount', 'desc').orderBy('sums.supplier_id')
  const suppliers = db.selectFrom(lines.select('ordered.supplier_id').distinct().as('suppliers'))
  const { rows, total } = await fetchPageWithTotal(ordered, suppliers, toSlice({ pageNo, pageSize }))
  const names = await findSupplierNamesById(
    db,
    rows.map(({ supplier_id }) => supplier_id),
  )
  const dataList = rows.map(
    ({ supplier_id: supplierId, orders, units, amount, net, since }): UninvoicedSupplier => ({
      supplierId,
      supplierName: names.get(supplierId) ?? '',
      orders,
      units,
      amount,
      net,
      since: toShanghaiDay(since),
    }),
  )
  return { dataList, total }
}
