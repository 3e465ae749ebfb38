import { inflateSync } from 'node:zlib'

/** One object of a PDF: its dictionary as text, and its uncompressed stream. */
interface PdfObject {
  head: string
  body: string
}

/** The objects of a PDF as the server writes them: numbered, in sequence, compressed streams with their length. */
function objectsOf(pdf: Buffer): Map<string, PdfObject> {
  const text = pdf.toString('latin1')
  const objects = new Map<string, PdfObject>()
  for (const { 1: number = '', index } of text.matchAll(/(?:^|\n)(\d+) 0 obj\n/g)) {
    const end = text.indexOf('\nendobj', index)
    const whole = text.slice(index, end)
    const start = whole.indexOf('stream\n')
    const head = start < 0 ? whole : whole.slice(0, start)
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0)
    const from = index + start + 'stream\n'.length
    const packed = start < 0 ? undefined : pdf.subarray(from, from + length)
    const body =
      packed === undefined ? '' : head.includes('/FlateDecode') ? inflateSync(packed).toString('latin1') : packed.toString('latin1')
    objects.set(number, { head, body })
  }
  return objects
}

/** The letters of a font by glyph, from the map that the PDF contains for copying text. One glyph may be two letters: ff. */
function lettersOf(map: string): string[] {
  const decode = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le')
  const letters: string[] = []
  for (const { 1: first = '', 2: list = '' } of map.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi))
    for (const [at, { 1: hex = '' }] of [...list.matchAll(/<([0-9a-f ]*)>/gi)].entries())
      letters[Number.parseInt(first, 16) + at] = decode(hex)
  return letters
}

/** The first glyph of every font stands for a missing letter: a reader sees a box, whatever text can be copied. */
const letterOf = (font: readonly string[], glyph: number): string => (glyph === 0 ? '□' : (font[glyph] ?? '�'))

/**
 * Returns the text of a PDF by page, in the order in which the pieces were set, with nothing between them. It reads only PDFs that the
 * server has written.
 */
export function parsePdfTextByPage(pdf: Buffer): string[] {
  const objects = objectsOf(pdf)
  const fonts = new Map<string, string[]>()
  for (const { head } of objects.values())
    for (const { 1: name = '', 2: number = '' } of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(number)?.head ?? '')?.[1]
      if (map !== undefined) fonts.set(name, lettersOf(objects.get(map)?.body ?? ''))
    }
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\n/.test(head))
  return pages.map(({ head }) => {
    const { body } = objects.get(/\/Contents (\d+) 0 R/.exec(head)?.[1] ?? '') ?? { body: '' }
    let font: readonly string[] = []
    let text = ''
    for (const { 1: name, 2: pieces } of body.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (name !== undefined) font = fonts.get(name) ?? []
      for (const { 1: hex = '' } of (pieces ?? '').matchAll(/<([0-9a-f]*)>/gi))
        for (const glyph of hex.match(/.{4}/g) ?? []) text += letterOf(font, Number.parseInt(glyph, 16))
    }
    return text
  })
}
