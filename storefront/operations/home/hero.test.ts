import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { extractHtmlTextForTest, renderToHtmlForTest } from '#storefront/platform/components/render-for-test.ts'
import { mallProfile } from '#ui/mall.ts'
import { stubStorage } from '#ui/stub-storage.ts'
import { Hero } from './hero.tsx'

stubStorage()
const draw = () => renderToHtmlForTest(() => createElement(Hero, { loggedIn: false }))
const alone = await draw()
mallProfile.stage = { pictureId: '00000000-0000-8000-8000-000000000084', alt: 'U84 采煤截齿', goodsId: null }
const drawn = await draw()
const [, template = ''] =
  /<template id="stage">([\s\S]*)<\/template>/.exec(readFileSync(path.join(import.meta.dirname, '../../index.html'), 'utf8')) ?? []
const before = template.replaceAll('__STAGE__', mallProfile.stage.pictureId)

/** Returns the attributes of the first element of a kind, without those for accessibility. */
function attributes(markup: string, tag: string): Record<string, string> {
  const [, inside = ''] = new RegExp(`<${tag}\\s([^>]*)>`).exec(markup) ?? []
  const all = [...inside.matchAll(/([a-zA-Z]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name.toLowerCase(), value])
  return Object.fromEntries(all.filter(([name]) => name !== 'alt'))
}

test('the static markup of the hero matches the rendered one in text, picture and size', () => {
  for (const tag of ['section', 'img']) {
    expect(attributes(before, tag).class).toContain(tag === 'img' ? 'object-contain' : 'stage-ground')
    expect(attributes(before, tag)).toEqual(attributes(drawn, tag))
  }
  const words = extractHtmlTextForTest(before)
  expect(words).toContain('一件也能赊')
  expect(extractHtmlTextForTest(drawn).startsWith(words)).toBe(true)
})

test('the hero of a mall without a picture shows its text and no goods of another mall', () => {
  expect(alone).not.toContain('<img')
  expect(extractHtmlTextForTest(alone)).toBe(extractHtmlTextForTest(drawn))
})
