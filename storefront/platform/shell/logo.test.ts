import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { defaultMallCompanyProfile } from '#contract/content/content/default-company-profile.ts'
import { extractHtmlTextForTest, renderToHtmlForTest } from '#storefront/platform/components/render-for-test.ts'
import { HomeLink } from './logo.tsx'

test('the accessible name of the home link contains its visible text', async () => {
  const drawn = await renderToHtmlForTest(HomeLink)
  const [, label = ''] = /aria-label="([^"]+)"/.exec(drawn) ?? []
  const words = extractHtmlTextForTest(drawn)
  expect(words).toBe(defaultMallCompanyProfile.name + defaultMallCompanyProfile.tagline)
  expect(label).toContain(words)
  expect(label).toContain('首页')
})

test('the static header shows the same logo and name', async () => {
  const page = readFileSync(path.join(import.meta.dirname, '../../index.html'), 'utf8')
    .replaceAll('__NAME__', defaultMallCompanyProfile.name)
    .replaceAll('__TAGLINE__', defaultMallCompanyProfile.tagline)
  const [head = ''] = /<header[\s\S]*<\/header>/.exec(page) ?? []
  const drawn = await renderToHtmlForTest(HomeLink)
  const shapes = (markup: string) => [...markup.matchAll(/ d="([^"]+)" fill="([^"]+)"/g)].map(([, shape, fill]) => [shape, fill])
  expect(shapes(drawn)).toHaveLength(3)
  expect(shapes(head)).toEqual(shapes(drawn))
  expect(extractHtmlTextForTest(head)).toBe(extractHtmlTextForTest(drawn))
})
