// Reads and writes the table `warehouse`.
import { areaList } from '@vant/area-data'
import { sql } from 'kysely'
import type { PromisingWarehouse } from '#contract/catalog/inventory/sending-warehouses.ts'
import {
  type consoleWarehouseEndpoints,
  MAIN_WAREHOUSE_ID,
  TRANSIT_WAREHOUSE_ID,
  type Warehouse,
} from '#contract/catalog/inventory/warehouses-api.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { type Db, isUniqueViolation, type Tx } from '#server/platform/core/db.ts'
import { formatLikeContainsPattern } from '#server/platform/core/like-pattern.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, toSlice } from '#server/platform/core/paging.ts'
import {
  buildRowVersionSubquery,
  formatRowEdit,
  lockOutEditorsAndRequireRowVersion,
  recordRowEdit,
} from '#server/platform/core/row-edits.ts'

type WarehouseFields = Omit<Warehouse, 'warehouseId' | 'isMain' | 'skuCount' | 'units' | 'rowVersion'>

/** What `warehouse.delivery_terms` has for each change: the provinces and days that held from then on. The latest is the first. */
interface StoredDeliveryTerms {
  at: string
  provinces: string[]
  servedDays: number | null
  moreDays: number
}
/** More changes than are made while an order is on its way. */
const TERMS_KEPT = 50

/** The names of the provinces that a warehouse can serve. An order has the same names in its region. */
const provinceNames: readonly string[] = Object.values(areaList.province_list)

/** The days of a warehouse now: those of the mall until somebody sets its own. */
const servedDaysSql = sql<number | null>`(delivery_terms -> 0 ->> 'servedDays')::int`
const moreDaysSql = sql<number>`coalesce((delivery_terms -> 0 ->> 'moreDays')::int, 0)`

const isMainSql = sql<boolean>`warehouse.id = ${MAIN_WAREHOUSE_ID}`

const matching = (db: Db, { keyword, state }: Pick<InputOf<typeof consoleWarehouseEndpoints.list>, 'keyword' | 'state'>) => {
  let query = db.selectFrom('warehouse').where('warehouse.id', '!=', TRANSIT_WAREHOUSE_ID)
  if (keyword) {
    const pattern = formatLikeContainsPattern(keyword)
    query = query.where((eb) => eb.or([eb('name', 'ilike', pattern), eb('code', 'ilike', pattern)]))
  }
  return state === undefined ? query : query.where('open', '=', state === 'open')
}

const withColumns = (query: ReturnType<typeof matching>) =>
  query
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('warehouse_stock as lying')
          .whereRef('lying.warehouse_id', '=', 'warehouse.id')
          .where('lying.units', '>', 0)
          .select([sql<number>`count(*)::int`.as('skuCount'), sql<number>`coalesce(sum(lying.units), 0)::int`.as('units')])
          .as('sums'),
      (join) => join.onTrue(),
    )
    .select(['warehouse.id as warehouseId', 'code', 'name', 'address', 'provinces', 'open', isMainSql.as('isMain')])
    .select([servedDaysSql.as('servedDays'), moreDaysSql.as('moreDays')])
    .select(['sums.skuCount', 'sums.units', buildRowVersionSubquery('warehouse', 'warehouse.id').as('rowVersion')])

/** Lists a page of warehouses, the main one first. */
export async function listWarehouses(
  db: Db,
  { pageNo, pageSize, ...filter }: InputOf<typeof consoleWarehouseEndpoints.list>,
): Promise<{ dataList: Warehouse[]; total: number }> {
  const warehouses = withColumns(matching(db, filter)).orderBy(isMainSql, 'desc').orderBy('code')
  const { rows, total } = await fetchPageWithTotal(warehouses, matching(db, filter), toSlice({ pageNo, pageSize }))
  return { dataList: rows, total }
}

/** Reads one warehouse. Refuses WAREHOUSE_NOT_FOUND. */
export const requireWarehouse = async (db: Db, id: string): Promise<Warehouse> =>
  (await withColumns(matching(db, {}).where('warehouse.id', '=', id)).executeTakeFirst()) ?? refuse('WAREHOUSE_NOT_FOUND')

/** What people choose from: the warehouses that are open, and the provinces. */
export async function listOpenWarehousesAndProvinces(
  db: Db,
): Promise<{ warehouses: { warehouseId: string; name: string }[]; provinces: string[] }> {
  const open = matching(db, { state: 'open' }).select(['warehouse.id as warehouseId', 'name'])
  return { warehouses: await open.orderBy(isMainSql, 'desc').orderBy('code').execute(), provinces: [...provinceNames] }
}

/** Lists the warehouses that promised days are computed from, and whether they are open, the main one first. Provinces by their names. */
export async function listPromisingWarehouses(db: Db): Promise<(PromisingWarehouse & { open: boolean })[]> {
  const all = matching(db, {}).select(['warehouse.id', 'provinces', 'delivery_terms', 'open'])
  const rows = await all.orderBy(isMainSql, 'desc').orderBy('code').execute()
  return rows.map(({ id, provinces, delivery_terms, open }) => ({
    warehouseId: id,
    open,
    provinces,
    terms: (delivery_terms as unknown as StoredDeliveryTerms[]).map((one) => ({
      effectiveAt: new Date(one.at),
      provinces: one.provinces,
      servedDays: one.servedDays,
      moreDays: one.moreDays,
    })),
  }))
}

