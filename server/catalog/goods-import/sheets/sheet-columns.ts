import type { CategoryAttribute } from '#contract/catalog/attributes/shapes.ts'
import type { GoodsContent, SkuContent } from '#contract/catalog/goods-editing/content.ts'
import { escapeAlreadyEscapedText } from '#contract/platform/spreadsheets/csv-text.ts'
import { type ColumnDef, defineColumn } from '#server/adapters/spreadsheets/public.ts'
import { formatAttributeCell, formatAttributeColumnTitle } from '#server/catalog/goods-import/columns/attribute-cells.ts'
import { type FieldColumn, goodsFieldColumns, skuFieldColumns } from '#server/catalog/goods-import/columns/field-columns.ts'
import type { NameIndexes } from '#server/catalog/goods-import/columns/names.ts'
import { GOODS_CODE_COLUMN_TITLE, SKU_CODE_COLUMN_TITLE } from '#server/catalog/goods-import/columns/titles.ts'

/** A row of the sheet: a SKU of goods. The first row also has the values of the goods as a whole. */
export interface GoodsSheetLine {
  content: GoodsContent
  sku: SkuContent
  first: boolean
  names: NameIndexes
  attributes: readonly CategoryAttribute[]
}

type Value = string | number | null
/** The text as the reader of our own sheets returns it. */
const written = (value: Value): Value => (typeof value === 'string' ? escapeAlreadyEscapedText(value) : value)

const fieldColumn = <Owner>({ title, width, kind, format }: FieldColumn<Owner>, ownerOf: (line: GoodsSheetLine) => Owner | undefined) =>
  defineColumn<GoodsSheetLine>(title, width, kind, (line) => {
    const owner = ownerOf(line)
    return owner === undefined ? null : written(format(owner, line.names))
  })

function attributeValue({ content, sku, first, attributes }: GoodsSheetLine, code: string): Value {
  const attribute = attributes.find((one) => one.code === code)
  if (!attribute) return null
  if (attribute.makesSkus) return formatAttributeCell(attribute, sku.choices)
  return first ? formatAttributeCell(attribute, content.attributes) : null
}

/** The columns of a sheet of goods, with these attributes. */
export const createGoodsSheetColumns = (
  attributes: readonly Pick<CategoryAttribute, 'code' | 'name' | 'unit'>[],
): ColumnDef<GoodsSheetLine>[] => [
  defineColumn<GoodsSheetLine>(GOODS_CODE_COLUMN_TITLE, 22, 'text', ({ content }) => written(content.code)),
  defineColumn<GoodsSheetLine>(SKU_CODE_COLUMN_TITLE, 22, 'text', ({ sku }) => written(sku.code)),
  ...goodsFieldColumns.map((column) => fieldColumn(column, ({ content, first }) => (first ? content : undefined))),
  ...skuFieldColumns.map((column) => fieldColumn(column, ({ sku }) => sku)),
  ...attributes.map((attribute) =>
    defineColumn<GoodsSheetLine>(formatAttributeColumnTitle(attribute), 16, 'text', (line) =>
      written(attributeValue(line, attribute.code)),
    ),
  ),
]
