// Reads the tables `stock_receipt` and `stock_receipt_line`, and locks a receipt.
import { sql } from 'kysely'
import type { consoleStockReceiptEndpoints } from '#contract/catalog/stock-receipts/api.ts'
import type { StockReceipt, StockReceiptLine, StockReceiptState } from '#contract/catalog/stock-receipts/shapes.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { getStartOfNextShanghaiDay, getStartOfShanghaiDay, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { describeSkusById } from '#server/catalog/goods/public.ts'
import { findWarehouseNamesById } from '#server/catalog/inventory/public.ts'
import { areAllInShopsOrUnrestrictedSql, findShopIdsStaffIsLimitedTo } from '#server/catalog/shops/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, toSlice } from '#server/platform/core/paging.ts'

/** Names a receipt, and who wants to see it. */
export interface StockReceiptRef {
  id: string
  staffId: string
}

/** Selects the receipts whose goods are all of shops that a staff member keeps. */
async function matching(db: Db, staffId: string) {
  const own = await findShopIdsStaffIsLimitedTo(db, staffId)
  return db.selectFrom('stock_receipt as receipt').where(areAllInShopsOrUnrestrictedSql('receipt.shop_ids', own))
}
type Matching = Awaited<ReturnType<typeof matching>>

const stateSql = sql<StockReceiptState>`case
  when receipt.reverses is not null then 'counter' when receipt.reversed_at is not null then 'reversed' else 'posted' end`

const withColumns = (query: Matching) =>
  query
    .leftJoin('stock_receipt as counter', (join) =>
      join.on((eb) => eb.or([eb('counter.id', '=', eb.ref('receipt.reverses')), eb('counter.reverses', '=', eb.ref('receipt.id'))])),
    )
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('stock_receipt_line as line')
          .whereRef('line.stock_receipt_id', '=', 'receipt.id')
          .select([sql<number>`count(*)::int`.as('lines'), sql<number>`sum(line.quantity)::int`.as('units')])
          .select(sql<string[]>`array_agg(distinct line.warehouse_id)`.as('warehouseIds'))
          .as('sums'),
      (join) => join.onTrue(),
    )
    .select(['receipt.id', 'receipt.receipt_no', 'receipt.file_name', 'receipt.note', stateSql.as('state')])
    .select(['receipt.made_by', 'receipt.made_at', 'counter.id as counterId', 'counter.receipt_no as counterNo'])
    .select(['sums.lines', 'sums.units', 'sums.warehouseIds'])
type Row = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>

async function describe(db: Db, { now }: Pick<Moment, 'now'>, rows: readonly Row[]): Promise<StockReceipt[]> {
  const warehouses = await findWarehouseNamesById(db)
  const people = await listStaffNamesById(db)
  return rows.map((row) => ({
    id: row.id,
    receiptNo: row.receipt_no,
    state: row.state,
    fileName: row.file_name,
    note: row.note,
    warehouses: row.warehouseIds.map((id) => warehouses.get(id) ?? '').join('、'),
    lines: row.lines,
    units: row.units,
    counterId: row.counterId,
    counterNo: row.counterNo ?? '',
    reversible: row.state === 'posted' && toShanghaiDay(row.made_at) === toShanghaiDay(now),
    madeBy: people.get(row.made_by) ?? '',
    madeAt: row.made_at,
  }))
}

/** Lists a page of the receipts that a staff member sees, newest first. */
export async function listStockReceipts(
  db: Db,
  moment: Pick<Moment, 'now'>,
  {
    pageNo,
    pageSize,
    state,
    receiptNo,
    dateFrom,
    dateTo,
    staffId,
  }: InputOf<typeof consoleStockReceiptEndpoints.list> & { staffId: string },
): Promise<{ dataList: StockReceipt[]; total: number }> {
  let query = await matching(db, staffId)
  if (state) query = query.where(stateSql, '=', state)
  if (receiptNo) query = query.where('receipt.receipt_no', '=', receiptNo)
  if (dateFrom) query = query.where('receipt.made_at', '>=', getStartOfShanghaiDay(dateFrom))
  if (dateTo) query = query.where('receipt.made_at', '<', getStartOfNextShanghaiDay(dateTo))
  const ordered = withColumns(query).orderBy('receipt.made_at', 'desc').orderBy('receipt.receipt_no', 'desc')
  const { rows, total } = await fetchPageWithTotal(ordered, query, toSlice({ pageNo, pageSize }))
  return { dataList: await describe(db, moment, rows), total }
}

