import type { ConsoleCategory, ConsoleSubcategory, consoleCategoryEndpoints } from '#contract/catalog/categories/console-api.ts'
import { incrementCatalogVersion } from '#server/catalog/catalog-version/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { publishEvents } from '#server/platform/core/outbox.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { type CategoryRecord, listCategoryRecords } from './category-store.ts'
import { deleteCategory, type GoodsAndCouponFunctions, mergeCategory, moveCategory } from './change-tree.ts'
import { saveCategory } from './save-category.ts'

async function readTree(
  db: Db,
  { countGoodsByCategory }: Pick<GoodsAndCouponFunctions, 'countGoodsByCategory'>,
): Promise<ConsoleCategory[]> {
  const records = await listCategoryRecords(db)
  const counts = await countGoodsByCategory(db)
  const describe = ({ id, parentId: _, ...category }: CategoryRecord): ConsoleSubcategory => ({
    categoryId: id,
    ...category,
    goodsCount: counts.get(id) ?? 0,
  })
  const below = Map.groupBy(records, ({ parentId }) => parentId)
  return (below.get(null) ?? []).map((top) => {
    const children = (below.get(top.id) ?? []).map(describe)
    const own = describe(top)
    return { ...own, goodsCount: children.reduce((sum, { goodsCount }) => sum + goodsCount, own.goodsCount), children }
  })
}

/** 分类: buyers see the tree in cached answers, so every change of it increases the catalog version. */
export function createConsoleCategoryHandlers(users: GoodsAndCouponFunctions): Handlers<typeof consoleCategoryEndpoints> {
  /** The names of categories are words of the search. There may be too many goods to refresh them in this transaction. */
  const tellSearch = (tx: Tx, moment: Moment, categoryIds: number[]) =>
    publishEvents(tx, moment, [{ topic: 'category.changed', payload: { categoryIds } }])
  return {
    list: (_, { db }) => readTree(db, users),
    save: (given, { caller: { staffId }, moment, write }) =>
      write(async (tx) => {
        const { categoryId, renamed } = await saveCategory(tx, moment, { ...given, staffId })
        if (renamed) await tellSearch(tx, moment, [categoryId])
        await incrementCatalogVersion(tx)
        return { categoryId }
      }),
    move: async (given, { caller: { staffId }, moment, write }) => {
      await write(async (tx) => {
        await moveCategory(tx, moment, users, { ...given, staffId })
        await tellSearch(tx, moment, [given.categoryId])
        await incrementCatalogVersion(tx)
      })
      return null
    },
    merge: (given, { caller: { staffId }, moment, write }) =>
      write(async (tx) => {
        const { goodsCount, changed } = await mergeCategory(tx, moment, users, { ...given, staffId })
        await tellSearch(tx, moment, changed)
        await incrementCatalogVersion(tx)
        return { goodsCount }
      }),
    delete: async (seen, { write }) => {
      await write(async (tx) => {
        await deleteCategory(tx, users, seen)
        await incrementCatalogVersion(tx)
      })
      return null
    },
  }
}
