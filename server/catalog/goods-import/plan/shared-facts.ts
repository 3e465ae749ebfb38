import { emptyShopAndCategoryHints } from '#contract/catalog/goods-editing/problems.ts'
import { type CategoryAttributeCache, createCategoryAttributeCache, listAttributeCodesAndNames } from '#server/catalog/attributes/public.ts'
import { listBrandNamesById } from '#server/catalog/brands/public.ts'
import { listAllCategories, listShopNamesById } from '#server/catalog/goods/public.ts'
import { findShopIdsThatStaffMayEdit } from '#server/catalog/goods-editing/public.ts'
import { readImportFilesByName } from '#server/catalog/goods-import/archive/file-store.ts'
import { createNameIndex, type NameIndex, type NameIndexes } from '#server/catalog/goods-import/columns/names.ts'
import { listMachineModelNamesById } from '#server/catalog/machine-models/public.ts'
import { readPriceChangeConfirmPercent } from '#server/content/content/public.ts'
import type { Db } from '#server/platform/core/db.ts'

/** The data that all goods of a file share. It is read once for some seconds of work. Publishing checks all of it again. */
export interface GoodsImportSharedData
  extends CategoryAttributeCache,
    Pick<NameIndexes, 'shops' | 'categories' | 'brands' | 'machineModels' | 'files'> {
  shopNames: ReadonlyMap<string, string>
  brandNames: ReadonlyMap<string, string>
  machineModelNames: ReadonlyMap<string, string>
  /** Categories by the path that people see. */
  categoryPaths: ReadonlyMap<number, string>
  /** Categories that goods can be in: those of the lower level. */
  leafIds: ReadonlySet<number>
  childrenOf: (categoryId: number) => number[]
  attributes: readonly { code: string; name: string; unit: string }[]
  /** The shops whose goods the person may change; null: all shops. */
  ownShops: readonly string[] | null
  /** Larger price changes must be confirmed. */
  percentMax: number
}

/** '采掘工具 / 截齿'. A cell may also name only the lower category. */
function indexCategories(rows: Awaited<ReturnType<typeof listAllCategories>>): { paths: Map<number, string>; index: NameIndex<number> } {
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  const parentOf = (parentId: number | null) => (parentId === null ? undefined : names.get(parentId))
  const paths = new Map(
    rows.map(({ id, name, parent_id }) => [id, parent_id === null ? name : `${parentOf(parent_id) ?? ''} / ${name}`] as const),
  )
  const others = rows.flatMap(({ id, name, parent_id }): [string, number][] =>
    parent_id === null
      ? []
      : [name, ...['/', '>', ' > ', '-'].map((mark) => `${parentOf(parent_id) ?? ''}${mark}${name}`)].map((text) => [text, id]),
  )
  return {
    paths,
    index: createNameIndex('分类', paths, others, { made: '可以在「分类」中新增', none: emptyShopAndCategoryHints.categories }),
  }
}

/** `importId`: the import whose archive the cells may name. */
export async function readGoodsImportSharedData(
  db: Db,
  { staffId, importId }: { staffId: string; importId?: string },
): Promise<GoodsImportSharedData> {
  const shopNames = await listShopNamesById(db)
  const brandNames = await listBrandNamesById(db)
  const machineModelNames = await listMachineModelNamesById(db)
  const rows = await listAllCategories(db)
  const { paths, index } = indexCategories(rows)
  return {
    shopNames,
    brandNames,
    machineModelNames,
    categoryPaths: paths,
    leafIds: new Set(rows.flatMap(({ id, parent_id }) => (parent_id === null ? [] : id))),
    childrenOf: (categoryId) => rows.flatMap(({ id, parent_id }) => (parent_id === categoryId ? id : [])),
    shops: createNameIndex('店铺', shopNames, [], { made: '可以在「店铺」中新增', none: emptyShopAndCategoryHints.shops }),
    categories: index,
    brands: createNameIndex('品牌', brandNames),
    machineModels: createNameIndex('机型', machineModelNames),
    files: importId === undefined ? new Map() : await readImportFilesByName(db, importId),
    attributes: await listAttributeCodesAndNames(db),
    ownShops: await findShopIdsThatStaffMayEdit(db, { staffId }),
    percentMax: await readPriceChangeConfirmPercent(db),
    ...createCategoryAttributeCache(),
  }
}
