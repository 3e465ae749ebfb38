import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Brand } from './logo.tsx'

async function drawBrand(): Promise<string> {
  const router = createRouter({ routeTree: createRootRoute({ component: Brand }), history: createMemoryHistory() })
  await router.load()
  // biome-ignore lint/suspicious/noExplicitAny: the mall registers its own router's type
  return renderToStaticMarkup(createElement(RouterProvider, { router: router as any }))
}

const wordsOf = (drawn: string): string => drawn.replace(/<[^>]+>/g, '').replace(/\s/g, '')

test('the way home is labelled with the very words that stand on it', async () => {
  const drawn = await drawBrand()
  const [, label = ''] = /aria-label="([^"]+)"/.exec(drawn) ?? []
  const words = wordsOf(drawn)
  expect(words).toBe('岩锋工品矿采耗材')
  expect(label).toContain(words)
  expect(label).toContain('首页')
})

test('the head that is seen before any script shows the same mark and name', async () => {
  const page = readFileSync(path.join(import.meta.dirname, '../index.html'), 'utf8')
  const [head = ''] = /<header[\s\S]*<\/header>/.exec(page) ?? []
  const drawn = await drawBrand()
  const shapes = (markup: string) => [...markup.matchAll(/ d="([^"]+)" fill="([^"]+)"/g)].map(([, shape, fill]) => [shape, fill])
  expect(shapes(drawn)).toHaveLength(3)
  expect(shapes(head)).toEqual(shapes(drawn))
  expect(wordsOf(head)).toBe(wordsOf(drawn))
})