/** Refuses WAREHOUSE_NOT_FOUND, WAREHOUSE_CLOSED. The main one needs no question: it is always there and open. */
export async function requireOpenWarehouse(db: Db, id: string = MAIN_WAREHOUSE_ID): Promise<string> {
  if (id === MAIN_WAREHOUSE_ID) return id
  const row = await db.selectFrom('warehouse').select('open').where('id', '=', id).executeTakeFirst()
  if (!row) refuse('WAREHOUSE_NOT_FOUND')
  if (!row.open) refuse('WAREHOUSE_CLOSED', { field: 'warehouseId' })
  return id
}

/** Whether there is an open warehouse besides the main one, which is always open. */
export async function hasOtherOpenWarehouses(db: Db): Promise<boolean> {
  const others = matching(db, { state: 'open' }).select('warehouse.id').where('warehouse.id', '!=', MAIN_WAREHOUSE_ID)
  return (await others.limit(1).executeTakeFirst()) !== undefined
}

/** Reads the open warehouses for rows of a file, which name them by name or code. */
export async function readOpenWarehouseLookup(db: Db): Promise<(text: string) => { warehouseId: string; name: string } | undefined> {
  const rows = await matching(db, { state: 'open' }).select(['warehouse.id as warehouseId', 'name', 'code']).execute()
  return (text) => rows.find(({ name, code }) => name === text || code === text.toUpperCase())
}

/** Returns the names of all warehouses by id. */
export async function findWarehouseNamesById(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom('warehouse').select(['id', 'name']).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const labels = {
  code: '编码',
  name: '名称',
  address: '地址',
  provinces: '服务省份',
  open: '使用中',
  servedDays: '服务省份承运天数',
  moreDays: '其他省份加天数',
} as const satisfies Record<keyof WarehouseFields, string>

const toStoredTerms = (moment: Moment, { provinces, servedDays, moreDays }: WarehouseFields): StoredDeliveryTerms => ({
  at: moment.now.toISOString(),
  provinces,
  servedDays,
  moreDays,
})

/** SQL: the terms of a warehouse, with those that hold from now on before them. */
const withNewTermsSql = (latest: StoredDeliveryTerms) =>
  sql<string>`jsonb_path_query_array(${JSON.stringify([latest])}::jsonb || delivery_terms, ${`$[0 to ${TERMS_KEPT - 1}]`}::jsonpath)`

const haveTermsChanged = (before: WarehouseFields, { provinces, servedDays, moreDays }: WarehouseFields): boolean =>
  before.provinces.join() !== provinces.join() || before.servedDays !== servedDays || before.moreDays !== moreDays

const refuseTaken = (error: unknown): never => {
  if (isUniqueViolation(error)) refuse('WAREHOUSE_TAKEN', { field: 'code' })
  throw error
}

/**
 * Creates a warehouse, or updates the one with the given id. It is never deleted: it is closed, because movements name it. What lies in a
 * closed one stays there until it is moved. Refuses WAREHOUSE_NOT_FOUND, WAREHOUSE_TAKEN, WAREHOUSE_MAIN, REGION_UNKNOWN, ROW_CHANGED.
 */
export async function saveWarehouse(
  tx: Tx,
  moment: Moment,
  {
    warehouseId,
    rowVersion,
    staffId,
    servedDays,
    moreDays,
    ...fields
  }: WarehouseFields & { warehouseId?: string | undefined; rowVersion: number; staffId: string },
): Promise<string> {
  if (fields.provinces.some((name) => !provinceNames.includes(name))) refuse('REGION_UNKNOWN', { field: 'provinces' })
  if (warehouseId === MAIN_WAREHOUSE_ID && !fields.open) refuse('WAREHOUSE_MAIN', { field: 'open' })
  const after: WarehouseFields = Object.assign({ servedDays, moreDays }, fields)
  const latest = toStoredTerms(moment, after)
  if (warehouseId === undefined) {
    const id = moment.newId()
    await tx
      .insertInto('warehouse')
      .values(Object.assign({ id, made_at: moment.now, delivery_terms: JSON.stringify([latest]) }, fields))
      .execute()
      .catch(refuseTaken)
    return id
  }
  const row = { kind: 'warehouse', key: warehouseId } as const
  await lockOutEditorsAndRequireRowVersion(tx, { ...row, seen: rowVersion })
  const before = await requireWarehouse(tx, warehouseId)
  await tx
    .updateTable('warehouse')
    .set(fields)
    .$if(haveTermsChanged(before, after), (query) => query.set({ delivery_terms: withNewTermsSql(latest) }))
    .where('id', '=', warehouseId)
    .execute()
    .catch(refuseTaken)
  const shown = ({ provinces, ...rest }: WarehouseFields) => Object.assign({ provinces: provinces.join('、') }, rest)
  await recordRowEdit(tx, moment, { ...row, staffId, what: formatRowEdit(labels, shown(before), shown(after)) })
  return warehouseId
}
