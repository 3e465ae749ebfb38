import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Brand } from './logo.tsx'

test('the way home is labelled with the very words that stand on it', async () => {
  const router = createRouter({ routeTree: createRootRoute({ component: Brand }), history: createMemoryHistory() })
  await router.load()
  // biome-ignore lint/suspicious/noExplicitAny: the mall registers its own router's type
  const drawn = renderToStaticMarkup(createElement(RouterProvider, { router: router as any }))
  const [, label = ''] = /aria-label="([^"]+)"/.exec(drawn) ?? []
  const words = drawn.replace(/<[^>]+>/g, '')
  expect(words).toBe('岩锋工品矿采耗材')
  expect(label).toContain(words)
  expect(label).toContain('首页')
})
