import type { CategoryAttribute } from '#contract/catalog/attributes/shapes.ts'
import type { AttributeValue } from '#contract/catalog/attributes/values.ts'
import type { GoodsContent, SkuContent } from '#contract/catalog/goods-editing/content.ts'
import { normaliseSkuCodeForComparison } from '#contract/catalog/goods-editing/problems.ts'
import { formatAttributeCell, parseAttributeCell, replaceAttributeValue } from '#server/catalog/goods-import/columns/attribute-cells.ts'
import { CellFault } from '#server/catalog/goods-import/columns/cell-fault.ts'
import { EMPTY_GOODS_CONTENT, EMPTY_SKU_CONTENT, type FieldColumn } from '#server/catalog/goods-import/columns/field-columns.ts'
import type { NameIndexes } from '#server/catalog/goods-import/columns/names.ts'
import { type SheetColumn, SKU_CODE_COLUMN_TITLE } from '#server/catalog/goods-import/columns/titles.ts'
import {
  createImportRowFault,
  formatValueAsExportedCellText,
  type GoodsSheetRow,
  type ImportRowFault,
  parseFieldCellIfChanged,
  resolveGoodsCellAcrossRows,
} from './read-cells.ts'

export interface GoodsMergeInput {
  rows: readonly GoodsSheetRow[]
  columns: readonly SheetColumn[]
  /** The published content; undefined: the goods are new. */
  current: GoodsContent | undefined
  attributesOf: (categoryId: number | null) => readonly CategoryAttribute[]
  names: NameIndexes
  clearEmpty: boolean
}

export interface MergedContent {
  content: GoodsContent
  /** The row of each SKU of the content, by its position; undefined: the file has no row for it. */
  rowOfSku: (number | undefined)[]
  faults: ImportRowFault[]
}

const GONE = new CellFault('参数不存在或已删除，请删除该列')
const NOT_HERE = new CellFault('该分类没有这个参数，请留空')

/** Writes one cell into its owner, and returns the owner. */
function applyField<Owner>(
  owner: Owner,
  { column, text, names, clearEmpty }: { column: FieldColumn<Owner>; text: string; names: NameIndexes; clearEmpty: boolean },
): Owner | CellFault {
  const { title, kind, emptied } = column
  const currentText = formatValueAsExportedCellText(column.format(owner, names), kind)
  const read = parseFieldCellIfChanged<Partial<Owner>>(text, {
    title,
    currentText,
    read: (cell) => column.read(cell, owner, names),
    emptied: clearEmpty && emptied ? () => emptied(owner) : undefined,
  })
  if (read instanceof CellFault) return read
  return read ? { ...owner, ...read } : owner
}

function applyAttribute(
  values: readonly AttributeValue[],
  { attribute, text, clearEmpty }: { attribute: CategoryAttribute | undefined; text: string; clearEmpty: boolean },
): readonly AttributeValue[] | CellFault {
  if (!attribute) return text === '' ? values : NOT_HERE
  const read = parseFieldCellIfChanged<AttributeValue | null>(text, {
    title: attribute.name,
    currentText: formatValueAsExportedCellText(formatAttributeCell(attribute, values), 'text'),
    read: (cell) => parseAttributeCell(attribute, cell),
    emptied: clearEmpty ? () => null : undefined,
  })
  if (read === undefined || read instanceof CellFault) return read ?? values
  return replaceAttributeValue(values, attribute.attributeId, read ?? undefined)
}

