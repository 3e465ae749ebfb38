// Determines the columns of a sheet of goods from the titles in its first row.
import type { GoodsContent, SkuContent } from '#contract/catalog/goods-editing/content.ts'
import { normaliseHeading, removeHeadingBrackets } from '#contract/platform/spreadsheets/heading.ts'
import { findMostSimilarName } from '#server/platform/core/most-similar-name.ts'
import { parseAttributeCode } from './attribute-cells.ts'
import { type FieldColumn, goodsFieldColumns, skuFieldColumns } from './field-columns.ts'

export const GOODS_CODE_COLUMN_TITLE = '商品编码'
export const SKU_CODE_COLUMN_TITLE = '规格编码'
/** The columns that a result adds. They are not content, so that a corrected result can be uploaded again. */
export const RESULT_COLUMN_TITLE = '导入结果'
export const REASON_COLUMN_TITLE = '原因'

export type SheetColumn =
  | { kind: 'goodsCode' | 'skuCode' | 'ignored'; title: string }
  | { kind: 'goods'; title: string; column: FieldColumn<GoodsContent> }
  | { kind: 'sku'; title: string; column: FieldColumn<SkuContent> }
  /** `code` undefined: there is no such attribute, or it no longer exists. */
  | { kind: 'attribute'; title: string; code: string | undefined }

const ROLES = {
  [GOODS_CODE_COLUMN_TITLE]: 'goodsCode',
  [SKU_CODE_COLUMN_TITLE]: 'skuCode',
  [RESULT_COLUMN_TITLE]: 'ignored',
  [REASON_COLUMN_TITLE]: 'ignored',
} as const

const keyOf = (title: string): string => removeHeadingBrackets(normaliseHeading(title))
const fixed = new Map<string, (title: string) => SheetColumn>([
  ...Object.entries(ROLES).map(([title, kind]) => [keyOf(title), (title: string): SheetColumn => ({ kind, title })] as const),
  ...goodsFieldColumns.map((column) => [keyOf(column.title), (title: string): SheetColumn => ({ kind: 'goods', title, column })] as const),
  ...skuFieldColumns.map((column) => [keyOf(column.title), (title: string): SheetColumn => ({ kind: 'sku', title, column })] as const),
])

/** Returns the columns in the order of the titles. An empty title is not a column. */
export function toSheetColumns(titles: readonly string[], attributes: readonly { code: string; name: string }[]): SheetColumn[] {
  const codes = new Set(attributes.map(({ code }) => code))
  const byName = Map.groupBy(attributes, ({ name }) => keyOf(name))
  return titles.map((title): SheetColumn => {
    if (title === '') return { kind: 'ignored', title }
    const code = parseAttributeCode(title)
    if (code !== undefined) return { kind: 'attribute', title, code: codes.has(code) ? code : undefined }
    const known = fixed.get(keyOf(title))
    if (known) return known(title)
    const [named, ...more] = byName.get(keyOf(title)) ?? []
    return { kind: 'attribute', title, code: more.length === 0 ? named?.code : undefined }
  })
}

/** The key that must differ between the columns of one file. */
const identityOf = (column: SheetColumn): string =>
  column.kind === 'attribute' ? `attribute ${column.code}` : 'column' in column ? column.column.title : column.kind

/** Returns what is wrong with the titles of a new file; undefined: nothing. */
export function computeTitleFault(columns: readonly SheetColumn[]): string | undefined {
  const unknown = columns.findIndex((column) => column.kind === 'attribute' && column.code === undefined)
  const title = columns[unknown]?.title
  if (title !== undefined) {
    const nearest = findMostSimilarName(title, [
      ...Object.keys(ROLES),
      ...goodsFieldColumns.map((one) => one.title),
      ...skuFieldColumns.map((one) => one.title),
    ])
    return `第 1 行第 ${unknown + 1} 列“${title.slice(0, 40)}”不是已知的列${nearest === '' ? '' : `，是否为“${nearest}”`}；请使用模板的列名，或删除该列`
  }
  for (const [kind, name] of [
    ['goodsCode', GOODS_CODE_COLUMN_TITLE],
    ['skuCode', SKU_CODE_COLUMN_TITLE],
  ] as const)
    if (!columns.some((column) => column.kind === kind)) return `第 1 行缺少“${name}”列；请使用模板的列名`
  const seen = new Map<string, number>()
  for (const [at, column] of columns.entries()) {
    if (column.kind === 'ignored') continue
    const before = seen.get(identityOf(column))
    if (before !== undefined) return `第 1 行第 ${at + 1} 列“${column.title}”与第 ${before + 1} 列重复，请删除其中一列`
    seen.set(identityOf(column), at)
  }
  return undefined
}
