import type { consoleGoodsExportEndpoints } from '#contract/catalog/goods-import/console-api.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { exportList } from '#server/adapters/spreadsheets/public.ts'
import { listGoodsForConsole, readGoodsWithContentById } from '#server/catalog/goods-editing/public.ts'
import { readNameIndexes } from '#server/catalog/goods-import/plan/read-names.ts'
import { type GoodsImportSharedData, readGoodsImportSharedData } from '#server/catalog/goods-import/plan/shared-facts.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Staff } from '#server/platform/http/caller.ts'
import type { Context } from '#server/platform/http/context.ts'
import type { FileStream } from '#server/platform/http/download.ts'
import { createGoodsSheetColumns, type GoodsSheetLine } from './sheet-columns.ts'

/** The import reads at most 256 columns of a sheet. */
const ATTRIBUTES_MAX = 200

type Around = Pick<Context<Staff>, 'db' | 'caller' | 'moment' | 'origin' | 'writeSeparately'>

/** The attributes that goods of a category and its subcategories can have, each once; without a category, all attributes. */
async function attributesFor(db: Db, shared: GoodsImportSharedData, categoryId: number | undefined) {
  if (categoryId === undefined) return shared.attributes
  const ids = [categoryId, ...shared.childrenOf(categoryId)]
  await shared.learnAttributes(db, ids)
  const all = ids.flatMap((id) => shared.attributesOf(id))
  return [...new Map(all.map((attribute) => [attribute.code, attribute])).values()]
}

/**
 * Reads goods as lines of a sheet. It leaves out goods that were never published. The number of statements does not grow with goods or
 * SKUs.
 */
async function readLines(db: Db, shared: GoodsImportSharedData, goodsIds: readonly string[]): Promise<GoodsSheetLine[]> {
  const goods = await readGoodsWithContentById(db, goodsIds)
  const contents = goodsIds.flatMap((id) => goods.get(id)?.content ?? [])
  const names = await readNameIndexes(db, shared, { contents })
  await shared.learnAttributes(
    db,
    contents.flatMap(({ categoryId }) => categoryId ?? []),
  )
  return contents.flatMap((content) =>
    content.skus.map(
      (sku, at): GoodsSheetLine => ({ content, sku, first: at === 0, names, attributes: shared.attributesOf(content.categoryId) }),
    ),
  )
}

/**
 * Exports goods in the form of an import, one row per SKU. It reads one snapshot while the file is sent. Refuses EXPORT_TOO_LARGE,
 * EXPORTS_BUSY.
 */
export async function exportGoodsAsImportSheet(
  context: Around,
  { format, ...filters }: InputOf<typeof consoleGoodsExportEndpoints.goods>,
): Promise<FileStream> {
  const { db, caller } = context
  const shared = await readGoodsImportSharedData(db, caller)
  const attributes = await attributesFor(db, shared, filters.categoryId)
  if (attributes.length > ATTRIBUTES_MAX)
    refuse('EXPORT_TOO_LARGE', { msg: `参数共 ${attributes.length} 个，超过一张表的 ${ATTRIBUTES_MAX} 列，请选择分类后再导出` })
  return exportList(context, {
    name: '商品资料',
    format,
    columns: createGoodsSheetColumns(attributes),
    page: async (on, { pageNo, pageSize }) => {
      const { dataList, total } = await listGoodsForConsole(on, { ...filters, pageNo, pageSize }, caller)
      const published = dataList.flatMap(({ goodsId, state }) => (state === 'draft' ? [] : goodsId))
      return { dataList: await readLines(on, shared, published), total }
    },
  })
}
