// Converts a row of goods to the form that the goods import reads: cells under titles.

import { goodsAfterSaleRules, goodsFreightRules } from '#contract/catalog/goods/terms.ts'
import type { PlatformGoodsRowInput } from '#contract/integration/integration/platform-api.ts'
import { type Fen, formatYuan } from '#contract/platform/core/money.ts'
import {
  formatCrossReferencesCell,
  GOODS_CODE_COLUMN_TITLE,
  type GoodsSheetRow,
  getFieldColumnTitle,
  SKU_CODE_COLUMN_TITLE,
} from '#server/catalog/goods-import/public.ts'
import type { RowWithNumber } from './read-rows.ts'

type Field = Exclude<keyof PlatformGoodsRowInput, 'goodsCode' | 'code' | 'confirmed' | 'attributes'>

const LIST = '；'
const join = (parts: readonly string[]): string => parts.join(LIST)
const yes = (value: boolean): string => (value ? '是' : '否')

/** The content field for a field of a row. */
const contentFields: Partial<Record<Field, string>> = {
  shop: 'shopId',
  category: 'categoryId',
  brand: 'brandId',
  machineModels: 'machineModelIds',
}
const MONEY: readonly Field[] = ['salePrice', 'creditPrice', 'costPrice']

function textOf(field: Field, value: NonNullable<PlatformGoodsRowInput[Field]>): string {
  if (field === 'freight') return goodsFreightRules[value as keyof typeof goodsFreightRules].label
  if (field === 'afterSale') return goodsAfterSaleRules[value as keyof typeof goodsAfterSaleRules].label
  if (field === 'crossReferences') return formatCrossReferencesCell(value as NonNullable<PlatformGoodsRowInput['crossReferences']>)
  if (typeof value === 'number') return MONEY.includes(field) ? formatYuan(value as Fen) : String(value)
  if (typeof value === 'boolean') return yes(value)
  if (typeof value === 'string') return value
  return Array.isArray(value) ? join(value as string[]) : join(Object.entries(value).map(([name, of]) => `${name}：${of}`))
}

type AttributeGiven = NonNullable<PlatformGoodsRowInput['attributes']>[string]
const attributeText = (value: AttributeGiven): string =>
  typeof value === 'boolean' ? yes(value) : typeof value === 'number' ? String(value) : typeof value === 'string' ? value : join(value)

const titleOfAttribute = (code: string): string => `${code}[${code}]`

export interface GoodsImportCells {
  titles: string[]
  rows: GoodsSheetRow[]
  /** The row field for a column. */
  fieldOf: (title: string) => string
}

/** Converts rows to cells, under the titles of all fields that any row has. A missing field is an empty cell, and stays unchanged. */
export function toGoodsImportCells(given: readonly RowWithNumber<PlatformGoodsRowInput>[]): GoodsImportCells {
  const fields = new Map<string, string>([
    [GOODS_CODE_COLUMN_TITLE, 'goodsCode'],
    [SKU_CODE_COLUMN_TITLE, 'code'],
  ])
  const read = given.map(({ row, goodsCode, code, confirmed, attributes = {}, ...rest }) => {
    const cells = new Map<string, string>()
    for (const [name, value] of Object.entries(rest) as [Field, PlatformGoodsRowInput[Field]][]) {
      if (value === undefined) continue
      const title = getFieldColumnTitle(contentFields[name] ?? name)
      fields.set(title, name)
      cells.set(title, textOf(name, value))
    }
    for (const [name, value] of Object.entries(attributes)) {
      fields.set(titleOfAttribute(name), `attributes.${name}`)
      cells.set(titleOfAttribute(name), attributeText(value))
    }
    return { row, goodsCode, code, cells }
  })
  const titles = [...fields.keys()]
  const firstOfGoods = new Map<string, number>()
  const firstOfSku = new Map<string, number>()
  const rows = read.map(({ row, goodsCode, code, cells }): GoodsSheetRow => {
    const goodsNo = firstOfGoods.get(goodsCode) ?? row
    firstOfGoods.set(goodsCode, goodsNo)
    const key = code.toLowerCase()
    const sameAs = firstOfSku.get(key) ?? null
    if (sameAs === null) firstOfSku.set(key, row)
    return { row, goodsNo, sameAs, goodsCode, skuCode: code, cells: titles.map((title) => cells.get(title) ?? '') }
  })
  return { titles, rows, fieldOf: (title) => fields.get(title) ?? '' }
}
