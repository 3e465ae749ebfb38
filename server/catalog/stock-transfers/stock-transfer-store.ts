// Reads the tables `stock_transfer` and `stock_transfer_line`, and locks a transfer.
import { type RawBuilder, sql } from 'kysely'
import {
  consoleStockTransferEndpoints,
  STOCK_TRANSFER_LATE_DAYS,
  type StockTransfer,
  type StockTransferLine,
} from '#contract/catalog/stock-transfers/api.ts'
import {
  type StockTransferState,
  type StockTransferVerb,
  stockTransferLifecycle,
} from '#contract/catalog/stock-transfers/stock-transfer-lifecycle.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addHours } from '#contract/platform/core/shanghai.ts'
import { describeSkusById } from '#server/catalog/goods/public.ts'
import { findSkuUnitsInWarehouse, findWarehouseNamesById } from '#server/catalog/inventory/public.ts'
import { areAllInShopsOrUnrestrictedSql, findShopIdsStaffIsLimitedTo } from '#server/catalog/shops/public.ts'
import { findLastStaffChange, listStaffNamesById, refuseNamingColleague } from '#server/people/staff/public.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, toSlice } from '#server/platform/core/paging.ts'
import { buildRowVersionSubquery } from '#server/platform/core/row-edits.ts'

/** Names a transfer, and who wants to see it. */
export interface StockTransferRef {
  id: string
  staffId: string
}

/** Selects the transfers whose goods are all of shops that a staff member keeps. */
async function matching(db: Db, staffId: string) {
  const own = await findShopIdsStaffIsLimitedTo(db, staffId)
  return db.selectFrom('stock_transfer').where(areAllInShopsOrUnrestrictedSql('shop_ids', own))
}
type Matching = Awaited<ReturnType<typeof matching>>

const withColumns = (query: Matching) =>
  query
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('stock_transfer_line as line')
          .whereRef('line.stock_transfer_id', '=', 'stock_transfer.id')
          .select([sql<number>`sum(line.quantity)::int`.as('units'), sql<number>`sum(line.received)::int`.as('received')])
          .select(sql<number>`sum(line.missing)::int`.as('missing'))
          .as('sums'),
      (join) => join.onTrue(),
    )
    .select(['id', 'transfer_no', 'state', 'from_id', 'to_id', 'note', 'closed_reason', 'made_by', 'made_at', 'sent_at'])
    .select(['sums.units', 'sums.received', 'sums.missing', buildRowVersionSubquery('stockTransfer', 'stock_transfer.id').as('rowVersion')])
type Row = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>

async function describe(db: Db, rows: readonly Row[]): Promise<StockTransfer[]> {
  const warehouses = await findWarehouseNamesById(db)
  const people = await listStaffNamesById(db)
  return rows.map((row) => ({
    id: row.id,
    transferNo: row.transfer_no,
    state: row.state,
    fromId: row.from_id,
    fromName: warehouses.get(row.from_id) ?? '',
    toId: row.to_id,
    toName: warehouses.get(row.to_id) ?? '',
    note: row.note,
    units: row.units,
    received: row.received,
    missing: row.missing,
    closedReason: row.closed_reason ?? '',
    madeBy: people.get(row.made_by) ?? '',
    madeAt: row.made_at,
    sentAt: row.sent_at,
    rowVersion: row.rowVersion,
  }))
}

/** SQL: whether a transfer is on the way for too long. The state is a literal, so that every plan can use the index of what waits. */
export const isStockTransferLateSql = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`stock_transfer.state = 'SENT' and stock_transfer.sent_at <= ${addHours(now, -24 * STOCK_TRANSFER_LATE_DAYS)}`

