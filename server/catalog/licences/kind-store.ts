// Reads and writes the table `licence_kind`.
import type { LicenceKind } from '#contract/catalog/licences/console-api.ts'
import { LICENCE_KINDS_MAX } from '#contract/catalog/licences/shapes.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { anyOfIdsSql, type Db, isForeignKeyViolation, isUniqueViolation, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import {
  buildRowVersionSubquery,
  formatRowEdit,
  lockOutEditorsAndRequireRowVersion,
  recordRowEdit,
} from '#server/platform/core/row-edits.ts'

/** A kind without the number of goods and categories that demand it. */
export type LicenceKindRecord = Omit<LicenceKind, 'goodsCount' | 'categoryCount'>
/** The fields of a kind that people type. */
export type LicenceKindFields = Omit<LicenceKindRecord, 'kindId' | 'rowVersion'>

const select = (db: Db) =>
  db
    .selectFrom('licence_kind')
    .select(['id as kindId', 'name', 'of_shop as ofShop', 'of_buyer as ofBuyer', 'note'])
    .select(buildRowVersionSubquery('licenceKind', 'licence_kind.id').as('rowVersion'))

/** Lists all kinds by name. */
export const listLicenceKinds = (db: Db): Promise<LicenceKindRecord[]> => select(db).orderBy('name').execute()

/** Finds kinds by id. Unknown ids are left out. */
export async function findLicenceKindsById(db: Db, ids: readonly string[]): Promise<Map<string, LicenceKindRecord>> {
  if (ids.length === 0) return new Map()
  const rows = await select(db).where('id', '=', anyOfIdsSql(ids)).orderBy('name').execute()
  return new Map(rows.map((kind) => [kind.kindId, kind]))
}

/** Returns which of these kinds exist, and locks them against deletion until the transaction ends. */
export async function lockExistingLicenceKindIds(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx.selectFrom('licence_kind').select('id').where('id', '=', anyOfIdsSql(ids)).orderBy('id').forKeyShare().execute()
  return new Set(rows.map(({ id }) => id))
}

/** Refuses LICENCE_KIND_NOT_FOUND if one of the kinds does not exist, and locks all of them against deletion until the transaction ends. */
export async function requireLicenceKindsExist(tx: Tx, ids: readonly string[]): Promise<void> {
  const known = await lockExistingLicenceKindIds(tx, ids)
  if (ids.some((id) => !known.has(id))) refuse('LICENCE_KIND_NOT_FOUND', { field: 'licenceKindIds' })
}

const columnsOf = ({ name, ofShop, ofBuyer, note }: LicenceKindFields) => ({ name, of_shop: ofShop, of_buyer: ofBuyer, note })

const labels = { name: '名称', ofShop: '由店铺持有', ofBuyer: '由买家持有', note: '说明' } as const satisfies Record<
  keyof LicenceKindFields,
  string
>

const refuseTaken = (error: unknown): never => {
  if (isUniqueViolation(error)) refuse('LICENCE_KIND_NAME_TAKEN', { field: 'name' })
  throw error
}

/** Creates a kind. Refuses LICENCE_KIND_NAME_TAKEN, LICENCE_KINDS_FULL. */
async function createLicenceKind(tx: Tx, moment: Moment, facts: LicenceKindFields): Promise<string> {
  const { count } = await tx.selectFrom('licence_kind').select(tx.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  if (count >= LICENCE_KINDS_MAX) refuse('LICENCE_KINDS_FULL')
  const id = moment.newId()
  await tx
    .insertInto('licence_kind')
    .values({ id, ...columnsOf(facts), created_at: moment.now })
    .execute()
    .catch(refuseTaken)
  return id
}

/**
 * Creates a kind, or updates the one with the given id. Refuses LICENCE_KIND_NOT_FOUND, LICENCE_KIND_NAME_TAKEN, LICENCE_KINDS_FULL,
 * ROW_CHANGED.
 */
export async function saveLicenceKind(
  tx: Tx,
  moment: Moment,
  { kindId, rowVersion, staffId, ...facts }: LicenceKindFields & { kindId?: string | undefined; rowVersion: number; staffId: string },
): Promise<string> {
  if (kindId === undefined) return createLicenceKind(tx, moment, facts)
  const row = { kind: 'licenceKind', key: kindId } as const
  await lockOutEditorsAndRequireRowVersion(tx, { ...row, seen: rowVersion })
  const before = (await findLicenceKindsById(tx, [kindId])).get(kindId) ?? refuse('LICENCE_KIND_NOT_FOUND')
  await tx.updateTable('licence_kind').set(columnsOf(facts)).where('id', '=', kindId).execute().catch(refuseTaken)
  await recordRowEdit(tx, moment, { ...row, staffId, what: formatRowEdit(labels, before, facts) })
  return kindId
}

/** How many goods and categories demand each kind. Kinds without any are left out. */
export type LicenceRequirementCounts = ReadonlyMap<string, { goodsCount: number; categoryCount: number }>
export interface LicenceRequirementFunctions {
  countGoodsRequiringLicences(db: Db): Promise<LicenceRequirementCounts>
}

/** A foreign key prevents the deletion of a kind that has licences. */
const refuseHeld = (error: unknown): never => {
  if (isForeignKeyViolation(error)) refuse('LICENCE_KIND_IN_USE', { msg: '已有店铺或买家登记过这种许可证，不能删除' })
  throw error
}

/**
 * Deletes a kind that nothing demands and that has no licences. Refuses LICENCE_KIND_NOT_FOUND, LICENCE_KIND_IN_USE with the places of use,
 * ROW_CHANGED.
 */
export async function deleteLicenceKind(
  tx: Tx,
  { countGoodsRequiringLicences }: LicenceRequirementFunctions,
  { kindId, rowVersion }: { kindId: string; rowVersion: number },
): Promise<void> {
  await lockOutEditorsAndRequireRowVersion(tx, { kind: 'licenceKind', key: kindId, seen: rowVersion })
  // The lock waits for transactions that are about to demand the kind; later ones find it deleted.
  const found = await tx.selectFrom('licence_kind').select('id').where('id', '=', kindId).forUpdate().executeTakeFirst()
  if (!found) refuse('LICENCE_KIND_NOT_FOUND')
  const { goodsCount, categoryCount } = (await countGoodsRequiringLicences(tx)).get(kindId) ?? { goodsCount: 0, categoryCount: 0 }
  const uses = [
    [goodsCount, '个商品'],
    [categoryCount, '个分类'],
  ] as const
  const places = uses.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`)
  if (places.length > 0) refuse('LICENCE_KIND_IN_USE', { msg: `许可证种类正在使用：${places.join('、')}要求它，请先取消要求` })
  await tx.deleteFrom('licence_kind').where('id', '=', kindId).execute().catch(refuseHeld)
}
