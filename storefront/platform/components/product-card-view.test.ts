import { expect, test } from 'vitest'
import { describeGoodsCard } from './product-card-view.ts'

test.each([
  ['柄径 38 · 全长 155 mm', ['柄径 38 mm', '合金牌号 YG11C'], 5, '柄径 38 · 全长 155 mm · 合金牌号 YG11C · 5 种规格'],
  ['', ['合金牌号 YG11C', '防爆'], 1, '合金牌号 YG11C · 防爆'],
  ['', [], 1, ''],
])('the line of %s with %o', (spec, traits, skuCount, line) => expect(describeGoodsCard({ spec, traits, skuCount })).toBe(line))
