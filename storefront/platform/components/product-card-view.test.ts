import { expect, test } from 'vitest'
import { formatGoodsCardSubtitle, isSkuChoiceNeeded } from './product-card-view.ts'

test.each([
  ['柄径 38 · 全长 155 mm', ['柄径 38 mm', '合金牌号 YG11C'], 5, '柄径 38 · 全长 155 mm · 合金牌号 YG11C · 5 种规格'],
  ['', ['合金牌号 YG11C', '防爆'], 1, '合金牌号 YG11C · 防爆'],
  ['', [], 1, ''],
])('the card subtitle of %s with %o', (spec, traits, skuCount, line) =>
  expect(formatGoodsCardSubtitle({ spec, traits, skuCount })).toBe(line),
)

test.each([
  [1, undefined, false],
  [3, undefined, true],
  [3, 'U84', true],
  [3, ' kt-u84-22 ', false],
])('goods with %d SKUs, searched by %j, need a SKU choice: %j', (skuCount, keyword, needed) => {
  expect(isSkuChoiceNeeded({ skuCount, skuCode: 'KT-U84-22', soldOut: false }, keyword)).toBe(needed)
  expect(isSkuChoiceNeeded({ skuCount, skuCode: 'KT-U84-22', soldOut: true }, keyword)).toBe(false)
})
