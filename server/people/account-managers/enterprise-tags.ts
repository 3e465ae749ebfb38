// Reads and writes the tables `enterprise_tag` and `tagged_enterprise`.
import { type RawBuilder, sql } from 'kysely'
import type { EnterpriseTagRow } from '#contract/people/account-managers/notes-api.ts'
import { ENTERPRISE_TAGS_MAX, type EnterpriseTag, TAGS_PER_ENTERPRISE_MAX } from '#contract/people/account-managers/tags.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { requireEnterprise } from '#server/people/organisation/public.ts'
import { anyOfIdsSql, type Db, isUniqueViolation, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import {
  buildRowVersionSubquery,
  formatRowEdit,
  lockOutEditorsAndRequireRowVersion,
  recordRowEdit,
} from '#server/platform/core/row-edits.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

/** SQL: whether a company has a tag; without a tag, true. `enterpriseId`: a column. */
export const isEnterpriseTaggedSql = (enterpriseId: string, tagId: string | undefined): RawBuilder<boolean> =>
  tagId === undefined
    ? sql<boolean>`true`
    : sql<boolean>`${sql.ref(enterpriseId)} in (select t.enterprise_id from tagged_enterprise t where t.tag_id = ${tagId}::uuid)`

/** Lists all tags with the number of companies that have each, by name. */
export async function listEnterpriseTagsWithUsageCounts(db: Db): Promise<EnterpriseTagRow[]> {
  return withoutTenantGuard(db, 'console')
    .selectFrom('enterprise_tag as tag')
    .leftJoin('tagged_enterprise as tagged', 'tagged.tag_id', 'tag.id')
    .select(({ fn }) => ['tag.id as tagId', 'tag.name', fn.count<number>('tagged.enterprise_id').as('companies')])
    .select(buildRowVersionSubquery('enterpriseTag', 'tag.id').as('rowVersion'))
    .groupBy(['tag.id', 'tag.name'])
    .orderBy('tag.name')
    .execute()
}

/** Lists all tags by name. */
export async function listEnterpriseTags(db: Db): Promise<EnterpriseTag[]> {
  return db.selectFrom('enterprise_tag').select(['id as tagId', 'name']).orderBy('name').execute()
}

/** Finds the tags of companies, by company, each sorted by name. */
export async function findTagsOfEnterprises(db: Db, enterpriseIds: readonly string[]): Promise<Map<string, EnterpriseTag[]>> {
  const rows = await withoutTenantGuard(db, 'console')
    .selectFrom('tagged_enterprise as tagged')
    .innerJoin('enterprise_tag as tag', 'tag.id', 'tagged.tag_id')
    .select(['tagged.enterprise_id', 'tag.id', 'tag.name'])
    .where('tagged.enterprise_id', '=', anyOfIdsSql(enterpriseIds))
    .orderBy('tag.name')
    .execute()
  const byEnterprise = Map.groupBy(rows, ({ enterprise_id }) => enterprise_id)
  return new Map([...byEnterprise].map(([id, tags]) => [id, tags.map(({ id: tagId, name }) => ({ tagId, name }))]))
}

const refuseTaken = (error: unknown): never => {
  if (isUniqueViolation(error)) refuse('ENTERPRISE_TAG_TAKEN', { field: 'name' })
  throw error
}

const labels = { name: '标签' }

/** Creates a tag, or renames the one with the given id. Refuses ENTERPRISE_TAG_NOT_FOUND, ENTERPRISE_TAG_TAKEN, ENTERPRISE_TAGS_FULL, ROW_CHANGED. */
export async function saveEnterpriseTag(
  tx: Tx,
  moment: Moment,
  { tagId, name, rowVersion, staffId }: { tagId?: string | undefined; name: string; rowVersion: number; staffId: string },
): Promise<string> {
  if (tagId === undefined) {
    const { count } = await tx.selectFrom('enterprise_tag').select(tx.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
    if (count >= ENTERPRISE_TAGS_MAX) refuse('ENTERPRISE_TAGS_FULL')
    const id = moment.newId()
    await tx.insertInto('enterprise_tag').values({ id, name, created_at: moment.now }).execute().catch(refuseTaken)
    return id
  }
  const row = { kind: 'enterpriseTag', key: tagId } as const
  await lockOutEditorsAndRequireRowVersion(tx, { ...row, seen: rowVersion })
  const before = await tx.selectFrom('enterprise_tag').select('name').where('id', '=', tagId).executeTakeFirst()
  if (!before) refuse('ENTERPRISE_TAG_NOT_FOUND')
  await tx.updateTable('enterprise_tag').set({ name }).where('id', '=', tagId).execute().catch(refuseTaken)
  await recordRowEdit(tx, moment, { ...row, staffId, what: formatRowEdit(labels, before, { name }) })
  return tagId
}

/** Deletes a tag, and takes it from all companies and orders. Returns from how many companies. Refuses ENTERPRISE_TAG_NOT_FOUND, ROW_CHANGED. */
export async function deleteEnterpriseTag(tx: Tx, { tagId, rowVersion }: { tagId: string; rowVersion: number }): Promise<number> {
  await lockOutEditorsAndRequireRowVersion(tx, { kind: 'enterpriseTag', key: tagId, seen: rowVersion })
  // Locked, so that nobody gives it to a company or an order meanwhile. The database takes it from the orders.
  const tag = await tx.selectFrom('enterprise_tag').select('id').where('id', '=', tagId).forUpdate().executeTakeFirst()
  if (!tag) refuse('ENTERPRISE_TAG_NOT_FOUND')
  const { numDeletedRows } = await withoutTenantGuard(tx, 'working in sets')
    .deleteFrom('tagged_enterprise')
    .where('tag_id', '=', tagId)
    .executeTakeFirst()
  await tx.deleteFrom('enterprise_tag').where('id', '=', tagId).execute()
  return Number(numDeletedRows)
}

/** Tags to give and to take. */
export interface TagChange {
  addTagIds: readonly string[]
  removeTagIds: readonly string[]
}

/** Locks tags, so that they are not deleted meanwhile. Returns their ids, each once. Refuses ENTERPRISE_TAG_NOT_FOUND. */
export async function lockEnterpriseTags(tx: Tx, tagIds: readonly string[]): Promise<string[]> {
  const wanted = [...new Set(tagIds)]
  const known = await tx.selectFrom('enterprise_tag').select('id').where('id', '=', anyOfIdsSql(wanted)).orderBy('id').forShare().execute()
  if (known.length < wanted.length) refuse('ENTERPRISE_TAG_NOT_FOUND')
  return wanted
}

/**
 * Gives tags to a company and takes others from it. Refuses ENTERPRISE_NOT_FOUND, ENTERPRISE_TAG_NOT_FOUND, TAGS_OF_ENTERPRISE_FULL.
 */
export async function addAndRemoveTagsOfEnterprise(
  tx: Tx,
  moment: Moment,
  { enterpriseId, addTagIds, removeTagIds, staffId }: { enterpriseId: string; staffId: string } & TagChange,
): Promise<void> {
  await requireEnterprise(tx, enterpriseId)
  const added = await lockEnterpriseTags(tx, addTagIds)
  await tx
    .deleteFrom('tagged_enterprise')
    .where('enterprise_id', '=', enterpriseId)
    .where('tag_id', '=', anyOfIdsSql(removeTagIds))
    .execute()
  await sql`insert into tagged_enterprise (enterprise_id, tag_id, tagged_by, at)
    select ${enterpriseId}::uuid, id, ${staffId}::uuid, ${moment.now}::timestamptz from unnest(${added}::uuid[]) id on conflict do nothing`.execute(
    tx,
  )
  const { count } = await tx
    .selectFrom('tagged_enterprise')
    .select(tx.fn.countAll<number>().as('count'))
    .where('enterprise_id', '=', enterpriseId)
    .executeTakeFirstOrThrow()
  if (count > TAGS_PER_ENTERPRISE_MAX) refuse('TAGS_OF_ENTERPRISE_FULL')
}
