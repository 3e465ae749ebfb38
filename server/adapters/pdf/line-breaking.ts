import { trimEndPattern } from '#contract/platform/core/trim-end.ts'
import type { PdfPart } from './pdf-parts.ts'

/** Text of printouts, in points. */
export const TEXT_SIZE = 8

/** What words and numbers are made of. */
const WORD = /[\w.,¥-]/

/** Where letters that fill a square begin: dashes, quotation marks and signs do in a Chinese font. */
const SQUARES = 0x2010
/** Of all letters that fill none the widest that are common count, so that no line runs over. */
const widthOf = (letter: string): number => ((letter.codePointAt(0) ?? 0) >= SQUARES ? 1 : /[MW@%mw]/.test(letter) ? 0.95 : 0.64)

function breakLine(text: string, most: number): string[] {
  const lines: string[] = []
  let [line, width] = ['', 0]
  for (const letter of text) {
    const added = widthOf(letter)
    if (width + added > most && line !== '') {
      // A word or a number goes down whole, where it does not fill half the line.
      const tail = line.slice(trimEndPattern(line, WORD).length)
      const whole = WORD.test(letter) && tail.length > 0 && tail.length < line.length / 2
      lines.push((whole ? line.slice(0, -tail.length) : line).trimEnd())
      line = whole ? tail : ''
      width = [...line].reduce((sum, one) => sum + widthOf(one), 0)
    }
    if (line !== '' || letter !== ' ') {
      line += letter
      width += added
    }
  }
  return [...lines, line]
}

/**
 * A cell's text, broken into lines that fit a width in points. Setting it then costs one piece a line; left to itself the printer measures
 * every Chinese character on its own, which is most of the work of a long table.
 */
export function breakIntoLines(text: string, width: number, alignment: 'left' | 'right' = 'left'): PdfPart {
  const lines = text.split('\n').flatMap((line) => breakLine(line, width / TEXT_SIZE))
  const pieces = lines.map((line) => ({ text: line, alignment, noWrap: true }))
  const [only] = pieces
  return pieces.length === 1 && only ? only : { stack: pieces }
}
