import { createMemoryHistory } from '@tanstack/react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { isLocationOfHref, type NavigateOptions, resolveHref } from './address.ts'
import { type RoutedScreen, Router } from './router.ts'

const from = { pathname: '/shop', search: { keyword: 'U84 22', page: '2' } }

test.each<[NavigateOptions, string]>([
  [{ to: '/cart' }, '/cart'],
  [{ to: '/login?redirectUrl=%2Fshop' }, '/login?redirectUrl=%2Fshop'],
  [{ to: '/shop', search: { keyword: 'a&b', page: undefined, brand: '' } }, '/shop?keyword=a%26b'],
  [{ search: (was) => ({ ...was, page: '3' }) }, '/shop?keyword=U84+22&page=3'],
  [{ to: '.', search: {} }, '/shop'],
  [{ to: '/detail', search: true }, '/detail?keyword=U84+22&page=2'],
])('navigating to %j opens %s', (target, href) => {
  expect(resolveHref(from, target)).toBe(href)
})

test('a link is current if its path and its search parameters match', () => {
  expect([
    isLocationOfHref(from, '/shop'),
    isLocationOfHref(from, '/shop?page=2'),
    isLocationOfHref(from, '/shop?page=3'),
    isLocationOfHref(from, '/'),
  ]).toEqual([...[true, true, false, false]])
})

const scrolled = vi.fn()
beforeEach(() => {
  scrolled.mockClear()
  vi.stubGlobal('window', { scrollTo: scrolled })
  return () => vi.unstubAllGlobals()
})

const pageOf = (name: string) => Object.assign(() => name, { displayName: name })

function setUp(more: Partial<ConstructorParameters<typeof Router<RoutedScreen>>[0]> = {}) {
  const prefetched = vi.fn()
  const screens = ['/', '/shop', '/cart'].map((path) => ({
    path,
    title: path,
    load: () => Promise.resolve({ Page: pageOf(path), prefetch: prefetched }),
  }))
  const loadNotFound = () => Promise.resolve({ Page: pageOf('404') })
  const router = new Router<RoutedScreen>({ screens, history: createMemoryHistory(), loadNotFound, loadingDelayMs: 1_000, ...more })
  const shown = () => {
    const { Page, error, location } = router.getState().shown
    return `${error ?? Page?.displayName ?? 'loading'} ${location.href}`
  }
  return { router, shown, prefetched }
}

test('the old screen stays until the next one has loaded, and the latest navigation wins', async () => {
  const { router, shown, prefetched } = setUp()
  await router.load()
  router.settle()
  const first = router.navigate({ to: '/shop' as never, search: { keyword: 'a' } })
  expect([shown(), router.getState().location.pathname, router.getState().isLoading]).toEqual(['/ /', '/shop', true])
  const second = router.navigate({ to: '/cart' as never })
  await Promise.all([first, second])
  expect(shown()).toBe('/cart /cart')
  await router.navigate({ search: { id: '1' } })
  router.settle()
  expect([shown(), router.getState().isLoading, prefetched.mock.lastCall]).toEqual(['/cart /cart?id=1', false, [{ id: '1' }]])
})

test('paths are matched despite capitals and a trailing slash; unknown and failing screens show an error', async () => {
  const { router, shown } = setUp({
    enter: ({ path }) => (path === '/cart' ? Promise.reject(new Error('offline')) : undefined),
  })
  const opened: string[] = []
  for (const place of ['/SHOP/', '/nowhere', '/cart', '/']) {
    router.history.push(place)
    await router.load()
    opened.push(shown())
  }
  expect(opened).toEqual(['/shop /SHOP/', '404 /nowhere', 'Error: offline /cart', '/ /'])
})

test('a forbidden screen is replaced in the history and sends no request', async () => {
  const { router, shown, prefetched } = setUp({
    enter: async ({ path }) => (path === '/cart' ? ({ to: '/shop', search: { code: 'x' } } as NavigateOptions) : undefined),
    mayPrefetch: () => false,
  })
  await router.load()
  await router.navigate({ to: '/cart' as never })
  expect([shown(), router.history.length, prefetched.mock.calls]).toEqual(['/shop /shop?code=x', 2, []])
})

test('a new address scrolls to the top, unless the navigation prevents it or the address is unchanged', async () => {
  const { router } = setUp()
  const resolved = vi.fn()
  router.onResolved(resolved)
  const go = async (target: NavigateOptions) => {
    await router.navigate(target)
    router.place()
    router.settle()
    return scrolled.mock.calls.length
  }
  await router.load()
  router.place()
  router.settle()
  expect([
    await go({ to: '/shop' as never }),
    await go({ search: { page: '2' }, resetScroll: false }),
    await go({ search: { page: '2' } }),
  ]).toEqual([2, 2, 2])
  expect([await go({ search: { page: '3' } }), resolved.mock.calls.length]).toEqual([3, 5])
})

test('a screen that loads slowly is replaced by a placeholder', async () => {
  const late = new Promise<never>(() => {})
  const { router, shown } = setUp({ enter: ({ path }) => (path === '/cart' ? late : undefined), loadingDelayMs: 5 })
  await router.load()
  const waiting = new Promise<void>((resolve) => router.watch(() => shown() === 'loading /cart' && resolve()))
  void router.navigate({ to: '/cart' as never })
  await waiting
})
