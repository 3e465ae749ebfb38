import { expect, test } from 'vitest'
import { formatGoodsCardSubtitle } from './product-card-view.ts'

test.each([
  ['柄径 38 · 全长 155 mm', ['柄径 38 mm', '合金牌号 YG11C'], 5, '柄径 38 · 全长 155 mm · 合金牌号 YG11C · 5 种规格'],
  ['', ['合金牌号 YG11C', '防爆'], 1, '合金牌号 YG11C · 防爆'],
  ['', [], 1, ''],
])('the line of %s with %o', (spec, traits, skuCount, line) => expect(formatGoodsCardSubtitle({ spec, traits, skuCount })).toBe(line))
