import type { Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { computePreloadedFilesByScreenPath } from './entry-preload.ts'
import type { ScreenRoute } from './routes.ts'

const chunk = (fileName: string, imports: string[], facadeModuleId: string | null = null) => ({
  type: 'chunk',
  fileName,
  imports,
  facadeModuleId,
  isEntry: fileName === 'shell.js',
})
const bundle = Object.fromEntries(
  [
    chunk('shell.js', ['libraries.js']),
    chunk('libraries.js', []),
    chunk('shop.js', ['shelves.js', 'libraries.js'], '/mall/storefront/catalog/goods/shop-page.tsx'),
    chunk('shelves.js', ['libraries.js', 'prices.js']),
    chunk('prices.js', ['shelves.js']),
  ].map((one) => [one.fileName, one]),
) as unknown as Rolldown.OutputBundle

const shop: ScreenRoute = {
  path: '/shop',
  title: '商城',
  load: new Function("return import('#storefront/catalog/goods/shop-page.tsx')") as ScreenRoute['load'],
}

test('an entry page preloads its screen and everything it needs, except the common files', () => {
  expect(computePreloadedFilesByScreenPath(bundle, [shop])).toEqual({ '/shop': ['/shop.js', '/shelves.js', '/prices.js'] })
})

test('screens that are never entry pages preload nothing', () =>
  expect(computePreloadedFilesByScreenPath(bundle, [{ ...shop, path: '/my_contract' }])).toEqual({}))

test('a screen missing at the path of its route fails the build', () => {
  const moved: ScreenRoute = { ...shop, load: new Function("return import('#storefront/shop/page.tsx')") as ScreenRoute['load'] }
  expect(() => computePreloadedFilesByScreenPath(bundle, [moved])).toThrow('no screen shop/page.tsx')
})
