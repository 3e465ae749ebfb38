import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { PdfPart, TextRun } from './pdf-parts.ts'
import { unwrapWoff } from './woff.ts'

const require = createRequire(import.meta.url)
const fontkit: { create(font: Buffer): { characterSet: readonly number[] } } = require('fontkit')
/** By a piece of the font, which letters it has: 'U+2190-2193,U+2605'. */
const RANGES: Readonly<Record<string, string>> = require('@fontsource/noto-sans-sc/unicode.json')
const FOLDER = path.join(path.dirname(require.resolve('@fontsource/noto-sans-sc/package.json')), 'files')

/** The font of printouts: what is common in Chinese. Its other pieces are named after their numbers. */
export const FONT = 'Noto Sans SC'
const COMMON = 'chinese-simplified'
const WEIGHTS = { normal: 400, bold: 700 } as const

/** What stands for letters that no piece of the font has, as readers know it: diameters, millionths. */
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
  /** Keeps a file of the font under a name. */
  keep: (name: string, bytes: Buffer) => void
}

/** All that the printer may be told to set in, by name; the files of a piece are kept when its first letter comes. */
export const fontFiles = Object.fromEntries(
  [{ name: FONT, piece: COMMON }, ...pieces.map(({ piece }) => ({ name: `${FONT} ${piece}`, piece }))].map(({ name, piece }) => [
    name,
    { normal: nameOf(piece, WEIGHTS.normal), bold: nameOf(piece, WEIGHTS.bold) },
  ]),
)

/**
 * Reads the font, once for a thread, and returns what makes a part legible: letters that its common piece lacks, such as ≥, ℃ or 骉, are set in
 * the piece that has them; Φ10 as Ø10; Ⅵ as VI. What no piece has stays, and is set as an empty box.
 */
export function loadFont({ keep }: Fonts): (part: PdfPart) => PdfPart {
  const kept = new Set<string>()
  const take = (piece: string, weight: number): Buffer => {
    const bytes = fileOf(piece, weight)
    keep(nameOf(piece, weight), bytes)
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
    const run = piece !== undefined ? { text: letter, font: `${FONT} ${piece}` } : { text: [...standIn].every(isCommon) ? standIn : letter }
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
