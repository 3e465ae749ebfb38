import { expect, test } from 'vitest'
import type { ComparedSku } from '#contract/catalog/goods-compare/api.ts'
import { fen } from '#contract/platform/core/money.ts'
import { isSkuOrderableAtMinimum, toCompareRows } from './compare-view.ts'

const sku = (given: Partial<ComparedSku> = {}): ComparedSku => ({
  skuId: 'a',
  goodsId: 'g',
  goodsName: '截齿',
  image: null,
  unit: '支',
  skuCode: 'KT-1',
  skuProps: '{}',
  salePrice: fen(3_850),
  creditPrice: fen(4_040),
  steps: [{ from: 1, salePrice: fen(3_850), creditPrice: fen(4_040), saleLabel: null, creditLabel: null }],
  stock: 100,
  minimum: 1,
  step: 1,
  onShelf: true,
  shopPaused: false,
  replacement: null,
  spec: '柄径 38',
  brand: null,
  weightGrams: 900,
  ...given,
})
const rowsOf = (skus: ComparedSku[], rows: { name: string; values: (string | null)[] }[] = []) =>
  toCompareRows({ skus, rows }).map(({ name, values, differs }) => [differs ? `${name}≠` : name, ...values])

test('rows that differ are marked, and rows without any value are omitted', () => {
  const brand = { brandId: 'b', name: '岩锋' }
  const other = sku({ salePrice: fen(1_200), creditPrice: null, stock: 0, minimum: 20, step: 10, brand, spec: '柄径 38', weightGrams: 0 })
  expect(
    rowsOf(
      [sku(), other],
      [
        { name: '牌号', values: ['YG8', 'YG8'] },
        { name: '刀头', values: ['22 mm', null] },
      ],
    ),
  ).toEqual([
    ['现金价≠', '¥38.50', '¥12.00'],
    ['赊销价≠', '¥40.40', '不支持赊销'],
    ['现货≠', '100 支', '补货中'],
    ['起订≠', '1支起订', expect.stringContaining('20')],
    ['品牌≠', null, '岩锋'],
    ['主要尺寸', '柄径 38', '柄径 38'],
    ['单重≠', '0.9 kg', null],
    ['牌号', 'YG8', 'YG8'],
    ['刀头≠', '22 mm', null],
  ])
})

test('a single SKU has no differences', () => {
  expect(rowsOf([sku()]).filter(([name]) => String(name).endsWith('≠'))).toEqual([])
})

test('SKUs off sale show neither price nor stock', () => {
  const gone = sku({ onShelf: false })
  expect(rowsOf([gone]).map(([name]) => name)).toEqual(['主要尺寸', '单重'])
  expect([isSkuOrderableAtMinimum(gone), isSkuOrderableAtMinimum(sku({ stock: 9, minimum: 10 })), isSkuOrderableAtMinimum(sku())]).toEqual([
    false,
    false,
    true,
  ])
})
