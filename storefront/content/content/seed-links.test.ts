import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { screens } from '#storefront/routes.ts'
import { type MarkdownInline, parseMarkdown } from '#ui/markdown/parse.ts'

const SEEDS = path.join(import.meta.dirname, '..', '..', '..', 'server', 'content', 'content', 'seeds')
const files = ['agreements', 'articles'].flatMap((folder) => readdirSync(path.join(SEEDS, folder)).map((name) => path.join(folder, name)))
const known = new Set(files.map((file) => path.basename(file).replace(/^\d+-|\.md$/g, '')))

const inlinesOf = (text: string): MarkdownInline[] =>
  parseMarkdown(text).flatMap((block) => {
    if (block.kind === 'list') return block.items.flat()
    return block.kind === 'table' ? [...block.head, ...block.rows.flat()].flat() : block.inlines
  })

test.each(files)('every link of %s leads to an existing screen, and no Markdown syntax is left unparsed', (file) => {
  const inlines = inlinesOf(readFileSync(path.join(SEEDS, file), 'utf8'))
  for (const { link } of inlines) {
    if (link?.kind !== 'own') continue
    const { pathname, searchParams } = new URL(link.target, 'http://mall')
    expect(screens.map((screen): string => screen.path)).toContain(pathname)
    if (pathname === '/article_detail') expect(known).toContain(searchParams.get('id'))
  }
  expect(inlines.map(({ text }) => text).join('')).not.toMatch(/\]\(|\*\*|^#/)
})
