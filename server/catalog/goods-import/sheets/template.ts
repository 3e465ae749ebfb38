import { refuse } from '#contract/platform/core/refusals.ts'
import { type ColumnHeader, exportSheetsAsWorkbook, formatColumnLetters, type Sheet } from '#server/adapters/spreadsheets/public.ts'
import { formatAttributeColumnTitle } from '#server/catalog/goods-import/columns/attribute-cells.ts'
import { goodsFieldColumns, skuFieldColumns } from '#server/catalog/goods-import/columns/field-columns.ts'
import { GOODS_CODE_COLUMN_TITLE, SKU_CODE_COLUMN_TITLE } from '#server/catalog/goods-import/columns/titles.ts'
import { type GoodsImportSharedData, readGoodsImportSharedData } from '#server/catalog/goods-import/plan/shared-facts.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { FileStream } from '#server/platform/http/download.ts'
import { createGoodsSheetColumns } from './sheet-columns.ts'

const CHOICES = '选项'
/** Goods cannot be published without these columns. */
const REQUIRED = new Set([GOODS_CODE_COLUMN_TITLE, SKU_CODE_COLUMN_TITLE, '商品名称', '店铺', '分类', '单位', '图片', '现金价'])

/** The allowed values of the columns, by title. */
function choicesByTitle(shared: GoodsImportSharedData, categoryId: number): Map<string, readonly string[]> {
  const lists = {
    shops: [...shared.shopNames.values()],
    brands: [...shared.brandNames.values()],
    categories: [...shared.categoryPaths].flatMap(([id, path]) => (shared.leafIds.has(id) ? path : [])),
  }
  const fixed = [...goodsFieldColumns, ...skuFieldColumns].flatMap(({ title, choices }) =>
    choices === undefined ? [] : [[title, typeof choices === 'string' ? lists[choices] : choices] as const],
  )
  const attributes = shared.attributesOf(categoryId).flatMap((attribute) => {
    const names = attribute.kind === 'boolean' ? ['是', '否'] : attribute.choices.map(({ name }) => name)
    return names.length === 0 ? [] : [[formatAttributeColumnTitle(attribute), names] as const]
  })
  return new Map([...fixed, ...attributes].filter(([, names]) => names.length > 0))
}

/**
 * An empty workbook with the columns of a category. A second sheet lists the allowed values of the columns. Columns with a star in the
 * title are required. Refuses CATEGORY_NOT_FOUND.
 */
export async function exportGoodsImportTemplate(
  db: Db,
  { categoryId, staffId }: { categoryId: number; staffId: string },
): Promise<FileStream> {
  const shared = await readGoodsImportSharedData(db, { staffId })
  const path = shared.categoryPaths.get(categoryId) ?? refuse('CATEGORY_NOT_FOUND')
  await shared.learnAttributes(db, [categoryId])
  const attributes = shared.attributesOf(categoryId)
  const columns = createGoodsSheetColumns(attributes)
  const lists = [...choicesByTitle(shared, categoryId)]
  const dropDowns = lists.map(([title, names], at) => ({
    column: columns.findIndex((column) => column.title === title),
    source: `'${CHOICES}'!$${formatColumnLetters(at)}$2:$${formatColumnLetters(at)}$${names.length + 1}`,
  }))
  const required = new Set([...REQUIRED, ...attributes.flatMap((one) => (one.required ? formatAttributeColumnTitle(one) : []))])
  const headers = columns.map(({ title, width, kind }): ColumnHeader => ({ title: required.has(title) ? `${title}*` : title, width, kind }))
  const longest = Math.max(0, ...lists.map(([, names]) => names.length))
  const choices: Sheet = {
    name: CHOICES,
    columns: lists.map(([title]) => ({ title, width: 22, kind: 'text' as const })),
    rows: Array.from({ length: longest }, (_, row) => lists.map(([, names]) => names[row] ?? null)),
  }
  return exportSheetsAsWorkbook(`商品导入模板-${path.replaceAll(' / ', '-')}`, [
    { name: '商品', columns: headers, rows: [], dropDowns },
    choices,
  ])
}
