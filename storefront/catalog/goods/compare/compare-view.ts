import type { ComparedSku, GoodsComparison } from '#contract/catalog/goods-compare/api.ts'
import { formatOrderableQuantityRule } from '#contract/catalog/pricing/quantity.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { formatGramsAsKilograms } from '#storefront/catalog/goods/detail/detail-view.ts'
import { formatCount } from '#ui/format.ts'

/** One row of the table: the value of each SKU; null: no value. */
export interface CompareRow {
  name: string
  values: (string | null)[]
  /** Whether the SKUs have different values. */
  differs: boolean
  /** Whether the row is a price, which is shown in the colour of its kind. */
  price?: 'sale' | 'credit'
}

const toRow = (name: string, values: (string | null)[]): CompareRow => ({ name, values, differs: new Set(values).size > 1 })

/** Whether the minimum quantity of a SKU can be bought. */
export const isSkuOrderableAtMinimum = ({ onShelf, stock, minimum }: Pick<ComparedSku, 'onShelf' | 'stock' | 'minimum'>): boolean =>
  onShelf && stock >= minimum

/** The value of a SKU while it is sold. */
const whileSold = (skus: readonly ComparedSku[], format: (sku: ComparedSku) => string): (string | null)[] =>
  skus.map((sku) => (sku.onShelf ? format(sku) : null))

/** All rows of the table: prices and stock, the data of the goods, and the compared parameters. Rows without any value are left out. */
export function toCompareRows({ skus, rows }: GoodsComparison): CompareRow[] {
  const fixed: CompareRow[] = [
    {
      ...toRow(
        '现金价',
        whileSold(skus, ({ salePrice }) => formatMoney(salePrice)),
      ),
      price: 'sale',
    },
    {
      ...toRow(
        '赊销价',
        whileSold(skus, ({ creditPrice }) => (creditPrice === null ? '不支持赊销' : formatMoney(creditPrice))),
      ),
      price: 'credit',
    },
    toRow(
      '现货',
      whileSold(skus, (sku) => (isSkuOrderableAtMinimum(sku) ? `${formatCount(sku.stock)} ${sku.unit}` : '补货中')),
    ),
    toRow(
      '起订',
      whileSold(skus, (sku) => formatOrderableQuantityRule(sku, sku.unit) || `1${sku.unit}起订`),
    ),
    toRow(
      '品牌',
      skus.map(({ brand }) => brand?.name ?? null),
    ),
    toRow(
      '主要尺寸',
      skus.map(({ spec }) => spec || null),
    ),
    toRow(
      '单重',
      skus.map(({ weightGrams }) => (weightGrams > 0 ? `${formatGramsAsKilograms(weightGrams)} kg` : null)),
    ),
  ]
  return [...fixed, ...rows.map(({ name, values }) => toRow(name, values))].filter(({ values }) => values.some((value) => value !== null))
}
