// Reads and writes the table `supplier`.
import { sql } from 'kysely'
import type { consoleSupplierEndpoints, Supplier } from '#contract/catalog/suppliers/api.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { anyOfIdsSql, type Db, isUniqueViolation, type Tx } from '#server/platform/core/db.ts'
import { formatLikeContainsPattern } from '#server/platform/core/like-pattern.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, toSlice } from '#server/platform/core/paging.ts'
import {
  buildRowVersionSubquery,
  formatRowEdit,
  lockOutEditorsAndRequireRowVersion,
  recordRowEdit,
} from '#server/platform/core/row-edits.ts'

type SupplierFields = Omit<Supplier, 'supplierId' | 'skuCount' | 'rowVersion'>

const matching = (db: Db, { keyword, state }: Pick<InputOf<typeof consoleSupplierEndpoints.list>, 'keyword' | 'state'>) => {
  let query = db.selectFrom('supplier')
  if (keyword) query = query.where('name', 'ilike', formatLikeContainsPattern(keyword))
  return state === undefined ? query : query.where('active', '=', state === 'active')
}

const withColumns = (query: ReturnType<typeof matching>) =>
  query
    .select(['id as supplierId', 'name', 'credit_code as creditCode', 'contact_name as contactName', 'contact_phone as contactPhone'])
    .select(['payment_terms as paymentTerms', 'lead_days as leadDays', 'active'])
    .select(
      sql<number>`(select count(distinct sku_id)::int from supplier_price as price where price.supplier_id = supplier.id)`.as('skuCount'),
    )
    .select(buildRowVersionSubquery('supplier', 'supplier.id').as('rowVersion'))

/** Lists a page of suppliers by name. */
export async function listSuppliers(
  db: Db,
  { pageNo, pageSize, ...filter }: InputOf<typeof consoleSupplierEndpoints.list>,
): Promise<{ dataList: Supplier[]; total: number }> {
  const suppliers = withColumns(matching(db, filter)).orderBy('name')
  const { rows, total } = await fetchPageWithTotal(suppliers, matching(db, filter), toSlice({ pageNo, pageSize }))
  return { dataList: rows, total }
}

/** Reads one supplier. Refuses SUPPLIER_NOT_FOUND. */
export const requireSupplier = async (db: Db, id: string): Promise<Supplier> =>
  (await withColumns(matching(db, {}).where('id', '=', id)).executeTakeFirst()) ?? refuse('SUPPLIER_NOT_FOUND')

/** Locks a supplier that the mall buys from, so that it is not stopped meanwhile. Refuses SUPPLIER_NOT_FOUND, SUPPLIER_STOPPED. */
export async function requireLockedActiveSupplier(tx: Tx, id: string): Promise<void> {
  const row = await tx.selectFrom('supplier').select('active').where('id', '=', id).forShare().executeTakeFirst()
  if (!row) refuse('SUPPLIER_NOT_FOUND')
  if (!row.active) refuse('SUPPLIER_STOPPED', { field: 'supplierId' })
}

/** Returns the names of suppliers by id. Unknown ids are left out. */
export async function findSupplierNamesById(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('supplier').select(['id', 'name']).where('id', '=', anyOfIdsSql(ids)).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Returns the ids of the suppliers whose name contains a text. */
export async function findSupplierIdsByName(db: Db, keyword: string): Promise<string[]> {
  const rows = await matching(db, { keyword }).select('id').execute()
  return rows.map(({ id }) => id)
}

const columnsOf = ({ name, creditCode, contactName, contactPhone, paymentTerms, leadDays, active }: SupplierFields) => ({
  name,
  credit_code: creditCode,
  contact_name: contactName,
  contact_phone: contactPhone,
  payment_terms: paymentTerms,
  lead_days: leadDays,
  active,
})

const labels = {
  name: '名称',
  creditCode: '统一社会信用代码',
  contactName: '联系人',
  contactPhone: '联系电话',
  paymentTerms: '付款条件',
  leadDays: '到货天数',
  active: '合作中',
} as const satisfies Record<keyof SupplierFields, string>

const refuseTaken = (error: unknown): never => {
  if (isUniqueViolation(error)) refuse('SUPPLIER_NAME_TAKEN', { field: 'name' })
  throw error
}

/**
 * Creates a supplier, or updates the one with the given id. A supplier is never deleted: it is stopped, because orders and prices name it.
 * Refuses SUPPLIER_NOT_FOUND, SUPPLIER_NAME_TAKEN, ROW_CHANGED.
 */
export async function saveSupplier(
  tx: Tx,
  moment: Moment,
  { supplierId, rowVersion, staffId, ...fields }: SupplierFields & { supplierId?: string | undefined; rowVersion: number; staffId: string },
): Promise<string> {
  if (supplierId === undefined) {
    const id = moment.newId()
    const row = Object.assign({ id, created_at: moment.now }, columnsOf(fields))
    await tx.insertInto('supplier').values(row).execute().catch(refuseTaken)
    return id
  }
  const row = { kind: 'supplier', key: supplierId } as const
  await lockOutEditorsAndRequireRowVersion(tx, { ...row, seen: rowVersion })
  const before = await requireSupplier(tx, supplierId)
  await tx.updateTable('supplier').set(columnsOf(fields)).where('id', '=', supplierId).execute().catch(refuseTaken)
  await recordRowEdit(tx, moment, { ...row, staffId, what: formatRowEdit(labels, before, fields) })
  return supplierId
}