/** Reads a receipt. Refuses STOCK_RECEIPT_NOT_FOUND, also for one with goods of a shop that the person does not keep. */
export async function requireStockReceipt(db: Db, moment: Pick<Moment, 'now'>, { id, staffId }: StockReceiptRef): Promise<StockReceipt> {
  const row = await withColumns((await matching(db, staffId)).where('receipt.id', '=', id)).executeTakeFirst()
  const [receipt] = row ? await describe(db, moment, [row]) : []
  return receipt ?? refuse('STOCK_RECEIPT_NOT_FOUND')
}

/** Lists a page of the lines of a receipt, in their order. Refuses STOCK_RECEIPT_NOT_FOUND. */
export async function listStockReceiptLines(
  db: Db,
  { id, staffId, pageNo, pageSize }: StockReceiptRef & { pageNo: number; pageSize: number },
): Promise<{ dataList: StockReceiptLine[]; total: number }> {
  const seen = await (await matching(db, staffId)).where('receipt.id', '=', id).select('receipt.id').executeTakeFirst()
  if (!seen) refuse('STOCK_RECEIPT_NOT_FOUND')
  const query = db.selectFrom('stock_receipt_line').where('stock_receipt_id', '=', id)
  const ordered = query
    .leftJoin('stock_batch as batch', 'batch.id', 'stock_receipt_line.batch_id')
    .select(['line_no', 'stock_receipt_line.sku_id', 'warehouse_id', 'bin', 'quantity', 'hundred_fen'])
    .select(['batch.batch_no', 'batch.best_before', 'batch.made_on'])
    .orderBy('line_no')
  const { rows, total } = await fetchPageWithTotal(ordered, query, toSlice({ pageNo, pageSize }))
  const warehouses = await findWarehouseNamesById(db)
  const skus = await describeSkusById(
    db,
    rows.map(({ sku_id }) => sku_id),
  )
  const dataList = rows.map(({ line_no, sku_id, warehouse_id, bin, quantity, hundred_fen, ...of }): StockReceiptLine => {
    const { skuCode = '', goodsName = '', skuProps = '{}', unit = '' } = skus.get(sku_id) ?? {}
    const goods = { skuId: sku_id, skuCode, goodsName, skuProps, unit }
    const batch = { batchNo: of.batch_no ?? '', bestBefore: of.best_before, madeOn: of.made_on }
    return Object.assign(
      { lineNo: line_no, warehouseName: warehouses.get(warehouse_id) ?? '', bin, quantity, hundredCost: hundred_fen },
      goods,
      batch,
    )
  })
  return { dataList, total }
}

/** Reads the lines of a receipt as they were posted, in their order. */
export const readPostedLines = (db: Db, id: string) =>
  db
    .selectFrom('stock_receipt_line')
    .select([
      'sku_id as skuId',
      'warehouse_id as warehouseId',
      'quantity as units',
      'hundred_fen as hundredFen',
      'bin',
      'batch_id as batchId',
    ])
    .where('stock_receipt_id', '=', id)
    .orderBy('line_no')
    .execute()

/** Locks a receipt until the transaction ends. Refuses STOCK_RECEIPT_NOT_FOUND. */
export async function lockStockReceipt(tx: Tx, { id, staffId }: StockReceiptRef) {
  const row = await (await matching(tx, staffId))
    .where('receipt.id', '=', id)
    .select(['receipt.id', 'receipt.file_name as fileName', 'receipt.reverses', 'receipt.reversed_at as reversedAt'])
    .select('receipt.made_at as madeAt')
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? refuse('STOCK_RECEIPT_NOT_FOUND')
}
