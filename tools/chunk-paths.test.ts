import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  BASE_CHUNK_PATHS,
  CHUNK_PATHS_BY_TOPIC,
  COMMON_CHUNK_EXCLUDED_PATHS,
  COMMON_CHUNK_PATHS,
  GOODS_CHUNK_EXCLUDED_PATH,
  GOODS_CHUNK_PATHS,
  toModulePathPattern,
} from '#storefront/chunk-paths.ts'

const files = globSync('{storefront,contract,ui}/**/*.{ts,tsx,css}')
const paths = [
  ...Object.values(CHUNK_PATHS_BY_TOPIC).flat(),
  ...GOODS_CHUNK_PATHS,
  GOODS_CHUNK_EXCLUDED_PATH,
  ...COMMON_CHUNK_PATHS,
  ...COMMON_CHUNK_EXCLUDED_PATHS,
  ...BASE_CHUNK_PATHS,
]

test.each(paths)('the chunk path %s names an existing module', (path) => {
  expect(files.some((file) => file.startsWith(path))).toBe(true)
})

test('a module is matched by the prefix of its path, in any root folder and with either slash', () => {
  const goods = toModulePathPattern(GOODS_CHUNK_PATHS)
  expect(goods.test('/home/me/mall/storefront/catalog/goods/cut-out.tsx')).toBe(true)
  expect(goods.test('C:\\mall\\storefront\\catalog\\goods\\cut-out.tsx')).toBe(true)
  expect(goods.test('/mall/storefront/catalog/coupons/coupon-api.ts')).toBe(false)
})