/** Returns the goods with the values that the rows give for the goods as a whole. */
function mergeHead(
  start: GoodsContent,
  { rows, columns, attributesOf, names, clearEmpty }: GoodsMergeInput,
  faults: ImportRowFault[],
): GoodsContent {
  let content = start
  for (const [at, sheet] of columns.entries()) {
    if (sheet.kind !== 'goods') continue
    const { text, row, faults: differing } = resolveGoodsCellAcrossRows(rows, at, sheet.title)
    faults.push(...differing)
    const next = applyField(content, { column: sheet.column, text, names, clearEmpty })
    if (next instanceof CellFault) faults.push(createImportRowFault(row, sheet.title, text, next))
    else content = next
  }
  // The category, which may be new, decides which attributes exist.
  const attributes = new Map(attributesOf(content.categoryId).map((attribute) => [attribute.code, attribute]))
  for (const [at, sheet] of columns.entries()) {
    if (sheet.kind !== 'attribute') continue
    const attribute = sheet.code === undefined ? undefined : attributes.get(sheet.code)
    if (attribute?.makesSkus) continue
    const { text, row, faults: differing } = resolveGoodsCellAcrossRows(rows, at, sheet.title)
    faults.push(...differing)
    const next = sheet.code === undefined && text !== '' ? GONE : applyAttribute(content.attributes, { attribute, text, clearEmpty })
    if (next instanceof CellFault) faults.push(createImportRowFault(row, sheet.title, text, next))
    else content = { ...content, attributes: [...next] }
  }
  return content
}

/** Returns a SKU with the values of its row. */
function mergeSku(
  start: SkuContent,
  row: GoodsSheetRow,
  attributes: ReadonlyMap<string, CategoryAttribute>,
  given: GoodsMergeInput,
  faults: ImportRowFault[],
) {
  const { columns, names, clearEmpty } = given
  let sku = start
  for (const [at, sheet] of columns.entries()) {
    const text = row.cells[at] ?? ''
    const attribute = sheet.kind === 'attribute' && sheet.code !== undefined ? attributes.get(sheet.code) : undefined
    if (sheet.kind === 'sku') {
      const next = applyField(sku, { column: sheet.column, text, names, clearEmpty })
      if (next instanceof CellFault) faults.push(createImportRowFault(row.row, sheet.title, text, next))
      else sku = next
    } else if (attribute) {
      const next = applyAttribute(sku.choices, { attribute, text, clearEmpty })
      if (next instanceof CellFault) faults.push(createImportRowFault(row.row, sheet.title, text, next))
      else sku = { ...sku, choices: [...next] }
    }
  }
  return sku
}

/** Applies the rows of a file to goods. Columns and SKUs that the file does not have stay unchanged. The function is pure. */
export function mergeRowsIntoGoods(given: GoodsMergeInput): MergedContent {
  const { rows, current, attributesOf } = given
  const faults: ImportRowFault[] = []
  const head = mergeHead(current ?? { ...EMPTY_GOODS_CONTENT, code: rows[0]?.goodsCode ?? '' }, given, faults)
  const forSkus = new Map(attributesOf(head.categoryId).flatMap((one) => (one.makesSkus ? [[one.code, one] as const] : [])))
  const skus = [...head.skus]
  const places = new Map(skus.map(({ code }, at) => [normaliseSkuCodeForComparison(code), at]))
  const rowOfSku: (number | undefined)[] = skus.map(() => undefined)
  for (const row of rows) {
    if (row.skuCode === '') {
      faults.push(createImportRowFault(row.row, SKU_CODE_COLUMN_TITLE, '', new CellFault('请填写规格编码')))
      continue
    }
    if (row.sameAs !== null) {
      faults.push(createImportRowFault(row.row, SKU_CODE_COLUMN_TITLE, row.skuCode, new CellFault(`规格编码与第 ${row.sameAs} 行重复`)))
      continue
    }
    const at = places.get(normaliseSkuCodeForComparison(row.skuCode)) ?? skus.length
    places.set(normaliseSkuCodeForComparison(row.skuCode), at)
    rowOfSku[at] = row.row
    skus[at] = mergeSku(skus[at] ?? { ...EMPTY_SKU_CONTENT, code: row.skuCode }, row, forSkus, given, faults)
  }
  return { content: { ...head, skus }, rowOfSku, faults }
}
