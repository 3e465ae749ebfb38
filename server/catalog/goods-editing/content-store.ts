// Reads and writes the tables `goods_draft`, `goods_version` and `goods_relation`, and reads `goods_event`, which catalog/goods writes.
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { GoodsAfterSaleRule } from '#contract/catalog/goods/terms.ts'
import { GoodsContent } from '#contract/catalog/goods-editing/content.ts'
import type { GoodsContentDifference } from '#contract/catalog/goods-editing/shapes.ts'
import { anyOfIdsSql, anyOfTextsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { countRows, fetchSlice, limitAndOffsetSql, type RowSlice } from '#server/platform/core/paging.ts'

/** Contents are stored in the form of the calls, so that older contents get the defaults of later fields. */
const encode = (content: GoodsContent): string => JSON.stringify(z.encode(GoodsContent, content))
const decode = (stored: z.input<typeof GoodsContent>): GoodsContent => z.decode(GoodsContent, stored)

export interface StoredDraft {
  content: GoodsContent
  /** The published version at the time of saving; null: none. */
  base: GoodsContent | null
  baseVersion: number
  editedBy: string | null
  editedAt: Date
  publishAt: Date | null
  publishBy: string | null
  publishNote: string
  publishFailed: string | null
}

/** Reads the drafts of goods, by goods. Goods without one are left out. */
export async function findDraftsByGoods(db: Db, goodsIds: readonly string[]): Promise<Map<string, StoredDraft>> {
  const rows = await db.selectFrom('goods_draft').selectAll().where('goods_id', '=', anyOfIdsSql(goodsIds)).execute()
  return new Map(
    rows.map((row) => [
      row.goods_id,
      {
        content: decode(row.content),
        base: row.base === null ? null : decode(row.base),
        baseVersion: row.base_version,
        editedBy: row.edited_by,
        editedAt: row.edited_at,
        publishAt: row.publish_at,
        publishBy: row.publish_by,
        publishNote: row.publish_note,
        publishFailed: row.publish_failed,
      },
    ]),
  )
}

/** Finds which of the given goods have a draft. */
export async function findGoodsIdsWithDraft(db: Db, goodsIds: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('goods_draft').select('goods_id').where('goods_id', '=', anyOfIdsSql(goodsIds)).execute()
  return new Set(rows.map(({ goods_id }) => goods_id))
}

/**
 * Finds the after-sale rules that goods had at a time, by goods: those of the last version that was published before it. Goods without such
 * a version had the default rule.
 */
export async function findAfterSaleRulesByGoodsAtTime(
  db: Db,
  { goodsIds, at }: { goodsIds: readonly string[]; at: Date },
): Promise<Map<string, GoodsAfterSaleRule>> {
  if (goodsIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; rule: GoodsAfterSaleRule }>`
    select g.id, coalesce(
      (select v.content ->> 'afterSale' from goods_version v where v.goods_id = g.id and v.at <= ${at} order by v.version desc limit 1),
      case when g.version > 0 then 'standard' else g.after_sale end) as rule
    from goods g where g.id = ${anyOfIdsSql(goodsIds)}`.execute(db)
  return new Map(rows.map(({ id, rule }) => [id, rule]))
}

/** Finds which of the given goods codes are in drafts that were never published. */
export async function findGoodsCodesTakenByDrafts(db: Db, codes: readonly string[]): Promise<Set<string>> {
  const code = sql<string>`d.content ->> 'code'`
  const drafts = db.selectFrom('goods_draft as d').innerJoin('goods as g', 'g.id', 'd.goods_id').select(code.as('code'))
  const rows = await drafts.where('g.state', '=', 'draft').where(code, '=', anyOfTextsSql(codes)).execute()
  return new Set(rows.map((row) => row.code))
}

export interface NewDraft extends Pick<StoredDraft, 'content' | 'base' | 'baseVersion' | 'editedBy' | 'editedAt'> {
  goodsId: string
}

/** Saves a draft and removes its schedule, because a scheduled draft must be published exactly as it was confirmed. */
export async function upsertDraftAndClearSchedule(
  tx: Tx,
  { goodsId, content, base, baseVersion, editedBy, editedAt }: NewDraft,
): Promise<void> {
  const row = {
    content: encode(content),
    base: base && encode(base),
    base_version: baseVersion,
    edited_by: editedBy,
    edited_at: editedAt,
    publish_at: null,
    publish_by: null,
    publish_note: '',
    publish_failed: null,
  }
  await tx
    .insertInto('goods_draft')
    .values({ goods_id: goodsId, ...row })
    .onConflict((conflict) => conflict.column('goods_id').doUpdateSet(row))
    .execute()
}

export async function updateDraftPublishingSchedule(
  tx: Tx,
  goodsId: string,
  { at, staffId, note }: { at: Date; staffId: string | null; note: string },
) {
  const schedule = { publish_at: at, publish_by: staffId, publish_note: note, publish_failed: null }
  await tx.updateTable('goods_draft').set(schedule).where('goods_id', '=', goodsId).execute()
}

/** Whether a draft is due. Saving a draft removes its time. */
export const isPublishingDue = (draft: StoredDraft | undefined, { now }: Pick<Moment, 'now'>): draft is StoredDraft & { publishAt: Date } =>
  draft?.publishAt != null && draft.publishAt <= now

/** Records why a scheduled draft was not published. From then on it waits for people. */
export async function recordPublishFailure(tx: Tx, goodsId: string, reason: string): Promise<void> {
  await tx.updateTable('goods_draft').set({ publish_at: null, publish_failed: reason }).where('goods_id', '=', goodsId).execute()
}

export async function deleteDraftRows(tx: Tx, goodsIds: readonly string[]): Promise<void> {
  if (goodsIds.length === 0) return
  await tx.deleteFrom('goods_draft').where('goods_id', '=', anyOfIdsSql(goodsIds)).execute()
}

/** Lists the goods whose drafts are due, the longest waiting first. */
export async function listGoodsIdsDueForPublishing(db: Db, { now, limit }: { now: Date; limit: number }): Promise<string[]> {
  const due = db.selectFrom('goods_draft').select('goods_id').where('publish_at', '<=', now)
  return (await due.orderBy('publish_at').orderBy('goods_id').limit(limit).execute()).map(({ goods_id }) => goods_id)
}

export interface StoredGoodsVersion {
  version: number
  staffId: string | null
  at: Date
  note: string
}

export interface NewGoodsVersion extends StoredGoodsVersion {
  goodsId: string
  content: GoodsContent
  /** What it changed besides the content: the state, the tax class. */
  differences?: readonly GoodsContentDifference[]
}

/** Inserts versions of goods with one statement. */
export async function insertGoodsVersions(tx: Tx, versions: readonly NewGoodsVersion[]): Promise<void> {
  const rows = versions.map(({ goodsId, version, content, staffId, at, note, differences = null }) => ({
    goods_id: goodsId,
    version,
    content: z.encode(GoodsContent, content),
    staff_id: staffId,
    at,
    note,
    differences,
  }))
  await sql`insert into goods_version select * from jsonb_populate_recordset(null::goods_version, ${JSON.stringify(rows)}::jsonb)`.execute(
    tx,
  )
}

const versionColumns = ['version', 'staff_id as staffId', 'at', 'note'] as const
const versionsOf = (db: Db, goodsId: string) => db.selectFrom('goods_version').where('goods_id', '=', goodsId)

const newestFirst = (db: Db, goodsId: string) => versionsOf(db, goodsId).select(versionColumns).orderBy('version', 'desc')

/** Lists the newest versions, newest first, without their contents. */
export const listRecentGoodsVersions = (db: Db, goodsId: string, limit: number): Promise<StoredGoodsVersion[]> =>
  fetchSlice(newestFirst(db, goodsId), { limit, offset: 0 })

const eventsOf = (db: Db, goodsId: string) => db.selectFrom('goods_event').where('goods_id', '=', goodsId)

/** A published version, or a change between `version` and the next one. */
export interface StoredGoodsHistoryRow extends StoredGoodsVersion {
  published: boolean
  /** Of a version: what it changed besides its content; null: nothing. */
  differences: GoodsContentDifference[] | null
  /** Tells the rows of one history apart. */
  id: string
}

/** Returns a page of the versions of goods and of the changes between them, newest first, without contents. */
export async function listGoodsHistory(
  db: Db,
  goodsId: string,
  slice: RowSlice,
): Promise<{ rows: StoredGoodsHistoryRow[]; total: number }> {
  // What was changed before versions were kept came after the content that their first one has.
  const { rows } = await sql<StoredGoodsHistoryRow>`
    select version, staff_id as "staffId", at, note, differences, id = 0 as published, version || '.' || id as id from (
      select version, staff_id, at, note, differences, id from goods_event where goods_id = ${goodsId}
      union all select version, staff_id, at, note, differences, 0 from goods_version where goods_id = ${goodsId}) as history
    order by greatest(history.version, 1) desc, history.id desc ${limitAndOffsetSql(slice)}`.execute(db)
  return { rows, total: (await countRows(versionsOf(db, goodsId))) + (await countRows(eventsOf(db, goodsId))) }
}

/** Lists the changes between versions, from one to another, oldest first. */
export async function listGoodsEventsBetweenVersions(
  db: Db,
  goodsId: string,
  { from, to }: { from: number; to: number },
): Promise<{ version: number; differences: GoodsContentDifference[] }[]> {
  const found = eventsOf(db, goodsId).where('version', '>=', from).where('version', '<=', to).orderBy('version').orderBy('id')
  return found.select(['version', 'differences']).execute()
}

/** Reads the contents of the versions from one number to another. */
export async function readGoodsVersionContents(db: Db, goodsId: string, { from, to }: { from: number; to: number }) {
  const rows = await versionsOf(db, goodsId)
    .select(['version', 'content'])
    .where('version', '>=', from)
    .where('version', '<=', to)
    .execute()
  return new Map(rows.map(({ version, content }) => [version, decode(content)]))
}

export async function findGoodsVersion(
  db: Db,
  goodsId: string,
  version: number,
): Promise<(StoredGoodsVersion & { content: GoodsContent }) | undefined> {
  const found = versionsOf(db, goodsId)
    .select([...versionColumns, 'content'])
    .where('version', '=', version)
  const row = await found.executeTakeFirst()
  return row && { ...row, content: decode(row.content) }
}

export type GoodsRelation = GoodsContent['relations'][number]

/** Reads how goods relate to others, in display order. */
export async function readRelationsByGoods(db: Db, goodsIds: readonly string[]): Promise<Map<string, GoodsRelation[]>> {
  if (goodsIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('goods_relation')
    .select(['goods_id', 'kind', 'other_id'])
    .where('goods_id', '=', anyOfIdsSql(goodsIds))
    .orderBy('goods_id')
    .orderBy('position')
    .execute()
  const byGoods = Map.groupBy(rows, ({ goods_id }) => goods_id)
  return new Map([...byGoods].map(([goodsId, of]) => [goodsId, of.map(({ kind, other_id }) => ({ kind, goodsId: other_id }))]))
}

/** Replaces the relations of some goods. */
export async function replaceGoodsRelations(
  tx: Tx,
  goods: readonly { goodsId: string; relations: readonly GoodsRelation[] }[],
): Promise<void> {
  if (goods.length === 0) return
  const goodsIds = goods.map(({ goodsId }) => goodsId)
  await tx.deleteFrom('goods_relation').where('goods_id', '=', anyOfIdsSql(goodsIds)).execute()
  const rows = goods.flatMap(({ goodsId, relations }) =>
    relations.map(({ kind, goodsId: otherId }, position) => ({ goods_id: goodsId, kind, other_id: otherId, position })),
  )
  if (rows.length > 0) await tx.insertInto('goods_relation').values(rows).execute()
}
