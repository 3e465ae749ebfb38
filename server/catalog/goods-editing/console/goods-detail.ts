import { listGoodsContentDifferences } from '#contract/catalog/goods-editing/differences.ts'
import type {
  ConsoleGoodsDetail,
  GoodsContentDifference,
  GoodsHistoryRow,
  GoodsVersionSummary,
} from '#contract/catalog/goods-editing/shapes.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import {
  findGoodsVersion,
  listGoodsEventsBetweenVersions,
  listGoodsHistory,
  listRecentGoodsVersions,
  readGoodsVersionContents,
  type StoredGoodsVersion,
} from '#server/catalog/goods-editing/content-store.ts'
import {
  type EditingStaff,
  readGoodsWithDraft,
  readNamesForGoodsContents,
  requireStaffMayEditGoods,
} from '#server/catalog/goods-editing/goods-at-version.ts'
import { findPublishingProblems, readExistingContentReferences } from '#server/catalog/goods-editing/publishing-problems.ts'
import { findOrderedSkuIds, findStockBySku } from '#server/catalog/inventory/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { RowSlice } from '#server/platform/core/paging.ts'

/** How many versions the editor shows at once. */
const VERSIONS_SHOWN = 5

type Names = ReadonlyMap<string, string>
const nameIn = (names: Names, staffId: string | null): string | null => (staffId === null ? null : (names.get(staffId) ?? null))
const toHead =
  (names: Names) =>
  ({ staffId, ...version }: StoredGoodsVersion): GoodsVersionSummary => ({ ...version, by: nameIn(names, staffId) })

/** Describes goods for their editor. Refuses GOODS_NOT_FOUND. */
export async function readGoodsForEditing(
  db: Db,
  moment: Pick<Moment, 'now'>,
  { goodsId, ...editor }: EditingStaff & { goodsId: string },
): Promise<ConsoleGoodsDetail> {
  const { goods, draft, rebased } = await readGoodsWithDraft(db, goodsId, editor)
  const staff = await listStaffNamesById(db)
  const published = goods.state === 'draft' ? null : goods.content
  const ids = goods.skus.map(({ skuId }) => skuId)
  const [stock, ordered] = [await findStockBySku(db, ids), await findOrderedSkuIds(db, ids)]
  const versions = await listRecentGoodsVersions(db, goodsId, VERSIONS_SHOWN)
  const content = rebased?.content ?? goods.content
  return {
    goodsId,
    state: goods.state,
    version: goods.version,
    publishedAt: goods.publishedAt,
    rowVersion: goods.rowVersion,
    published,
    draft:
      draft && rebased
        ? {
            content,
            editedBy: nameIn(staff, draft.editedBy),
            editedAt: draft.editedAt,
            baseVersion: draft.baseVersion,
            publishAt: draft.publishAt,
            publishFailed: draft.publishFailed,
            differences: published
              ? listGoodsContentDifferences(published, content, await readNamesForGoodsContents(db, [published, content]))
              : [],
          }
        : null,
    problems: await findPublishingProblems(db, moment, { goods, content, facts: await readExistingContentReferences(db, content) }),
    skus: ids.map((skuId) => {
      const { available = 0, reserved = 0 } = stock.get(skuId) ?? {}
      return { skuId, ordered: ordered.has(skuId), available, reserved }
    }),
    versions: versions.map(toHead(staff)),
  }
}

/**
 * What a version changed itself: its differences from the version before, without those that changes between the two made. They have rows of
 * their own. `events` are those changes, oldest first.
 */
function omitEvents(
  found: readonly GoodsContentDifference[],
  events: readonly { differences: readonly GoodsContentDifference[] }[],
): GoodsContentDifference[] {
  const touched = Map.groupBy(
    events.flatMap(({ differences }) => differences.filter(({ path }) => path.startsWith('skus.') || path === 'categoryId')),
    ({ path }) => path,
  )
  const left = new Map(found.map((difference) => [difference.path, difference]))
  for (const [path, changes] of touched) {
    const [first, last] = [changes[0], changes.at(-1)]
    if (!first || !last) continue
    // A field that is the same in both versions was set back by the later one.
    const difference = left.get(path) ?? { ...last, to: first.from }
    if (difference.to === last.to) left.delete(path)
    else left.set(path, { ...difference, from: last.to })
  }
  return [...left.values()]
}

/**
 * Returns a page of the history of goods: their versions, each with what it changed, and the changes between them. Refuses GOODS_NOT_FOUND.
 */
export async function readGoodsHistory(
  db: Db,
  { goodsId, staffId, ...slice }: EditingStaff & RowSlice & { goodsId: string },
): Promise<{ dataList: GoodsHistoryRow[]; total: number }> {
  await requireStaffMayEditGoods(db, goodsId, { staffId })
  const { rows, total } = await listGoodsHistory(db, goodsId, slice)
  const range = { from: (rows.at(-1)?.version ?? 0) - 1, to: rows[0]?.version ?? 0 }
  const contents = await readGoodsVersionContents(db, goodsId, range)
  const eventsOf = Map.groupBy(await listGoodsEventsBetweenVersions(db, goodsId, range), ({ version }) => version)
  const [names, staff] = [await readNamesForGoodsContents(db, [...contents.values()]), await listStaffNamesById(db)]
  const dataList = rows.map(({ id, published, differences, ...row }) => {
    const head = { id, published, ...toHead(staff)(row) }
    const besides = differences ?? []
    if (!published) return { ...head, differences: besides }
    const [before, after] = [contents.get(row.version - 1), contents.get(row.version)]
    const own = before && after ? listGoodsContentDifferences(before, after, names) : []
    return { ...head, differences: [...besides, ...omitEvents(own, eventsOf.get(row.version - 1) ?? [])] }
  })
  return { dataList, total }
}

/** Reads one version of goods. Refuses GOODS_NOT_FOUND, GOODS_VERSION_NOT_FOUND. */
export async function readGoodsVersion(db: Db, { goodsId, version, staffId }: EditingStaff & { goodsId: string; version: number }) {
  await requireStaffMayEditGoods(db, goodsId, { staffId })
  const { content, ...found } = (await findGoodsVersion(db, goodsId, version)) ?? refuse('GOODS_VERSION_NOT_FOUND')
  return { ...toHead(await listStaffNamesById(db))(found), content }
}