/** Lists a page of the transfers that a staff member sees: those on the way, the longest first; others newest first. */
export async function listStockTransfers(
  db: Db,
  { now }: Moment,
  { pageNo, pageSize, state, transferNo, warehouseId, late }: InputOf<typeof consoleStockTransferEndpoints.list>,
  staffId: string,
): Promise<{ dataList: StockTransfer[]; total: number }> {
  let query = await matching(db, staffId)
  if (state) query = query.where('state', '=', state)
  if (late) query = query.where(isStockTransferLateSql(now))
  if (transferNo) query = query.where('transfer_no', '=', transferNo)
  if (warehouseId) query = query.where((eb) => eb.or([eb('from_id', '=', warehouseId), eb('to_id', '=', warehouseId)]))
  const found = withColumns(query)
  const ordered = (late || state === 'SENT' ? found.orderBy('sent_at') : found.orderBy('made_at', 'desc')).orderBy('id')
  const { rows, total } = await fetchPageWithTotal(ordered, query, toSlice({ pageNo, pageSize }))
  return { dataList: await describe(db, rows), total }
}

/** A line of a transfer. */
export interface StockTransferLineRow {
  lineNo: number
  skuId: string
  quantity: number
  received: number
  missing: number
}

/** Reads the lines of transfers, those of one transfer together and in their order. */
export const readLinesOfStockTransfers = (db: Db, ids: readonly string[]): Promise<(StockTransferLineRow & { transferId: string })[]> =>
  db
    .selectFrom('stock_transfer_line')
    .select(['stock_transfer_id as transferId', 'line_no as lineNo', 'sku_id as skuId', 'quantity', 'received', 'missing'])
    .where('stock_transfer_id', '=', anyOfIdsSql(ids))
    .orderBy('stock_transfer_id')
    .orderBy('line_no')
    .execute()

/** Reads the lines of a transfer, in their order. */
export const readStockTransferLines = (db: Db, id: string): Promise<StockTransferLineRow[]> => readLinesOfStockTransfers(db, [id])

/** Reads a transfer with its lines. Refuses STOCK_TRANSFER_NOT_FOUND, also for one with goods of a shop that the person does not keep. */
export async function readStockTransfer(
  db: Db,
  { id, staffId }: StockTransferRef,
): Promise<{ transfer: StockTransfer; lines: StockTransferLine[] }> {
  const row = await withColumns((await matching(db, staffId)).where('id', '=', id)).executeTakeFirst()
  if (!row) refuse('STOCK_TRANSFER_NOT_FOUND')
  const [transfer = refuse('STOCK_TRANSFER_NOT_FOUND')] = await describe(db, [row])
  const lines = await readStockTransferLines(db, id)
  const skuIds = lines.map(({ skuId }) => skuId)
  const skus = await describeSkusById(db, skuIds)
  const lying = await findSkuUnitsInWarehouse(db, { warehouseId: transfer.fromId, skuIds })
  const described = lines.map((line): StockTransferLine => {
    const { skuCode = '', goodsName = '', skuProps = '{}', unit = '' } = skus.get(line.skuId) ?? {}
    return Object.assign({ skuCode, goodsName, skuProps, unit, lying: lying.get(line.skuId) ?? 0 }, line)
  })
  return { transfer, lines: described }
}

export interface LockedStockTransfer {
  id: string
  transferNo: string
  state: StockTransferState
  fromId: string
  toId: string
}

const { send, receive, closeShort, cancel } = consoleStockTransferEndpoints
const changeTexts = {
  [send.path]: '发出调拨单',
  [receive.path]: '登记调拨单的收货',
  [closeShort.path]: '结束调拨',
  [cancel.path]: '取消调拨单',
}

/** Locks a transfer that allows a verb. Refuses STOCK_TRANSFER_NOT_FOUND, STOCK_TRANSFER_STATE. */
export async function lockStockTransferAllowingVerb(
  tx: Tx,
  moment: Moment,
  { id, staffId }: StockTransferRef,
  verb: StockTransferVerb,
): Promise<LockedStockTransfer> {
  const row = await (await matching(tx, staffId))
    .where('id', '=', id)
    .select(['id', 'transfer_no as transferNo', 'state', 'from_id as fromId', 'to_id as toId'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) refuse('STOCK_TRANSFER_NOT_FOUND')
  const { states, verbs } = stockTransferLifecycle
  if (!(verbs[verb].from as readonly string[]).includes(row.state))
    await refuseNamingColleague(tx, moment, {
      reason: 'STOCK_TRANSFER_STATE',
      change: await findLastStaffChange(tx, moment, { objectId: id, texts: changeTexts }),
      msg: `调拨单${states[row.state].label}，请刷新后查看`,
    })
  return row
}
