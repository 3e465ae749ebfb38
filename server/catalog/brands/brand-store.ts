// Reads and writes the table `brand`.
import { sql } from 'kysely'
import type { ConsoleBrand } from '#contract/catalog/brands/console-api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { markNewPictureUsed } from '#server/catalog/pictures/public.ts'
import { anyOfIdsSql, type Db, isForeignKeyViolation, isUniqueViolation, type Tx } from '#server/platform/core/db.ts'
import { formatLikeContainsPattern } from '#server/platform/core/like-pattern.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { publishEvents } from '#server/platform/core/outbox.ts'
import { fetchPageWithTotal, type RowSlice } from '#server/platform/core/paging.ts'
import {
  buildRowVersionSubquery,
  formatRowEdit,
  lockOutEditorsAndRequireRowVersion,
  recordRowEdit,
} from '#server/platform/core/row-edits.ts'

/** The texts of a brand by which people search for it. */
type BrandFacts = Omit<ConsoleBrand, 'brandId' | 'rowVersion'>

const matching = (db: Db, keyword: string | undefined) => {
  const query = db.selectFrom('brand')
  return keyword ? query.where('name', 'ilike', formatLikeContainsPattern(keyword)) : query
}

const withColumns = (query: ReturnType<typeof matching>) =>
  query
    .select(['id as brandId', 'name', 'origin', 'certificates', 'logo_picture_id as pictureId'])
    .select(buildRowVersionSubquery('brand', 'brand.id').as('rowVersion'))

/** Lists brands by name. */
export const listBrands = (
  db: Db,
  { keyword, slice }: { keyword: string | undefined; slice: RowSlice },
): Promise<{ rows: ConsoleBrand[]; total: number }> =>
  fetchPageWithTotal(withColumns(matching(db, keyword)).orderBy('name'), matching(db, keyword), slice)

/** Lists the given brands that match the keyword, by name. */
export const listGivenBrandsMatchingKeyword = (
  db: Db,
  ids: readonly string[],
  { keyword, slice }: { keyword: string | undefined; slice: RowSlice },
): Promise<{ rows: ConsoleBrand[]; total: number }> => {
  const given = matching(db, keyword).where('id', '=', anyOfIdsSql(ids))
  return fetchPageWithTotal(withColumns(given).orderBy('name'), given, slice)
}

/** Finds a brand; undefined: there is none. */
export const findBrand = (db: Db, id: string): Promise<ConsoleBrand | undefined> =>
  withColumns(db.selectFrom('brand').where('id', '=', id)).executeTakeFirst()

/** Returns the names of brands by id. Unknown ids are left out. */
export async function findBrandNamesById(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('brand').select(['id', 'name']).where('id', '=', anyOfIdsSql(ids)).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Returns the brand of goods with its name; null: the goods have no brand, or it does not exist. */
export async function findBrandIdAndName(db: Db, brandId: string | null): Promise<{ brandId: string; name: string } | null> {
  const name = brandId === null ? undefined : (await findBrandNamesById(db, [brandId])).get(brandId)
  return brandId === null || name === undefined ? null : { brandId, name }
}

/** Returns the names of all brands by id. */
export async function listBrandNamesById(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom('brand').select(['id', 'name']).orderBy('name').execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Returns which of these brands exist, and locks them against deletion until the transaction ends. */
export async function lockExistingBrandIds(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx.selectFrom('brand').select('id').where('id', '=', anyOfIdsSql(ids)).orderBy('id').forKeyShare().execute()
  return new Set(rows.map(({ id }) => id))
}

const columnsOf = ({ name, origin, certificates, pictureId }: BrandFacts) => ({ name, origin, certificates, logo_picture_id: pictureId })

const labels = { name: '名称', origin: '产地', certificates: '资质', pictureId: '标志' } as const satisfies Record<keyof BrandFacts, string>

const refuseTaken = (error: unknown): never => {
  if (isUniqueViolation(error)) refuse('BRAND_NAME_TAKEN', { field: 'name' })
  throw error
}

/** Creates a brand. Refuses BRAND_NAME_TAKEN, PICTURE_NOT_FOUND. */
export async function createBrand(tx: Tx, moment: Moment, facts: BrandFacts): Promise<string> {
  const id = moment.newId()
  await markNewPictureUsed(tx, moment, { was: null, is: facts.pictureId })
  await tx
    .insertInto('brand')
    .values({ id, ...columnsOf(facts), created_at: moment.now })
    .execute()
    .catch(refuseTaken)
  return id
}

/** Creates a brand, or updates the one with the given id. Refuses BRAND_NOT_FOUND, BRAND_NAME_TAKEN, PICTURE_NOT_FOUND, ROW_CHANGED. */
export async function saveBrand(
  tx: Tx,
  moment: Moment,
  { brandId, rowVersion, staffId, ...facts }: BrandFacts & { brandId?: string | undefined; rowVersion: number; staffId: string },
): Promise<string> {
  if (brandId === undefined) return createBrand(tx, moment, facts)
  const row = { kind: 'brand', key: brandId } as const
  await lockOutEditorsAndRequireRowVersion(tx, { ...row, seen: rowVersion })
  const before = (await findBrand(tx, brandId)) ?? refuse('BRAND_NOT_FOUND')
  await markNewPictureUsed(tx, moment, { was: before.pictureId, is: facts.pictureId })
  await tx.updateTable('brand').set(columnsOf(facts)).where('id', '=', brandId).execute().catch(refuseTaken)
  if (facts.name !== before.name) await publishEvents(tx, moment, [{ topic: 'search-texts.changed', payload: { brandId } }])
  await recordRowEdit(tx, moment, { ...row, staffId, what: formatRowEdit(labels, before, facts) })
  return brandId
}

/** A foreign key prevents the deletion of a brand that goods name. */
const refuseUsed = (error: unknown): never => {
  if (isForeignKeyViolation(error)) refuse('BRAND_IN_USE')
  throw error
}

/** Deletes a brand that no goods name. Refuses BRAND_NOT_FOUND, BRAND_IN_USE, ROW_CHANGED. */
export async function deleteBrand(tx: Tx, { brandId, rowVersion }: { brandId: string; rowVersion: number }): Promise<void> {
  await lockOutEditorsAndRequireRowVersion(tx, { kind: 'brand', key: brandId, seen: rowVersion })
  const { numDeletedRows } = await tx.deleteFrom('brand').where('id', '=', brandId).executeTakeFirst().catch(refuseUsed)
  if (numDeletedRows === 0n) refuse('BRAND_NOT_FOUND')
}

/** Selects the name of a brand, or null. `brandId`: a column. */
export const brandNameSql = (brandId: string) => sql<string | null>`(select b.name from brand as b where b.id = ${sql.ref(brandId)})`
