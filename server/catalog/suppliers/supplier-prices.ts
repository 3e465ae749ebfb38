// Reads and writes the table `supplier_price`: what suppliers ask for SKUs. Rows are only added.
import { type RawBuilder, sql } from 'kysely'
import type { SupplierPrice } from '#contract/catalog/suppliers/api.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import {
  buildSkuIdsOfStaffShopsSql,
  describeSkusById,
  readSkuLookupByStaffTypedCode,
  skuIdsMatchingTextSql,
} from '#server/catalog/goods/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, type PageInput, toSlice } from '#server/platform/core/paging.ts'
import { requireLockedActiveSupplier, requireSupplier } from './supplier-store.ts'

/** Who looks, and when: he sees the SKUs of the shops that he keeps. */
interface Viewer {
  staffId: string
  moment: Moment
}

interface PriceFilter {
  supplierId: string
  keyword?: string | undefined
  skuId?: string | undefined
}

/** SQL: whether an entry is the newest of its supplier and SKU: the latest that is in force, else the latest of those to come. */
const isNewestSql = (today: string): RawBuilder<boolean> => sql<boolean>`not exists (
  select 1 from supplier_price as later where later.supplier_id = price.supplier_id and later.sku_id = price.sku_id and later.id <> price.id
    and (later.valid_from <= ${today}, later.valid_from, later.at, later.id) > (price.valid_from <= ${today}, price.valid_from, price.at, price.id))`

/** A price of a supplier for a SKU. */
interface CurrentPriceRow {
  supplier_id: string
  sku_id: string
  price_fen: Fen
  lead_days: number
  minimum: number
}

/** SQL: a subquery of the prices in force today, one for each supplier and SKU that it has priced. */
export const currentSupplierPricesSql = (today: string): RawBuilder<CurrentPriceRow> => sql<CurrentPriceRow>`(
  select price.supplier_id, price.sku_id, price.price_fen, price.lead_days, price.minimum from supplier_price as price
  where price.valid_from <= ${today}::date and ${isNewestSql(today)})`

async function matchPrices(db: Db, { supplierId, keyword, skuId }: PriceFilter, { staffId }: Viewer) {
  const own = await buildSkuIdsOfStaffShopsSql(db, staffId)
  let query = db.selectFrom('supplier_price as price').where('price.supplier_id', '=', supplierId)
  if (own !== null) query = query.where('price.sku_id', 'in', own)
  if (keyword) query = query.where('price.sku_id', 'in', skuIdsMatchingTextSql(keyword))
  return skuId === undefined ? query : query.where('price.sku_id', '=', skuId)
}

type Matching = Awaited<ReturnType<typeof matchPrices>>

async function readPage(
  db: Db,
  matching: Matching,
  { paging, moment, history = false }: { paging: PageInput; moment: Moment; history?: boolean },
) {
  const today = toShanghaiDay(moment.now)
  const ordered = matching
    .select(['price.id', 'price.sku_id as skuId', 'price.price_fen', 'price.lead_days as leadDays', 'price.minimum'])
    .select([sql<string>`price.valid_from::text`.as('validFrom'), 'price.staff_id', 'price.at'])
    .orderBy(history ? 'price.valid_from' : 'price.at', 'desc')
    .orderBy('price.at', 'desc')
    .orderBy('price.id')
  const { rows, total } = await fetchPageWithTotal(ordered, matching, toSlice(paging))
  const skus = await describeSkusById(
    db,
    rows.map(({ skuId }) => skuId),
  )
  const people = await listStaffNamesById(db)
  const dataList = rows.map(({ id, skuId, price_fen, leadDays, minimum, validFrom, staff_id, at }): SupplierPrice => {
    const { skuCode = '', goodsName = '', skuProps = '{}', unit = '' } = skus.get(skuId) ?? {}
    const terms = { price: price_fen, leadDays, minimum, validFrom, inForce: validFrom <= today }
    return Object.assign({ id, skuId, skuCode, goodsName, skuProps, unit, by: people.get(staff_id) ?? '', at }, terms)
  })
  return { dataList, total }
}

/** Lists a page of the newest price of each SKU of a supplier, the latest entry first. Refuses SUPPLIER_NOT_FOUND. */
export async function listNewestSupplierPrices(db: Db, { pageNo, pageSize, ...filter }: PriceFilter & PageInput, viewer: Viewer) {
  await requireSupplier(db, filter.supplierId)
  const matching = (await matchPrices(db, filter, viewer)).where(isNewestSql(toShanghaiDay(viewer.moment.now)))
  return readPage(db, matching, { paging: { pageNo, pageSize }, moment: viewer.moment })
}

/** Lists a page of all prices of a supplier for a SKU, the latest day first. Refuses SUPPLIER_NOT_FOUND. */
export async function listSupplierPriceHistory(
  db: Db,
  { pageNo, pageSize, ...filter }: PriceFilter & PageInput & { skuId: string },
  viewer: Viewer,
) {
  await requireSupplier(db, filter.supplierId)
  return readPage(db, await matchPrices(db, filter, viewer), { paging: { pageNo, pageSize }, moment: viewer.moment, history: true })
}

export interface NewSupplierPrice {
  supplierId: string
  skuCode: string
  price: Fen
  leadDays: number
  minimum: number
  validFrom: string
}

/** Adds a price. Refuses SUPPLIER_NOT_FOUND, SUPPLIER_STOPPED, and SKU_NOT_FOUND for an unknown code and one of a shop that the person does not keep. */
export async function addSupplierPrice(
  tx: Tx,
  moment: Moment,
  { supplierId, skuCode, price, leadDays, minimum, validFrom, staffId }: NewSupplierPrice & { staffId: string },
): Promise<void> {
  await requireLockedActiveSupplier(tx, supplierId)
  const sku = (await readSkuLookupByStaffTypedCode(tx, [skuCode], staffId))(skuCode)
  if (!sku || sku.ofOthers) refuse('SKU_NOT_FOUND', { field: 'skuCode', msg: `没有编码为 ${skuCode} 的商品规格，请核对编码` })
  const terms = { price_fen: price, lead_days: leadDays, minimum, valid_from: validFrom }
  const row = Object.assign({ id: moment.newId(), supplier_id: supplierId, sku_id: sku.id, staff_id: staffId, at: moment.now }, terms)
  await tx.insertInto('supplier_price').values(row).execute()
}

/** Returns the prices in force today of a supplier, by SKU. SKUs that it has not priced are left out. */
export async function findCurrentSupplierPricesBySku(
  db: Db,
  moment: Moment,
  { supplierId, skuIds }: { supplierId: string; skuIds: readonly string[] },
): Promise<Map<string, Fen>> {
  if (skuIds.length === 0) return new Map()
  const rows = await db
    .selectFrom(currentSupplierPricesSql(toShanghaiDay(moment.now)).as('price'))
    .select(['price.sku_id', 'price.price_fen'])
    .where('price.supplier_id', '=', supplierId)
    .where('price.sku_id', '=', anyOfIdsSql(skuIds))
    .execute()
  return new Map(rows.map(({ sku_id, price_fen }) => [sku_id, price_fen]))
}
