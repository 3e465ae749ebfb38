/** Text within a line. */
export interface Inline {
  text: string
  strong: boolean
}

/** What descriptions are made of. Anything else that Markdown knows stays the text that it is. */
export type Block =
  | { kind: 'paragraph'; inlines: Inline[] }
  | { kind: 'heading'; inlines: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] }

const BULLET = /^\s*[-*]\s+(.*)$/
const NUMBER = /^\s*\d{1,2}[.、)]\s+(.*)$/
const HEADING = /^#{1,6}\s+(.*)$/

/** '**硬岩** 用' → strong '硬岩', then ' 用'. A pair that does not close stays as it is written. */
export function parseInlines(line: string): Inline[] {
  const parts = line.split(/\*\*(?=\S)(.+?)(?<=\S)\*\*/)
  return parts.map((text, at) => ({ text, strong: at % 2 === 1 })).filter(({ text }) => text !== '')
}

function parseLine(line: string): Block {
  const [heading, bullet, number] = [HEADING.exec(line), BULLET.exec(line), NUMBER.exec(line)]
  if (heading) return { kind: 'heading', inlines: parseInlines(heading[1] ?? '') }
  if (bullet) return { kind: 'list', ordered: false, items: [parseInlines(bullet[1] ?? '')] }
  if (number) return { kind: 'list', ordered: true, items: [parseInlines(number[1] ?? '')] }
  return { kind: 'paragraph', inlines: parseInlines(line.trim()) }
}

/** Whether a line goes on with what the one before it began; if so, it is added there. */
function joins(last: Block | undefined, next: Block): boolean {
  if (last?.kind === 'list' && next.kind === 'list' && last.ordered === next.ordered) return last.items.push(...next.items) > 0
  if (last?.kind === 'paragraph' && next.kind === 'paragraph') return last.inlines.push(...next.inlines) > 0
  return false
}

/** Reads a description: paragraphs, headings, lists and bold. It is data for React to draw, so nothing in it can become HTML. */
export function parseMarkdown(source: string): Block[] {
  const blocks: Block[] = []
  for (const chunk of source.replaceAll('\r', '').split(/\n\s*\n/)) {
    const own: Block[] = []
    for (const line of chunk.split('\n').filter((text) => text.trim() !== '')) {
      const next = parseLine(line)
      if (!joins(own.at(-1), next)) own.push(next)
    }
    blocks.push(...own)
  }
  return blocks
}
