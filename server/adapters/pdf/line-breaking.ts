import { trimEndMatching } from '#contract/platform/core/trim-end.ts'
import type { PdfPart } from './pdf-parts.ts'

/** The text size of documents, in points. */
export const TEXT_SIZE_POINTS = 8

/** The characters of words and numbers. */
const WORD = /[\w.,¥-]/

/** From here on characters have the full width of a Chinese font, including dashes and quotation marks. */
const SQUARES = 0x2010
/** All narrower characters count as the widest common one, so that no line is too long. */
const widthOf = (letter: string): number => ((letter.codePointAt(0) ?? 0) >= SQUARES ? 1 : /[MW@%mw]/.test(letter) ? 0.95 : 0.64)

function breakLine(text: string, max: number): string[] {
  const lines: string[] = []
  let [line, width] = ['', 0]
  for (const letter of text) {
    const added = widthOf(letter)
    if (width + added > max && line !== '') {
      // A word or a number moves to the next line, unless it fills more than half of this line.
      const tail = line.slice(trimEndMatching(line, WORD).length)
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
 * Breaks a cell's text into lines that fit a width in points. Then pdfmake sets one piece per line. Otherwise it measures every Chinese
 * character separately, which is most of the work of a long table.
 */
export function breakIntoLines(text: string, width: number, alignment: 'left' | 'right' = 'left'): PdfPart {
  const lines = text.split('\n').flatMap((line) => breakLine(line, width / TEXT_SIZE_POINTS))
  const pieces = lines.map((line) => ({ text: line, alignment, noWrap: true }))
  const [only] = pieces
  return pieces.length === 1 && only ? only : { stack: pieces }
}
