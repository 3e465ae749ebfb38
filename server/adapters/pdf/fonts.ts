import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { PdfPart, TextRun } from './pdf-parts.ts'
import { unwrapWoff } from './woff.ts'

const require = createRequire(import.meta.url)
const fontkit: { create(font: Buffer): { characterSet: readonly number[] } } = require('fontkit')
/** The letters of each font file: 'U+2190-2193,U+2605'. */
const RANGES: Readonly<Record<string, string>> = require('@fontsource/noto-sans-sc/unicode.json')
const FOLDER = path.join(path.dirname(require.resolve('@fontsource/noto-sans-sc/package.json')), 'files')

/** The default font file contains the common Chinese letters. The other files are named by their numbers. */
export const DEFAULT_FONT_NAME = 'Noto Sans SC'
const COMMON = 'chinese-simplified'
const WEIGHTS = { normal: 400, bold: 700 } as const

/** Replacements for letters that no font file has: diameters, micro signs. */
const STAND_INS: Readonly<Record<string, string>> = { Φ: 'Ø', φ: 'ø', μ: 'µ' }

const nameOf = (piece: string, weight: number) => `${piece}-${weight}.ttf`
const fileOf = (piece: string, weight: number): Buffer =>
  unwrapWoff(readFileSync(path.join(FOLDER, `noto-sans-sc-${piece}-${weight}-normal.woff`)))

const pieces = Object.entries(RANGES)
  .filter(([name]) => name.startsWith('['))
  .map(([name, ranges]) => ({
    piece: name.slice(1, -1),
    ranges: ranges.split(',').map((range) => {
      const [first = 0, last = first] = range
        .slice('U+'.length)
        .split('-')
        .map((hex) => Number.parseInt(hex, 16))
      return [first, last] as const
    }),
  }))

interface Fonts {
  /** Stores a font file under a name. */
  registerFont: (name: string, bytes: Buffer) => void
}

/** All fonts that may be used, by name. A font's files are stored when its first letter is needed. */
export const fontFilesByName = Object.fromEntries(
  [{ name: DEFAULT_FONT_NAME, piece: COMMON }, ...pieces.map(({ piece }) => ({ name: `${DEFAULT_FONT_NAME} ${piece}`, piece }))].map(
    ({ name, piece }) => [name, { normal: nameOf(piece, WEIGHTS.normal), bold: nameOf(piece, WEIGHTS.bold) }],
  ),
)

/**
 * Loads the font, once per thread. Returns a function that makes a part printable: letters that the default file lacks, such as ≥, ℃ or 骉,
 * are set from the file that has them, Φ10 becomes Ø10, and Ⅵ becomes VI. A letter that no file has stays and is printed as an empty box.
 */
export function createPdfPartFontFallback({ registerFont }: Fonts): (part: PdfPart) => PdfPart {
  const kept = new Set<string>()
  const take = (piece: string, weight: number): Buffer => {
    const bytes = fileOf(piece, weight)
    registerFont(nameOf(piece, weight), bytes)
    return bytes
  }
  const common = new Set(fontkit.create(take(COMMON, WEIGHTS.normal)).characterSet)
  take(COMMON, WEIGHTS.bold)
  const isCommon = (letter: string): boolean => {
    const code = letter.codePointAt(0) ?? 0
    return code < 0x20 || common.has(code)
  }

  const learned = new Map<string, TextRun>()
  function learn(letter: string): TextRun {
    const code = letter.codePointAt(0) ?? 0
    const piece = pieces.find(({ ranges }) => ranges.some(([first, last]) => code >= first && code <= last))?.piece
    const standIn = STAND_INS[letter] ?? letter.normalize('NFKC')
    if (piece !== undefined && !kept.has(piece)) {
      kept.add(piece)
      for (const weight of Object.values(WEIGHTS)) take(piece, weight)
    }
    const run =
      piece !== undefined
        ? { text: letter, font: `${DEFAULT_FONT_NAME} ${piece}` }
        : { text: [...standIn].every(isCommon) ? standIn : letter }
    learned.set(letter, run)
    return run
  }

  function runsOf(text: string): string | TextRun[] {
    const runs: TextRun[] = []
    for (const letter of text) {
      const run = isCommon(letter) ? { text: letter } : (learned.get(letter) ?? learn(letter))
      const last = runs.at(-1)
      if (last && last.font === run.font) last.text += run.text
      else runs.push({ ...run })
    }
    const [only] = runs
    return runs.length > 1 || only?.font !== undefined ? runs : (only?.text ?? '')
  }

  return function legible(part: PdfPart): PdfPart {
    if (typeof part === 'string') return asPart(runsOf(part))
    if ('text' in part) return typeof part.text === 'string' ? { ...part, text: runsOf(part.text) } : part
    if ('stack' in part) return { ...part, stack: part.stack.map(legible) }
    if ('columns' in part) return { ...part, columns: part.columns.map(legible) }
    if ('table' in part) return { ...part, table: { ...part.table, body: part.table.body.map((row) => row.map(legible)) } }
    return part
  }
}

const asPart = (text: string | TextRun[]): PdfPart => (typeof text === 'string' ? text : { text })
