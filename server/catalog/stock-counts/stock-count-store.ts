// Reads the table `stock_count`, and locks a sheet.
import { sql } from 'kysely'
import { consoleStockCountEndpoints } from '#contract/catalog/stock-counts/api.ts'
import type { StockCount } from '#contract/catalog/stock-counts/shapes.ts'
import { type StockCountState, type StockCountVerb, stockCountLifecycle } from '#contract/catalog/stock-counts/stock-count-lifecycle.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findWarehouseNamesById } from '#server/catalog/inventory/public.ts'
import { areAllInShopsOrUnrestrictedSql, findShopIdsStaffIsLimitedTo } from '#server/catalog/shops/public.ts'
import { findLastStaffChange, listStaffNamesById, refuseNamingColleague } from '#server/people/staff/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, getSortDirectionByState, toSlice } from '#server/platform/core/paging.ts'
import { buildRowVersionSubquery } from '#server/platform/core/row-edits.ts'

/** Names a sheet, and who wants to see it. */
export interface StockCountRef {
  id: string
  staffId: string
}

/** Selects the sheets whose goods are all of shops that a staff member keeps. */
async function matching(db: Db, staffId: string) {
  const own = await findShopIdsStaffIsLimitedTo(db, staffId)
  return db.selectFrom('stock_count').where(areAllInShopsOrUnrestrictedSql('shop_ids', own))
}
type Matching = Awaited<ReturnType<typeof matching>>

/** What the books say is hidden from everybody as long as the sheet is blind and open. */
export const isHidden = ({ blind, state }: { blind: boolean; state: StockCountState }): boolean => blind && state === 'OPEN'

/** What was counted of a line less what the books had then; it needs the line as `line`. */
export const differenceSql = sql<number>`(line.counted - line.counted_booked)`

const withColumns = (query: Matching) =>
  query
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('stock_count_line as line')
          .whereRef('line.stock_count_id', '=', 'stock_count.id')
          .select([sql<number>`count(*)::int`.as('lines'), sql<number>`count(line.counted)::int`.as('counted')])
          .select(sql<number>`(count(*) filter (where ${differenceSql} <> 0))::int`.as('different'))
          .select(sql<number>`coalesce(sum(${differenceSql}) filter (where ${differenceSql} > 0), 0)::int`.as('surplus'))
          .select(sql<number>`coalesce(-sum(${differenceSql}) filter (where ${differenceSql} < 0), 0)::int`.as('shortage'))
          .as('sums'),
      (join) => join.onTrue(),
    )
    .select(['id', 'count_no', 'state', 'warehouse_id', 'about', 'note', 'blind', 'round', 'rejected_reason', 'made_by', 'made_at'])
    .select(['submitted_by', 'submitted_at', 'approved_by', 'approved_at'])
    .select(['sums.lines', 'sums.counted', 'sums.different', 'sums.surplus', 'sums.shortage'])
    .select(buildRowVersionSubquery('stockCount', 'stock_count.id').as('rowVersion'))
type Row = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>

async function describe(db: Db, rows: readonly Row[]): Promise<StockCount[]> {
  const warehouses = await findWarehouseNamesById(db)
  const people = await listStaffNamesById(db)
  const nameOf = (id: string | null) => people.get(id ?? '') ?? ''
  return rows.map((row) => {
    const hidden = isHidden(row)
    return {
      id: row.id,
      countNo: row.count_no,
      state: row.state,
      warehouseId: row.warehouse_id,
      warehouseName: warehouses.get(row.warehouse_id) ?? '',
      about: row.about,
      note: row.note,
      blind: row.blind,
      round: row.round,
      lines: row.lines,
      counted: row.counted,
      different: hidden ? null : row.different,
      surplus: hidden ? null : row.surplus,
      shortage: hidden ? null : row.shortage,
      rejectedReason: row.rejected_reason,
      madeBy: nameOf(row.made_by),
      madeAt: row.made_at,
      submittedBy: nameOf(row.submitted_by),
      submittedAt: row.submitted_at,
      approvedBy: nameOf(row.approved_by),
      approvedAt: row.approved_at,
      rowVersion: row.rowVersion,
    }
  })
}

/** The states in which a sheet waits for somebody. */
const WAITING: readonly StockCountState[] = ['OPEN', 'COUNTED']

/** Lists a page of the sheets that a staff member sees: those of a state that waits, the longest first; others newest first. */
export async function listStockCounts(
  db: Db,
  { pageNo, pageSize, state, countNo, warehouseId }: InputOf<typeof consoleStockCountEndpoints.list>,
  staffId: string,
): Promise<{ dataList: StockCount[]; total: number }> {
  let query = await matching(db, staffId)
  if (state) query = query.where('state', '=', state)
  if (countNo) query = query.where('count_no', '=', countNo)
  if (warehouseId) query = query.where('warehouse_id', '=', warehouseId)
  const direction = getSortDirectionByState(state, WAITING)
  const ordered = withColumns(query)
    .orderBy(direction === 'asc' ? 'state_at' : 'made_at', direction)
    .orderBy('id')
  const { rows, total } = await fetchPageWithTotal(ordered, query, toSlice({ pageNo, pageSize }))
  return { dataList: await describe(db, rows), total }
}

/** Reads a sheet. Refuses STOCK_COUNT_NOT_FOUND, also for one with goods of a shop that the person does not keep. */
export async function requireStockCount(db: Db, { id, staffId }: StockCountRef): Promise<StockCount> {
  const row = await withColumns((await matching(db, staffId)).where('id', '=', id)).executeTakeFirst()
  const [count] = row ? await describe(db, [row]) : []
  return count ?? refuse('STOCK_COUNT_NOT_FOUND')
}

export interface LockedStockCount {
  id: string
  countNo: string
  state: StockCountState
  warehouseId: string
  submittedBy: string | null
}

const { approve, cancel, reject, submit } = consoleStockCountEndpoints
const changeTexts = {
  [submit.path]: '提交审核',
  [approve.path]: '审核过账',
  [reject.path]: '退回重盘',
  [cancel.path]: '取消盘点单',
}

/**
 * Locks a sheet until the transaction ends; `shared` lets several people type at once, and whoever submits waits for them. Refuses
 * STOCK_COUNT_NOT_FOUND, STOCK_COUNT_STATE.
 */
export async function lockStockCount(
  tx: Tx,
  moment: Moment,
  { id, staffId }: StockCountRef,
  { verb, shared = false }: { verb: StockCountVerb; shared?: boolean },
): Promise<LockedStockCount> {
  const query = (await matching(tx, staffId))
    .where('id', '=', id)
    .select(['id', 'count_no as countNo', 'state', 'warehouse_id as warehouseId', 'submitted_by as submittedBy'])
  const row = await (shared ? query.forShare() : query.forNoKeyUpdate()).executeTakeFirst()
  if (!row) refuse('STOCK_COUNT_NOT_FOUND')
  const { states, verbs } = stockCountLifecycle
  if (!(verbs[verb].from as readonly StockCountState[]).includes(row.state))
    await refuseNamingColleague(tx, moment, {
      reason: 'STOCK_COUNT_STATE',
      change: await findLastStaffChange(tx, moment, { objectId: id, texts: changeTexts }),
      msg: `盘点单${states[row.state].label}，请刷新后查看`,
    })
  return row
}
