import { linkKind } from '#contract/content/content/links.ts'

/** Text within a line: plain, strong, a code, or a link that may be followed. */
export interface Inline {
  text: string
  strong?: true
  code?: true
  /** Where it leads: one of our own screens ('/shop'), or a page of the web. */
  link?: { target: string; kind: 'own' | 'web' }
}

/** What texts of the house are made of. Anything else that Markdown knows stays the text that it is. */
export type Block =
  | { kind: 'paragraph'; inlines: Inline[] }
  | { kind: 'quote'; inlines: Inline[] }
  | { kind: 'heading'; level: 3 | 4; inlines: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }

const BULLET = /^\s*[-*]\s(.*)$/
const NUMBER = /^\s*\d{1,2}[.、)]\s(.*)$/
const HEADING = /^(#{1,6})\s(.*)$/
const QUOTE = /^>\s?(.*)$/
const ROW = /^\s*\|(.*)\|\s*$/
const RULE = /^[\s|:-]+$/

/** Where a mark may begin, and what each must look like from there on: none runs beyond the next mark of its kind, so a line takes linear time. */
const MARK = /\*\*|[`[]/g
const STRONG = /\*\*([^\s*](?:(?:[^*]|\*[^*])*[^\s*])?)\*\*/y
const CODE = /`([^`]+)`/y
const LINK = /\[([^[\]]+)\]\(([^()\s]+)\)/y

function matchAt(pattern: RegExp, line: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(line)
}

/** The mark that begins here and where it ends; a link that must not be followed stays as it was written. */
function partAt(line: string, at: number): { inlines: Inline[]; to: number } | undefined {
  const [strong, code, link] = [STRONG, CODE, LINK].map((pattern) => matchAt(pattern, line, at))
  const found = strong ?? code ?? link
  if (!found) return undefined
  const [written, text = '', target = ''] = found
  const to = at + written.length
  if (strong) return { inlines: parseInlines(text).map((inline) => ({ ...inline, strong: true })), to }
  if (code) return { inlines: [{ text, code: true }], to }
  const kind = linkKind(target)
  return { inlines: [kind ? { text, link: { target, kind } } : { text: written }], to }
}

/** '**硬岩** 用' → strong '硬岩', then ' 用'. A mark that does not close stays as it is written. */
export function parseInlines(line: string): Inline[] {
  const inlines: Inline[] = []
  let from = 0
  for (const { index } of line.matchAll(MARK)) {
    const part = index < from ? undefined : partAt(line, index)
    if (!part) continue
    inlines.push({ text: line.slice(from, index) }, ...part.inlines)
    from = part.to
  }
  return [...inlines, { text: line.slice(from) }].filter(({ text }) => text !== '')
}

const cellsOf = (row: string): Inline[][] => row.split('|').map((cell) => parseInlines(cell.trim()))

function parseLine(line: string): Block {
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

/** Whether a line goes on with what the one before it began; if so, it is added there. */
function joins(last: Block | undefined, next: Block, line: string): boolean {
  if (last?.kind === 'list' && next.kind === 'list' && last.ordered === next.ordered) return last.items.push(...next.items) > 0
  if (last?.kind === 'table' && next.kind === 'table') return RULE.test(line) || last.rows.push(next.head) > 0
  if (last?.kind === 'paragraph' && next.kind === 'paragraph') return last.inlines.push(...next.inlines) > 0
  if (last?.kind === 'quote' && next.kind === 'quote') return last.inlines.push(...next.inlines) > 0
  return false
}

/**
 * Reads a text of the house: paragraphs, headings, lists, tables, quotes, bold, codes and links. It is data for React to draw, so nothing
 * in it can become HTML, and a link leads to a screen of ours or over TLS to the web.
 */
export function parseMarkdown(source: string): Block[] {
  const blocks: Block[] = []
  for (const chunk of source.replaceAll('\r', '').split(/\n\s*\n/)) {
    const own: Block[] = []
    for (const line of chunk.split('\n').filter((text) => text.trim() !== '')) {
      const next = parseLine(line)
      if (!joins(own.at(-1), next, line)) own.push(next)
    }
    blocks.push(...own)
  }
  return blocks
}
