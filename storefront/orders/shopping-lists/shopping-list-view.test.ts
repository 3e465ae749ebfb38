import { expect, test } from 'vitest'
import type { SkuBrief } from '#contract/catalog/goods/sku-brief.ts'
import { fen } from '#contract/platform/core/money.ts'
import { toShoppingListSheetTable } from './shopping-list-file.ts'
import { addToCartError, computeShoppingListTotals, moveSkuId } from './shopping-list-view.ts'

const sku: SkuBrief = {
  skuId: 'a',
  goodsId: 'a',
  goodsName: '0 号柴油',
  image: null,
  unit: '升',
  skuCode: 'DIESEL-0',
  skuProps: '{"牌号":"0#"}',
  steps: [{ from: 200, salePrice: fen(750), creditPrice: fen(780), saleLabel: null, creditLabel: null }],
  materialCode: 'M-1',
  salePrice: fen(750),
  creditPrice: fen(780),
  stock: 1_000,
  minimum: 200,
  step: 10,
  onShelf: true,
  shopPaused: false,
  replacement: null,
}

test.each([
  [sku, 200, undefined],
  [sku, 205, '200升起订，每次增加 10升，可改为 210'],
  [sku, 1_010, '现货仅 1,000 升'],
  [{ ...sku, stock: 100 }, 200, '已售罄'],
  [{ ...sku, onShelf: false }, 200, '商品已下架'],
  [{ ...sku, shopPaused: true }, 200, '店铺暂停营业'],
])('%#: a line shows why it cannot be bought', (one, goodsNum, fault) => expect(addToCartError({ sku: one, goodsNum })).toBe(fault))

test('a line moves up and down and stops at both ends', () => {
  expect([moveSkuId(['a', 'b', 'c'], 'b', -1), moveSkuId(['a', 'b', 'c'], 'b', 1)]).toEqual([
    ['b', 'a', 'c'],
    ['a', 'c', 'b'],
  ])
  expect([moveSkuId(['a', 'b'], 'a', -1), moveSkuId(['a', 'b'], 'b', 1), moveSkuId(['a'], 'x', 1)]).toEqual([['a', 'b'], ['a', 'b'], ['a']])
})

test('totals at both prices; one cash-only line leaves no credit total', () => {
  const line = { sku, goodsNum: 200, note: '' }
  expect(computeShoppingListTotals([line])).toEqual({ sale: 150_000, credit: 156_000 })
  expect(
    computeShoppingListTotals([line, { ...line, sku: { ...sku, creditPrice: null, steps: [{ ...sku.steps[0], creditPrice: null }] } }])
      .credit,
  ).toBe(null)
})

test('the first columns of the exported file can be read by the quick order', () => {
  const { columns, rows } = toShoppingListSheetTable([{ sku, goodsNum: 200, note: '=1+1' }])
  expect(columns.slice(0, 2).map(({ head }) => head)).toEqual(['商品编码', '数量'])
  expect(rows[0]).toEqual(['DIESEL-0', 200, '升', 'M-1', '0 号柴油', '0#', 7.5, 7.8, '=1+1'])
})
