import { getLinkKind } from '#contract/content/content/links.ts'

/** An inline part of a text: plain, strong, code, or a safe link. */
export interface MarkdownInline {
  text: string
  strong?: true
  code?: true
  /** The target: a path of the mall ('/shop'), or a web page. */
  link?: { target: string; kind: 'own' | 'web' }
}

/** The blocks of a text. All other Markdown syntax stays plain text. */
export type MarkdownBlock =
  | { kind: 'paragraph'; inlines: MarkdownInline[] }
  | { kind: 'quote'; inlines: MarkdownInline[] }
  | { kind: 'heading'; level: 3 | 4; inlines: MarkdownInline[] }
  | { kind: 'list'; ordered: boolean; items: MarkdownInline[][] }
  | { kind: 'table'; head: MarkdownInline[][]; rows: MarkdownInline[][][] }

const BULLET = /^\s*[-*]\s(.*)$/
const NUMBER = /^\s*\d{1,2}[.、)]\s(.*)$/
const HEADING = /^(#{1,6})\s(.*)$/
const QUOTE = /^>\s?(.*)$/
const ROW = /^\s*\|(.*)\|\s*$/
const RULE = /^[\s|:-]+$/

/**
 * The characters that can start a mark, and the pattern of each mark. No pattern goes beyond the next mark of its kind, so a line takes
 * linear time.
 */
const MARK = /\*\*|[`[]/g
const STRONG = /\*\*([^\s*](?:(?:[^*]|\*[^*])*[^\s*])?)\*\*/y
const CODE = /`([^`]+)`/y
const LINK = /\[([^[\]]+)\]\(([^()\s]+)\)/y

function matchAt(pattern: RegExp, line: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(line)
}

/** Returns the mark that starts here and its end. An unsafe link stays plain text. */
function partAt(line: string, at: number): { inlines: MarkdownInline[]; to: number } | undefined {
  const [strong, code, link] = [STRONG, CODE, LINK].map((pattern) => matchAt(pattern, line, at))
  const found = strong ?? code ?? link
  if (!found) return undefined
  const [written, text = '', target = ''] = found
  const to = at + written.length
  if (strong) return { inlines: parseInlines(text).map((inline) => ({ ...inline, strong: true })), to }
  if (code) return { inlines: [{ text, code: true }], to }
  const kind = getLinkKind(target)
  return { inlines: [kind ? { text, link: { target, kind } } : { text: written }], to }
}

/** '**硬岩** 用' → strong '硬岩', then ' 用'. A mark without an end stays plain text. */
export function parseInlines(line: string): MarkdownInline[] {
  const inlines: MarkdownInline[] = []
  let from = 0
  for (const { index } of line.matchAll(MARK)) {
    const part = index < from ? undefined : partAt(line, index)
    if (!part) continue
    inlines.push({ text: line.slice(from, index) }, ...part.inlines)
    from = part.to
  }
  return [...inlines, { text: line.slice(from) }].filter(({ text }) => text !== '')
}

const cellsOf = (row: string): MarkdownInline[][] => row.split('|').map((cell) => parseInlines(cell.trim()))

function parseLine(line: string): MarkdownBlock {
  const [heading, bullet, number] = [HEADING.exec(line), BULLET.exec(line), NUMBER.exec(line)]
  const [quote, row] = [QUOTE.exec(line), ROW.exec(line)]
  if (heading)
    return { kind: 'heading', level: (heading[1] ?? '').length > 2 ? 4 : 3, inlines: parseInlines((heading[2] ?? '').trimStart()) }
  if (bullet) return { kind: 'list', ordered: false, items: [parseInlines((bullet[1] ?? '').trimStart())] }
  if (number) return { kind: 'list', ordered: true, items: [parseInlines((number[1] ?? '').trimStart())] }
  if (quote) return { kind: 'quote', inlines: parseInlines(quote[1] ?? '') }
  if (row) return { kind: 'table', head: cellsOf(row[1] ?? ''), rows: [] }
  return { kind: 'paragraph', inlines: parseInlines(line.trim()) }
}

/** Returns whether a line continues the block before it. If so, it is appended there. */
function joins(last: MarkdownBlock | undefined, next: MarkdownBlock, line: string): boolean {
  if (last?.kind === 'list' && next.kind === 'list' && last.ordered === next.ordered) return last.items.push(...next.items) > 0
  if (last?.kind === 'table' && next.kind === 'table') return RULE.test(line) || last.rows.push(next.head) > 0
  if (last?.kind === 'paragraph' && next.kind === 'paragraph') return last.inlines.push(...next.inlines) > 0
  if (last?.kind === 'quote' && next.kind === 'quote') return last.inlines.push(...next.inlines) > 0
  return false
}

/**
 * Parses a text of the mall: paragraphs, headings, lists, tables, quotes, bold, code and links. The result is data for React, so it can
 * never become HTML, and a link leads to a path of the mall or to a web page over TLS.
 */
export function parseMarkdown(source: string): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = []
  for (const chunk of source.replaceAll('\r', '').split(/\n\s*\n/)) {
    const own: MarkdownBlock[] = []
    for (const line of chunk.split('\n').filter((text) => text.trim() !== '')) {
      const next = parseLine(line)
      if (!joins(own.at(-1), next, line)) own.push(next)
    }
    blocks.push(...own)
  }
  return blocks
}
