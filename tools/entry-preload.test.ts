import type { Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { computeEntryFilesByPath } from './entry-preload.ts'
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

test('who arrives is sent the screen and all it needs, but for what every page has', () => {
  expect(computeEntryFilesByPath(bundle, [shop])).toEqual({ '/shop': ['/shop.js', '/shelves.js', '/prices.js'] })
})

test('nobody arrives at what lies deep in the mall', () =>
  expect(computeEntryFilesByPath(bundle, [{ ...shop, path: '/my_contract' }])).toEqual({}))

test('a screen that is not where its route says stops the build', () => {
  const moved: ScreenRoute = { ...shop, load: new Function("return import('#storefront/shop/page.tsx')") as ScreenRoute['load'] }
  expect(() => computeEntryFilesByPath(bundle, [moved])).toThrow('no screen shop/page.tsx')
})
