import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  BASE_CHUNK,
  COMMON_CHUNK,
  GOODS_CHUNK,
  moduleUnder,
  NOT_IN_COMMON_CHUNK,
  NOT_IN_GOODS_CHUNK,
  TOPIC_CHUNKS,
} from '#storefront/chunk-paths.ts'

const files = globSync('{storefront,contract,ui}/**/*.{ts,tsx,css}')
const paths = [
  ...Object.values(TOPIC_CHUNKS).flat(),
  ...GOODS_CHUNK,
  NOT_IN_GOODS_CHUNK,
  ...COMMON_CHUNK,
  ...NOT_IN_COMMON_CHUNK,
  ...BASE_CHUNK,
]

test.each(paths)('%s: the path of a chunk names a module that is there', (path) => {
  expect(files.some((file) => file.startsWith(path))).toBe(true)
})

test('a module is found by the beginning of its path, below any folder and with both slashes', () => {
  const goods = moduleUnder(GOODS_CHUNK)
  expect(goods.test('/home/me/mall/storefront/catalog/goods/cut-out.tsx')).toBe(true)
  expect(goods.test('C:\\mall\\storefront\\catalog\\goods\\cut-out.tsx')).toBe(true)
  expect(goods.test('/mall/storefront/catalog/coupons/coupon-api.ts')).toBe(false)
})
