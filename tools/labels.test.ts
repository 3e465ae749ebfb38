import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { JSXElement, JSXText } from '@swc/core'
import { expect, test } from 'vitest'
import { parseSource, visitSyntaxTreeNodes } from './syntax-tree.ts'

/**
 * Who speaks to the browser says the text that he sees (WCAG 2.5.3, label in name). axe compares words, and the words of Chinese text are those
 * of a dictionary: it does not find 注销 in 注销账号. axe sees only what a journey opens; this reads every link and button whose texts are
 * written where they are used.
 */
const words = new Intl.Segmenter(undefined, { granularity: 'word' })
const split = (text: string): string[] =>
  [...words.segment(text.normalize('NFKD').replaceAll(/[^\p{L}\p{N}]+/gu, ' '))].map(({ segment }) => segment.trim()).filter(Boolean)
const contains = (name: readonly string[], text: readonly string[]): boolean =>
  name.some((_, at) => text.every((word, no) => name[at + no] === word))

/** A paragraph or a section may have another name than its text: nobody speaks to it. */
const isPressed = ({ opening: { name } }: JSXElement): boolean =>
  name.type === 'Identifier' && (/^[A-Z]/.test(name.value) || ['a', 'button', 'summary', 'label'].includes(name.value))

/** Returns the name of an element as far as it is written there; a value in it stands as X. */
function readName(element: JSXElement): string | undefined {
  for (const attribute of element.opening.attributes) {
    if (attribute.type !== 'JSXAttribute' || attribute.name.type !== 'Identifier' || attribute.name.value !== 'aria-label') continue
    const value = attribute.value?.type === 'JSXExpressionContainer' ? attribute.value.expression : attribute.value
    if (value?.type === 'StringLiteral') return value.value
    if (value?.type === 'TemplateLiteral') return value.quasis.map(({ cooked }) => cooked).join(' X ')
  }
  return undefined
}

/** Returns the text of an element that contains nothing but text, otherwise an empty string. */
const readText = ({ children }: JSXElement): string =>
  children.every(({ type }) => type === 'JSXText') ? children.map((child) => (child as JSXText).value.trim()).join('') : ''

function findMismatches(file: string, source: string): string[] {
  const found: string[] = []
  visitSyntaxTreeNodes(parseSource('screen.tsx', source), (node) => {
    const element = node as unknown as JSXElement
    if (node.type !== 'JSXElement' || !isPressed(element)) return
    const [name, text] = [readName(element), readText(element)]
    if (name !== undefined && text !== '' && !contains(split(name), split(text))) found.push(`${file}: ${text} in ${name}`)
  })
  return found
}

test('the accessible name of a link or button contains its visible text, word by word', () => {
  expect(findMismatches('a.tsx', '<a aria-label="注销账号">注销</a>')).toEqual(['a.tsx: 注销 in 注销账号'])
  expect(findMismatches('a.tsx', '<a aria-label="修改 地址">修改</a>')).toEqual([])
  const files = ['storefront', 'console', 'ui'].flatMap((root) =>
    readdirSync(root, { recursive: true }).map((file) => path.join(root, String(file))),
  )
  const screens = files.filter((file) => file.endsWith('.tsx'))
  expect(screens.length).toBeGreaterThan(500)
  expect(screens.flatMap((file) => findMismatches(file, readFileSync(file, 'utf8')))).toEqual([])
})
